import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  QUERY,
  destinationOf,
  simpleRecord,
  fullRecord,
  recordWithRules,
  fullLocation,
  tableOf,
  patternTable,
  brandedTable,
  hostileTable,
  patternPath,
  patternLocation,
  longPaths,
} from "./snapshot.ts";
import { writeConfig, writeStores, writeWorkers, type Lifetimes } from "./workerd-config.ts";

/** A target that is measured against the floor, with its requests. */
export interface Target {
  name: string;
  /** A configuration of workerd; unused if a command serves the target. */
  config: string;
  command?: string;
  args?(port: number): Promise<string[]>;
  hasQueue: boolean;
  paths: string[];
  headers: string[];
  /** The expected answers, checked before each round. */
  expect: { status: number; location: (path: string) => string | null };
}

const ALIASES = 10_000;
/** An isolate remembers 25,000 snapshots, and outcomes of 20,000 URLs. */
const CROWD = 60_000;
const USER_AGENT =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
/** The headers that the platform adds to every request. */
const PLATFORM = ["CF-Connecting-IP: 192.0.2.7", "CF-IPCountry: DE"];

/**
 * Fewer records with five rules, because memory, which is also bounded in characters, holds fewer than 10,000 of
 * them.
 */
const ALIASES_WITH_RULES = 5_000;

const aliases = Array.from({ length: ALIASES }, (_, index) => `/link-${index}`);

export interface Targets {
  /** Loaded in turn. */
  loaded: Record<string, Target>;
  /** Started again for each cold start; the stores of `ours` are served by `stores`, which keeps running. */
  fresh: { floor: Target; ours: Target; stores: Target };
  /** Ours, with more aliases than the caches of one isolate hold. */
  crowd: Target;
}

/** Writes all targets into a folder. `ours` is the bundle as a deployment uploads it. */
export async function prepareTargets(): Promise<Targets> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-bench-"));
  const modules = await writeWorkers(folder);
  const plain = { hasQueue: false, headers: [USER_AGENT, ...PLATFORM] };
  const floor = await writeConfig(folder, "floor", ["floor.js"], {});
  const write = (name: string, table: object, lifetimes: Lifetimes, options: object = {}) =>
    writeConfig(folder, name, modules, { table, lifetimes, ...options });
  const kept: Lifetimes = { memorySeconds: 86_400, storeSeconds: 86_400 };
  const simple = tableOf(aliases, simpleRecord);
  const full = tableOf(aliases, fullRecord);
  const ruled = aliases.slice(0, ALIASES_WITH_RULES);
  const constant = { status: 302, location: () => "https://example.com/landing/page" };
  const redirect = { status: 302, location: destinationOf };
  const floorTarget = { ...plain, name: "floor", config: floor, paths: aliases, expect: constant };
  const paths = aliases.map((path) => `/unknown${path.slice(1)}`);
  const missing = { status: 404, location: () => null };
  const mine = { ...plain, hasQueue: true, paths: aliases, expect: redirect };
  const unknown = { ...mine, paths, expect: missing };
  const ours = async (
    name: string,
    file: string,
    table: object,
    more: Partial<Target> = {},
  ): Promise<Target> => ({
    ...mine,
    name,
    config: await write(file, table, kept),
    ...more,
  });
  const bareClick = {
    ...plain,
    name: "a redirect that is counted, and nothing else",
    config: await writeConfig(folder, "bare-click", ["bare-click.js"], { sendsClicks: true }),
    expect: redirect,
  };
  const fullRequests = {
    paths: aliases.map((path) => path + QUERY),
    headers: [USER_AGENT, ...PLATFORM, "Referer: https://www.example.org/some/page"],
  };
  const ruledRequests = {
    paths: ruled,
    headers: [USER_AGENT, ...PLATFORM, "Accept-Language: de-CH,de;q=0.9,en;q=0.8"],
  };
  const loaded: Record<string, Target> = {
    floor: floorTarget,
    floorAgain: { ...plain, name: "floor, again", config: floor, paths: aliases, expect: constant },
    barePage: {
      ...plain,
      name: "a constant page of that size, one header read",
      config: await writeConfig(folder, "page", ["page.js"], {}),
      paths: aliases,
      expect: missing,
    },
    bareClick: { ...bareClick, paths: aliases },
    // The platform reads longer requests longer.
    bareFull: { ...bareClick, name: `${bareClick.name}, of the requests of everything on`, ...fullRequests },
    bareRules: { ...bareClick, name: `${bareClick.name}, of the requests of five rules`, ...ruledRequests },
    bareKv: {
      ...plain,
      name: "bare KV bulk get and a redirect",
      config: await writeConfig(folder, "bare-kv", ["bare-kv.js"], { table: simple }),
      paths: aliases,
      expect: redirect,
    },
    plain: await ours("from memory, plain", "plain", simple),
    full: await ours("from memory, everything on, clicks counted", "full", full, {
      ...fullRequests,
      expect: { status: 302, location: fullLocation },
    }),
    rules: await ours("from memory, five rules", "rules", tableOf(ruled, recordWithRules), {
      ...ruledRequests,
      expect: { status: 302, location: (path) => `https://example.com/rule${path}` },
    }),
    pattern: await ours("a pattern, URL remembered", "pattern", patternTable(), {
      paths: aliases.map(patternPath),
      expect: { status: 302, location: patternLocation },
    }),
    newPattern: await ours("a pattern, URL never seen, slot in memory", "new-pattern", patternTable(), {
      // More than an isolate remembers, in a circle.
      paths: Array.from({ length: CROWD }, (_, index) => patternPath(`/link-${index}`)),
      expect: { status: 302, location: patternLocation },
    }),
    branded: await ours("unknown alias in the look of its owner, from memory", "branded", brandedTable(), {
      expect: missing,
    }),
    longPath: await ours("unknown paths of 8 kB, no patterns", "long-path", tableOf([], simpleRecord), {
      paths: longPaths,
      expect: missing,
    }),
    hostile: await ours("unknown paths of 8 kB, 200 hostile patterns", "hostile", hostileTable(), {
      paths: longPaths,
      expect: missing,
    }),
    store: {
      ...mine,
      name: "every visit from KV",
      config: await write("store", simple, { memorySeconds: 0, storeSeconds: 86_400 }),
    },
    unknown: {
      ...unknown,
      name: "unknown alias, misses off, from memory",
      config: await write("unknown", tableOf(aliases, simpleRecord, { misses: "off" }), kept, {
        misses: "off",
      }),
    },
    missed: { ...unknown, name: "unknown alias, misses kept", config: await write("missed", simple, kept) },
  };
  const [alias = ""] = aliases;
  const one = tableOf([alias], simpleRecord);
  const single = { ...mine, name: "ours", paths: [alias] };
  const fresh = {
    floor: floorTarget,
    ours: { ...single, config: await write("fresh", one, kept, { hasStoresApart: true }), hasQueue: false },
    stores: { ...single, name: "stores", config: await writeStores(folder, one) },
  };
  const many = Array.from({ length: CROWD }, (_, index) => `/link-${index}`);
  const crowd = await ours("ours, crowded", "crowd", tableOf(many, simpleRecord), { paths: many });
  return { loaded, fresh, crowd };
}
