import type { Env } from "../env.ts";
import type { Slot } from "../storage/commit.ts";
import { noteAgain, project } from "../storage/project.ts";

/** Writes anew what a visit could not read in the store; what fails is left to the sweep. */
export async function repair(env: Env, slots: Slot[], nowMs: number): Promise<void> {
  await project(env, await noteAgain(env.DB, slots, nowMs), nowMs);
}
