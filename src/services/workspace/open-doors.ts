import type { Door } from "../../domain/door.ts";
import type { Env } from "../../env.ts";
import { selectHasDoor } from "../../storage/workspace/read.ts";

/**
 * Returns whether a workspace has switched a door on, or any workspace if none is given (contract 35.1).
 * @param envs the environments of all databases
 */
export async function isDoorOpen(envs: Env[], door: Door, workspaceId?: string): Promise<boolean> {
  for (const { DB } of envs) if (await selectHasDoor(DB, door, workspaceId ?? null)) return true;
  return false;
}
