import { queries } from "../../api/query.ts";
import { readHosts, useHosts } from "../../api/shared-reads.ts";
import type { Host } from "../../api/types.ts";

interface LinkHosts {
  /** The hostnames that accept new short links, in the order of the API. */
  known: string[];
  /** The hostname with the most short links, which is the likely choice for a new one. */
  usual: string | undefined;
}

export function useLinkHosts(isEnabled = true): LinkHosts & { isPending: boolean } {
  const hosts = useHosts(isEnabled);
  return { ...toLinkHosts(hosts.data?.data ?? []), isPending: hosts.isPending };
}

/** Waits for the list of hostnames, and returns a preferred one if it is among them, else the usual one; empty without one. */
export async function readUsualHost(preferred = ""): Promise<string> {
  const hosts = await queries.ensureQueryData(readHosts).catch(() => null);
  const { known, usual = "" } = toLinkHosts(hosts?.data ?? []);
  return known.includes(preferred) ? preferred : usual;
}

function toLinkHosts(hosts: readonly Host[]): LinkHosts {
  const open = hosts.filter((host) => host.short_links_enabled);
  const [usual] = open.toSorted((a, b) => countLinks(b) - countLinks(a));
  return { known: open.map(({ host }) => host), usual: usual?.host };
}

function countLinks({ counts }: Host): number {
  const text = counts.find((count) => count.startsWith("short-url:")) ?? "";
  return Number(text.slice(text.indexOf(":") + 1));
}
