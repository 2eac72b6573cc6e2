import { SORT_FIELDS } from "../../src/domain/record-filter.ts";
import type { Env } from "../../src/env.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import { seedRecords } from "./seed-records.ts";
import { requireOk } from "./site.ts";
import { createWorkspace, type TestWorkspace } from "./workspace.ts";
import { hostname } from "./hostname.ts";
import type { Hostname } from "../../src/domain/hostname.ts";

/** A workspace with so many records that a query without an index shows in the rows it reads. */

export const RECORDS = 100_000;
/** Records of another workspace, in the same tables. */
const OTHER_RECORDS = 200_000;

export async function createLargeSite(): Promise<TestWorkspace> {
  const other = await createWorkspace();
  await other.call("POST", "/host", { host: "other.example.com" });
  await seedRecords(other.id, { host: "other.example.com", count: OTHER_RECORDS, rareEvery: 1 });
  const workspace = await createWorkspace();
  await workspace.call("POST", "/host", { host: "go.example.com" });
  await seedRecords(workspace.id, { host: "go.example.com", count: RECORDS });
  return workspace;
}

/** Connects hostnames with one link each. Returns their names. */
export async function addHostsWithOneLink(
  workspace: TestWorkspace,
  count: number,
  tags: string[],
): Promise<Hostname[]> {
  const hosts = Array.from({ length: count }, (_, index) => hostname(`few-${index}.example.com`));
  for (const [index, host] of hosts.entries()) {
    requireOk(await workspace.call("POST", "/host", { host }));
    requireOk(await workspace.call("POST", "/link", { host, alias: `only-${index}`, tags }));
  }
  return hosts;
}

/** Every order of a list. */
export const SORTS = SORT_FIELDS.flatMap((field) => [
  { field, isDescending: true },
  { field, isDescending: false },
]);

/** Returns what a service gets for a call of the workspace's owner. @param limit hostnames, null for all */
export function contextOf(
  { id, userId }: TestWorkspace,
  env: Env,
  limit: Hostname[] | null = null,
): ServiceContext {
  return {
    env,
    caller: {
      workspace: { id, name: "", plan: "enterprise", isSuspended: false },
      user: { id: userId },
      token: { id: "", name: "", lastUsedAtMs: null },
      role: "owner",
      reach: { workspaceId: id, hosts: limit, tags: null },
    },
    channel: "api",
    nowMs: Date.now(),
    random: Math.random,
    background: () => {},
  };
}
