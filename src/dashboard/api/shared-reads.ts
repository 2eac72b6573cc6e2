import { ASK } from "../first-asks.ts";
import { call } from "./client.ts";
import { type Read, useAsk, useRead } from "./query.ts";
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
  const read = (signal: AbortSignal) => readHosts.queryFn({ signal });
  return useRead<Page<Host>>({ key: readHosts.queryKey, read, isEnabled });
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
  const read = (signal: AbortSignal) => readWorkspace.queryFn({ signal });
  return useRead<Workspace>({ key: readWorkspace.queryKey, read, isEnabled });
}
