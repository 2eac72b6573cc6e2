import { isRedirectStatus } from "../../domain/redirect-status.ts";
import {
  EXTENDED_VERSION,
  SNAPSHOT_VERSION,
  type HostConfig,
  type SnapshotKey,
} from "../../domain/snapshot.ts";
import type { Kept, Snapshot } from "./memory.ts";
import { storeKey } from "./key.ts";

/** The second tier: snapshots in KV, one JSON value for each host and each slot. */

/**
 * A value in KV. `unreadable` means that it is damaged or foreign, and has to be written again. `newer` means
 * that a later release, which runs at the same time, wrote it: the value stays, and the database answers.
 */
export type StoredSnapshot = Kept | "unreadable" | "newer";

/** Returns the known snapshot that was parsed from a text, if there is one. */
export type Recognize = (key: SnapshotKey, text: string | null) => Snapshot | undefined;

/** The most keys that KV accepts in one operation. */
const MAX_KEYS = 100;

/** Reads snapshots, 100 in one operation. Never returns fewer values than keys. Rejects as KV does. */
export function readStore(
  kv: KVNamespace,
  keys: SnapshotKey[],
  cacheTtl: number,
  recognize: Recognize,
): Promise<Map<SnapshotKey, StoredSnapshot>> {
  if (keys.length > MAX_KEYS) {
    return Promise.all([
      readStore(kv, keys.slice(0, MAX_KEYS), cacheTtl, recognize),
      readStore(kv, keys.slice(MAX_KEYS), cacheTtl, recognize),
    ]).then(([first, others]) => new Map([...first, ...others]));
  }
  const stored = keys.map(storeKey);
  // Few keys are long enough to be hashed. For the others, a promise costs more than the read.
  return stored.every((key) => typeof key === "string")
    ? readTexts(kv, keys, stored, cacheTtl, recognize)
    : Array.fromAsync(stored).then((resolved) => readTexts(kv, keys, resolved, cacheTtl, recognize));
}

async function readTexts(
  kv: KVNamespace,
  keys: SnapshotKey[],
  stored: string[],
  cacheTtl: number,
  recognize: Recognize,
): Promise<Map<SnapshotKey, StoredSnapshot>> {
  const options = { type: "text", cacheTtl } as const;
  const [first] = stored;
  const found = new Map<SnapshotKey, StoredSnapshot>();
  // The plain operation is cheaper for a single key.
  if (first !== undefined && stored.length === 1) {
    const text = await kv.get(first, options);
    for (const key of keys) found.set(key, toStored(key, text, recognize));
  } else {
    const texts = await kv.get(stored, options);
    for (const [index, key] of keys.entries()) {
      found.set(key, toStored(key, texts.get(stored[index] ?? key) ?? null, recognize));
    }
  }
  return found;
}

/** Parses the text of a key in KV; null means that KV lacks the key. */
export function toStored(key: SnapshotKey, text: string | null, recognize: Recognize): StoredSnapshot {
  const snapshot = recognize(key, text) ?? (text === null ? absent(key) : parse(key, text));
  return typeof snapshot === "string" ? snapshot : { snapshot, text, size: text?.length ?? 0 };
}

function absent(key: SnapshotKey): Snapshot {
  return key.startsWith("h:")
    ? { v: SNAPSHOT_VERSION, seq: 0, config: null }
    : { v: SNAPSHOT_VERSION, seq: 0, records: [] };
}

function parse(key: SnapshotKey, text: string): Snapshot | "unreadable" | "newer" {
  try {
    const value: unknown = JSON.parse(text);
    if (isSnapshot(value, key)) return value;
    return isNewer(value) ? "newer" : "unreadable";
  } catch {
    return "unreadable";
  }
}

function isNewer(value: unknown): boolean {
  const { v } = (value ?? {}) as { v?: unknown };
  return Number.isInteger(v) && Number(v) > EXTENDED_VERSION;
}

/**
 * Checks that a value is ours, has a version that this release reads, and has only http(s) URLs that fit into
 * one header. Ignores members that a later release adds.
 */
function isSnapshot(value: unknown, key: SnapshotKey): value is Snapshot {
  if (typeof value !== "object" || value === null) return false;
  const { v, seq } = value as Partial<Snapshot>;
  if ((v !== SNAPSHOT_VERSION && v !== EXTENDED_VERSION) || typeof seq !== "number") return false;
  const isRight = (record: unknown) => isRecord(record, v);
  if (key.startsWith("h:")) {
    const { config } = value as { config?: Record<keyof HostConfig, unknown> | null };
    return config === null || (config !== undefined && isHostConfig(config, isRight));
  }
  const { records } = value as { records?: unknown };
  return Array.isArray(records) && records.every(isRight);
}

function isHostConfig(
  config: Record<keyof HostConfig, unknown>,
  isRight: (record: unknown) => boolean,
): boolean {
  const { host, prefixDepths, ownPaths, any, blocked, shapes, notFoundUrl, expiredUrl, look = {} } = config;
  return (
    typeof host === "string" &&
    Array.isArray(prefixDepths) &&
    Array.isArray(ownPaths) &&
    typeof look === "object" &&
    (any === null || isRight(any)) &&
    [blocked, shapes].every((list) => list === undefined || Array.isArray(list)) &&
    [notFoundUrl, expiredUrl].every((url) => url === null || isHttpUrl(url))
  );
}

function isRecord(value: unknown, version: number): boolean {
  const { id, path, captures, answer } = (value ?? {}) as Record<string, unknown>;
  if (captures !== undefined && !Array.isArray(captures)) return false;
  return typeof id === "string" && typeof path === "string" && isAnswer(answer, version);
}

export function isAnswer(value: unknown, version?: number): boolean {
  const { kind, html, status, target } = (value ?? {}) as Record<string, unknown>;
  // The previous release shows unknown answers as `none`. The code that reads a special answer checks it.
  if (kind === "none" || kind === "special") return version === EXTENDED_VERSION;
  if (kind === "html") return typeof html === "string";
  if (kind !== "redirect" && kind !== "frame") return false;
  if (kind === "redirect" && !(typeof status === "number" && isRedirectStatus(status))) return false;
  const { destinations, routing, flagged } = (target ?? {}) as Record<string, unknown>;
  if (typeof routing !== "object" || !Array.isArray(destinations)) return false;
  if (flagged !== undefined && !Array.isArray(flagged)) return false;
  return destinations.length > 0 && destinations.every(isDestination);
}

function isDestination(value: unknown): boolean {
  const { url, parts } = (value ?? {}) as { url?: unknown; parts?: Record<string, unknown> };
  if (!isHttpUrl(url)) return false;
  if (parts === undefined) return true;
  const { base, query, fragment, utm } = parts;
  return (
    isHttpUrl(base) &&
    (query === null || isPrintable(query)) &&
    isPrintable(fragment) &&
    Array.isArray(utm) &&
    utm.every((pair) => Array.isArray(pair) && pair.every(isPrintable))
  );
}

/** Returns whether a text is printable ASCII, because a header cannot contain line breaks or NUL. */
function isPrintable(text: unknown): boolean {
  return typeof text === "string" && /^[!-~]*$/.test(text);
}

export function isHttpUrl(url: unknown): boolean {
  return typeof url === "string" && /^https?:\/\/[!-~]*$/i.test(url);
}
