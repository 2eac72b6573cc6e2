import type { Hostname } from "./hostname.ts";
import { foldTag } from "./tag.ts";

/**
 * The part of a workspace that a caller may see and write (contract 27). Functions that read records, hostnames
 * or clicks for a caller take a reach in place of a workspace id, so that they cannot forget the limits.
 */
export type Reach = WholeWorkspace | PartOfWorkspace;

export interface WholeWorkspace {
  readonly workspaceId: string;
  readonly hosts: null;
  readonly tags: null;
}

/** What a token or member is limited to. A record has to be within both. */
export interface Limits {
  /** Names, or null for all; a wildcard stands for itself only. A name that the workspace has not claimed finds nothing. */
  readonly hosts: readonly Hostname[] | null;
  /** Null for all records; otherwise only those that have one of these tags, in any letter case. */
  readonly tags: readonly string[] | null;
}

export interface PartOfWorkspace extends Limits {
  readonly workspaceId: string;
}

/** The most hostnames that a token or member may be limited to. A list merges the records of that many in order. */
export const MAX_REACHED_HOSTS = 20;

/** The most tags that a token or member may be limited to, for the same reason. */
export const MAX_REACHED_TAGS = 20;

/** Returns the reach of a caller without a limit, and of jobs that work for a whole workspace. */
export function wholeOf(workspaceId: string): WholeWorkspace {
  return { workspaceId, hosts: null, tags: null };
}

export function isWhole(reach: Reach): reach is WholeWorkspace {
  return reach.hosts === null && reach.tags === null;
}

/** Returns whether a reach includes a hostname, provided that the workspace has it. */
export function covers({ hosts }: Reach, name: Hostname): boolean {
  return hosts === null || hosts.includes(name);
}

export function includes(reach: Reach, { hosts }: Reach): boolean {
  return hosts?.every((name) => covers(reach, name)) ?? isWhole(reach);
}

/** Returns a reach without its tags, for reads of what any record takes from all others: its source. */
export function onHosts(reach: Reach): Reach {
  return { ...reach, tags: null };
}

/** Returns whether a reach includes a record with these tags, provided that it covers the hostname. */
export function coversTags({ tags }: Reach, ofRecord: readonly string[]): boolean {
  const allowed = tags?.map(foldTag);
  return allowed === undefined || ofRecord.some((tag) => allowed.includes(foldTag(tag)));
}

/** Returns the limits of a token whose member has limits too. */
export function commonLimits(a: Limits, b: Limits): Limits {
  const tags = a.tags === null || b.tags === null ? (a.tags ?? b.tags) : commonTags(a.tags, b.tags);
  return { hosts: commonHosts(a.hosts, b.hosts), tags };
}

function commonTags(a: readonly string[], b: readonly string[]): readonly string[] {
  const folded = b.map(foldTag);
  return a.filter((tag) => folded.includes(foldTag(tag)));
}

function commonHosts(
  a: readonly Hostname[] | null,
  b: readonly Hostname[] | null,
): readonly Hostname[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((name) => b.includes(name));
}

export function hostsWithin({ hosts }: Reach, host: Hostname | undefined): readonly Hostname[] | null {
  return commonHosts(hosts, host === undefined ? null : [host]);
}

/**
 * Returns the hostnames that a change or check names with those of further rows, sorted. One more than any caller may
 * have says enough. What is beyond the reach that the rows were made in stands for all of that reach.
 */
export function addNames(
  { hosts }: Reach,
  known: readonly Hostname[],
  found: Iterable<Hostname>,
): Hostname[] {
  const names = new Set(known);
  for (const name of found) {
    for (const one of hosts === null || hosts.includes(name) ? [name] : hosts) names.add(one);
  }
  return [...names].toSorted().slice(0, MAX_REACHED_HOSTS + 1);
}
