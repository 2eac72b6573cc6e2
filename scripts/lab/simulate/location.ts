import { plainHost } from "../../support/plain-host.ts";
import { prepareDestination } from "../../../src/domain/prepare-destination.ts";
import { PRIMARY } from "../../../src/domain/routing.ts";
import { SNAPSHOT_VERSION, type SnapshotKey } from "../../../src/domain/snapshot.ts";
import { NO_UTM } from "../../../src/domain/utm.ts";
import type { Snapshot } from "../../../src/storage/snapshot/memory.ts";
import { toStored, type Recognize, type StoredSnapshot } from "../../../src/storage/snapshot/kv.ts";

/**
 * KV as one location of the network sees it: values and absences that were read there are cached for `cacheTtl`,
 * everything else is read from the central stores. Every visited alias exists.
 */
export class Location {
  /** Keys read, and how many of them came from the central stores. */
  reads = 0;
  centralReads = 0;
  private readonly keptUntilMs = new Map<SnapshotKey, number>();
  private readonly cacheMs: number;

  constructor(cacheMs: number) {
    this.cacheMs = cacheMs;
  }

  read(keys: SnapshotKey[], nowMs: number, recognize: Recognize): Map<SnapshotKey, StoredSnapshot> {
    for (const key of keys) {
      this.reads++;
      if ((this.keptUntilMs.get(key) ?? 0) > nowMs) continue;
      this.centralReads++;
      this.keptUntilMs.set(key, nowMs + this.cacheMs);
    }
    return new Map(keys.map((key) => [key, toStored(key, textOf(key), recognize)]));
  }
}

/** Returns the alias of a rank. The hosts take turns, so that each has popular and forgotten aliases. */
export function urlOf(rank: number, hosts: number): string {
  return `https://go.brand${rank % hosts}.example/${rank.toString(36)}`;
}

function textOf(key: string): string | null {
  const snapshot = snapshotOf(key);
  return snapshot === null ? null : JSON.stringify(snapshot);
}

/** Null for the wildcards above the hosts, which are not connected. */
function snapshotOf(key: string): Snapshot | null {
  const slash = key.indexOf("/");
  if (slash >= 0) return aliasSnapshot(key.slice(slash));
  return key.startsWith("h:*")
    ? null
    : {
        v: SNAPSHOT_VERSION,
        seq: 1,
        config: { ...plainHost(key.slice(2)), hasHttps: true, forceHttps: true },
        complete: true,
      };
}

function aliasSnapshot(path: string): Snapshot {
  const destination = prepareDestination(`https://www.brand.example/campaign${path}`, NO_UTM, false);
  const target = { destinations: [destination], routing: PRIMARY, forwardPath: false, forwardQuery: false };
  const answer = { kind: "redirect" as const, status: 302 as const, target };
  const id = "01990000-0000-7000-8000-000000000000";
  return { v: SNAPSHOT_VERSION, seq: 1, records: [{ id, path, isAlias: true, answer }] };
}
