/**
 * The part of a workspace that a caller may see and write (contract 27). What reads records, hostnames or
 * clicks for a caller takes a reach and no bare id of a workspace, so that it cannot forget the hostnames.
 */
export type Reach = WholeWorkspace | SomeHosts;

export interface WholeWorkspace {
  readonly workspaceId: string;
  readonly hosts: null;
}

export interface SomeHosts {
  readonly workspaceId: string;
  /** Names, wildcards meaning themselves. One that the workspace has not claimed finds nothing. */
  readonly hosts: readonly string[];
}

/** How many hostnames a token or member may be limited to: a list merges so many in its order. */
export const MAX_REACHED_HOSTS = 20;

/** Returns the reach of somebody without a limit, and of jobs that work for a whole workspace. */
export function wholeOf(workspaceId: string): WholeWorkspace {
  return { workspaceId, hosts: null };
}

export function isWhole(reach: Reach): reach is WholeWorkspace {
  return reach.hosts === null;
}

/** Returns whether a reach covers a hostname, if the workspace has it. */
export function covers({ hosts }: Reach, name: string): boolean {
  return hosts === null || hosts.includes(name);
}

/** Returns the hostnames that both lists allow; null stands for all. */
export function commonHosts(
  a: readonly string[] | null,
  b: readonly string[] | null,
): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((name) => b.includes(name));
}

/** Returns the hostnames that a filter by `host` leaves of a reach; null stands for all. */
export function hostsWithin({ hosts }: Reach, host: string | undefined): readonly string[] | null {
  return commonHosts(hosts, host === undefined ? null : [host]);
}
