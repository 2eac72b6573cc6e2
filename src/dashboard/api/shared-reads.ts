import { ASK } from "../first-asks.ts";
import { call } from "./client.ts";
import { type Read, useAsk } from "./query.ts";
import type { Host, Page, Tag, Workspace } from "./types.ts";

/** What several screens read. The cache holds one shape for each key. */

export const readHosts = {
  queryKey: ["hosts", "all"],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const [path, query] = ASK.hosts;
    return call<Page<Host>>("GET", path, { query, signal });
  },
};

/** Reads the first thousand hostnames. */
export function useHosts(isEnabled = true): Read<Page<Host>> {
  return useAsk<Page<Host>>(readHosts.queryKey, ASK.hosts, { isEnabled });
}

export function namesOf(hosts: Read<Page<Host>>): string[] {
  return hosts.data?.data.map(({ host }) => host) ?? [];
}

/** Returns the names of tags for suggestions; none while they load. */
export function useTagNames(): string[] {
  const tags = useAsk<Page<Tag>>(["tags", "names"], ASK.tagNames);
  return tags.data?.data.map(({ name }) => name) ?? [];
}

export const readWorkspace = {
  queryKey: ["workspace"],
  queryFn: ({ signal }: { signal?: AbortSignal }) => call<Workspace>("GET", ASK.workspace[0], { signal }),
};

export function useWorkspace(isEnabled = true): Read<Workspace> {
  return useAsk<Workspace>(readWorkspace.queryKey, ASK.workspace, { isEnabled });
}
