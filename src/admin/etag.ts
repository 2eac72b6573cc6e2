import type { MiddlewareHandler } from "hono";
import type { HostView } from "../services/host/types.ts";
import type { RecordView } from "../services/record/types.ts";
import { requiring } from "./endpoint.ts";
import type { AdminContext, AdminEnv } from "./request-context.ts";

/** Versions of records and hostnames as entity tags (contract 9.22 and 10.24). */

/** Returns the header that tells the version of a record. */
export function etagOf({ record }: RecordView): Record<string, string> {
  return { ETag: `"${record.version}"` };
}

/** Returns the same of a hostname: only writes of its settings change `updated_at`, and each makes it later. */
export function hostEtagOf({ host }: HostView): Record<string, string> {
  return { ETag: `"${host.updatedAtMs}"` };
}

/** Returns the versions that `If-Match` names; undefined if it is missing, or takes any version. */
export function ifMatch(c: AdminContext): number[] | undefined {
  const header = c.req.header("If-Match")?.trim();
  if (header === undefined || header === "*") return undefined;
  // Tags that are no version of ours are never equal to one.
  return header.split(",").map((tag) => Number(/^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1] ?? -1));
}

/** Documents that an endpoint takes `If-Match`. The verb compares the versions. */
export const conditional = requiring<MiddlewareHandler<AdminEnv>>(
  { isConditional: true },
  async (_, next) => {
    await next();
  },
);
