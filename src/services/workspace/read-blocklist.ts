import { getBlocklist } from "../../storage/blocklist/read.ts";
import type { ServiceContext } from "../context.ts";

/** The hostnames that no record of the workspace may lead to, as they were written (`GET /blocklist`). */
export function readBlocklist({ env, caller }: ServiceContext): Promise<string[]> {
  return getBlocklist(env.DB, caller.workspace.id);
}
