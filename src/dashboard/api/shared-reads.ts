import { call } from "./client.ts";
import { type Read, useGet, useRead } from "./query.ts";
import type { Host, Page, Tag, Workspace } from "./types.ts";

/** What several screens read. The cache holds one shape for each key. */

export const readHosts = {
  queryKey: ["hosts", "all"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<Page<Host>>("GET", "/host", { query: { per_page: 1_000 }, signal }),
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
  const tags = useGet<Page<Tag>>(["tags", "names"], "/tags", { query: { per_page: 500 } });
  return tags.data?.data.map(({ name }) => name) ?? [];
}

export const readWorkspace = {
  queryKey: ["workspace"],
  queryFn: ({ signal }: { signal?: AbortSignal }) => call<Workspace>("GET", "/workspace/current", { signal }),
};

export function useWorkspace(isEnabled = true): Read<Workspace> {
  const read = (signal: AbortSignal) => readWorkspace.queryFn({ signal });
  return useRead<Workspace>({ key: readWorkspace.queryKey, read, isEnabled });
}
