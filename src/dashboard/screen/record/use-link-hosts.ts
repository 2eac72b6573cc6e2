import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Host, Page } from "../../api/types.ts";

interface LinkHosts {
  /** The hostnames that accept new short links, in the order of the API. */
  known: string[];
  /** The hostname with the most short links, which is the likely choice for a new one. */
  usual: string | undefined;
  isPending: boolean;
}

export function useLinkHosts(isEnabled = true): LinkHosts {
  const hosts = useRead<Page<Host>>({
    key: ["hosts", "all"],
    read: (signal) => call("GET", "/host", { query: { per_page: 1000 }, signal }),
    isEnabled,
  });
  const open = (hosts.data?.data ?? []).filter((host) => host.short_links_enabled);
  const [usual] = open.toSorted((a, b) => countLinks(b) - countLinks(a));
  return { known: open.map(({ host }) => host), usual: usual?.host, isPending: hosts.isPending && isEnabled };
}

function countLinks({ counts }: Host): number {
  const text = counts.find((count) => count.startsWith("short-url:")) ?? "";
  return Number(text.slice(text.indexOf(":") + 1));
}
