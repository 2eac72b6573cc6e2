import type { MiddlewareHandler } from "hono";
import type { HostView } from "../services/host/types.ts";
import type { RecordView } from "../services/record/records.ts";
import { requiring } from "./endpoint.ts";
import type { AdminContext, AdminEnv } from "./request-context.ts";

/** Versions of records and hostnames as entity tags (contract 9.22 and 10.24). */

export function etagOf({ record }: RecordView): Record<string, string> {
  return { ETag: `"${record.version}"` };
}

/** Returns the header with the version of a hostname: `updated_at`, which only writes of settings change. */
export function hostEtagOf({ host }: HostView): Record<string, string> {
  return { ETag: `"${host.updatedAtMs}"` };
}

/** Returns the versions in `If-Match`; undefined if it is missing, or accepts any version. */
export function ifMatch(c: AdminContext): number[] | undefined {
  const header = c.req.header("If-Match")?.trim();
  if (header === undefined || header === "*") return undefined;
  // Other tags become -1, which equals no version.
  return header.split(",").map((tag) => Number(/^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())?.[1] ?? -1));
}

/** Documents that an endpoint accepts `If-Match`. The verb compares the versions. */
export const conditional = requiring<MiddlewareHandler<AdminEnv>>(
  { isConditional: true },
  async (_, next) => {
    await next();
  },
);
