import { say } from "../../src/domain/refusal/say.ts";
import { findMatch, type Match, type RequestedSource, toRequestedSource } from "../../src/domain/match.ts";
import { parseSource } from "../../src/domain/parse-source.ts";
import { foldPath } from "../../src/domain/path.ts";
import { rankPatterns } from "../../src/domain/pattern-ranking.ts";
import { defaultSettings, type LinkRecord } from "../../src/domain/record.ts";
import { SNAPSHOT_VERSION, type HostConfig, type SlotSnapshot } from "../../src/domain/snapshot.ts";
import { aliasSource, prefixDepth, slotOf, type Source } from "../../src/domain/source.ts";
import { forwardsBelow, toRecordSnapshot } from "../../src/domain/to-snapshot.ts";
import { hostname } from "./hostname.ts";

/** A record with a default for everything that a test does not care about. */
export function linkRecord(overrides: Partial<LinkRecord> = {}): LinkRecord {
  const handler = overrides.handler ?? "redirect";
  return {
    ...defaultSettings(handler),
    id: "0198c0de-0000-7000-8000-000000000001",
    workspaceId: "0198c0de-0000-7000-8000-0000000000aa",
    handler,
    host: hostname("old.example"),
    isHeld: true,
    source: { kind: "any" },
    destinations: ["https://new.example"],
    createdBy: "0198c0de-0000-7000-8000-0000000000bb",
    createdVia: "api",
    createdAtMs: 0,
    updatedAtMs: 0,
    totalClicks: 0,
    clicksBefore: 0,
    managedBy: null,
    version: 1,
    maxClicksVersion: 0,
    placesLeft: null,
    health: {},
    threats: {},
    ...overrides,
  };
}

/** A source from what stands after the hostname; a text that is none fails the test. */
export function sourceOf(suffix: string): Source {
  const source = parseSource(suffix);
  if (!source.ok) throw new Error(`${suffix} ${say(source.reason)}`);
  return source.value;
}

/** A redirect at `/a/b`, `/blog/*`, `/a?x=1` or `/*`, with that text as its id. */
export function redirectAt(suffix: string): LinkRecord {
  return linkRecord({ id: suffix, source: sourceOf(suffix) });
}

/** A short link with `/alias` as its id. */
export function shortLinkAt(alias: string, forwardPath = false): LinkRecord {
  return linkRecord({ id: `/${alias}`, handler: "short-url", source: aliasSource(alias), forwardPath });
}

/** The snapshots of a host, by the slots that visits look them up in. */
export interface HostWithSlots {
  config: HostConfig;
  slots: Map<string, SlotSnapshot>;
}

export function hostWith(records: LinkRecord[]): HostWithSlots {
  const slots = new Map<string, SlotSnapshot>();
  const slotAt = (source: Source): SlotSnapshot => {
    const slot = slots.get(slotOf(source)) ?? { v: SNAPSHOT_VERSION, seq: 1, records: [] };
    slots.set(slotOf(source), slot);
    return slot;
  };
  for (const record of records) {
    const { source } = record;
    slotAt(source).records.push(toRecordSnapshot({ ...record, html: null }));
    if (source.kind === "query") slotAt({ kind: "exact", path: source.path }).hasQueries = true;
  }
  const depths = new Set(records.flatMap(({ source }) => prefixDepth(source) ?? []));
  const config: HostConfig = {
    host: hostname("old.example"),
    forceHttps: false,
    hasHttps: false,
    notFoundUrl: null,
    expiredUrl: null,
    any: slots.get(slotOf({ kind: "any" }))?.records[0] ?? null,
    prefixDepths: [...depths].toSorted((a, b) => a - b),
    ...shapesOf(records),
    hasQuerySources: records.some(({ source }) => source.kind === "query"),
    hasForwardingAliases: records.some(forwardsBelow),
    ownPaths: [],
  };
  return { config, slots };
}

/** A request as the runtime hands it on: serialised by the URL standard. */
export function requestFor(target: string): RequestedSource {
  const { pathname, search } = new URL(`https://old.example${target}`);
  return toRequestedSource(pathname, search.slice(1));
}

/** The folded shapes of the patterns among some records, as the snapshot of their host holds them. */
function shapesOf(records: LinkRecord[]): { shapes?: string[] } {
  const shapes = records.flatMap(({ source }) => (source.kind === "pattern" ? foldPath(source.path) : []));
  return shapes.length === 0 ? {} : { shapes: [...new Set(shapes)] };
}

/** Finds the match of a request on a host whose snapshots are all at hand. */
export function matchOn({ config, slots }: HostWithSlots, requested: RequestedSource): Match | null {
  const patterns = rankPatterns(config.shapes ?? [], requested);
  return findMatch(config, requested, (slot) => slots.get(slot) ?? null, patterns) ?? null;
}
