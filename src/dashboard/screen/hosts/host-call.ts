import { callVersioned, type Versioned } from "../../api/client.ts";
import { keepAnswer, refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { useMay, useSession } from "../../state/session.ts";

export type LoadedHost = Versioned<Host>;

export interface HostFormProps {
  loaded: LoadedHost;
  onDirty: (isDirty: boolean) => void;
}

/** Returns the read of a hostname. Every screen uses it, because the cache holds one shape per key. */
export function hostRead(name: string) {
  return { key: ["host", name], read: (signal: AbortSignal) => readHost(name, signal) };
}

export function readHost(name: string, signal?: AbortSignal): Promise<LoadedHost> {
  return callVersioned("GET", `/host/${encodeURIComponent(name)}`, signal === undefined ? {} : { signal });
}

/** Writes settings of a hostname, and updates them on all screens. @throws ApiError 412 for another version */
export async function writeHost(name: string, body: object, etag: string | null): Promise<LoadedHost> {
  const headers: Record<string, string> = etag === null ? {} : { "If-Match": etag };
  const written = await callVersioned<Host>("PUT", `/host/${encodeURIComponent(name)}`, { body, headers });
  await keepAnswer(["host", name], written);
  void refresh("hosts");
  return written;
}

/** Returns whether the user may connect and disconnect hostnames, which needs an unlimited reach. */
export function useMayConnect(): boolean {
  const isEditor = useMay("editor");
  return useSession().hosts === null && isEditor;
}
