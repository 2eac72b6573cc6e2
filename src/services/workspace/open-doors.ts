import type { Door } from "../../domain/door.ts";
import type { Env } from "../../env.ts";
import { selectHasDoor } from "../../storage/workspace/read.ts";

/** Returns whether a workspace has switched a door on, or any workspace if none is given (contract 35.1). */
export async function isDoorOpen(env: Env, door: Door, workspaceId?: string): Promise<boolean> {
  return selectHasDoor(env.DB, door, workspaceId ?? null);
}
