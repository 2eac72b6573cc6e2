import type { Caller } from "./context.ts";
import { failed, type Failure } from "./result.ts";

/** Refuses callers who are limited to some hostnames or tags (contract 27.6 and 27.17); null if the call is admitted. */
export function requireWhole(caller: Pick<Caller, "reach">): Failure | null {
  return caller.reach.hosts === null ? requireAllTags(caller) : failed({ code: "limited_to_hosts" });
}

export function requireAllTags({ reach }: Pick<Caller, "reach">): Failure | null {
  return reach.tags === null ? null : failed({ code: "limited_to_tags" });
}
