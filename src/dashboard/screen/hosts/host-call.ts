import { callVersioned, type Versioned } from "../../api/client.ts";
import { queries, refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { useMay, useSession } from "../../state/session.ts";

/** A hostname with the version of its settings. */
export type LoadedHost = Versioned<Host>;

/** What each form of a hostname gets. */
export interface HostFormProps {
  loaded: LoadedHost;
  onDirty: (isDirty: boolean) => void;
}

export function readHost(name: string, signal?: AbortSignal): Promise<LoadedHost> {
  return callVersioned("GET", `/host/${encodeURIComponent(name)}`, signal === undefined ? {} : { signal });
}

/** Writes settings of a hostname, and shows what stands then everywhere. @throws ApiError 412 for another version */
export async function writeHost(name: string, body: object, etag: string | null): Promise<LoadedHost> {
  const headers: Record<string, string> = etag === null ? {} : { "If-Match": etag };
  const written = await callVersioned<Host>("PUT", `/host/${encodeURIComponent(name)}`, { body, headers });
  queries.setQueryData(["host", name], written);
  void refresh("hosts");
  return written;
}

/** Whoever is limited to some hostnames connects and disconnects none. */
export function useMayConnect(): boolean {
  const isEditor = useMay("editor");
  return useSession().hosts === null && isEditor;
}
