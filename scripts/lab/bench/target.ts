import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { bundleWorker } from "../../support/bundle.ts";
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

/** What is measured against the floor, and how it is asked. */
export interface Target {
  name: string;
  /** A configuration of workerd; unused where a command is served. */
  config: string;
  command?: string;
  args?(port: number): Promise<string[]>;
  hasQueue: boolean;
  paths: string[];
  headers: string[];
  /** What each answer has to be, checked before each round. */
  expect: { status: number; location: (path: string) => string | null };
}

const ALIASES = 10_000;
/** An isolate remembers 25,000 snapshots, and outcomes of 20,000 URLs. */
const CROWD = 60_000;
const USER_AGENT =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
/** What the platform adds to every request. */
const PLATFORM = ["CF-Connecting-IP: 192.0.2.7", "CF-IPCountry: DE"];

/** Records with five rules are so large that memory holds no 10,000 of them: it is bounded in text as well. */
const ALIASES_WITH_RULES = 5_000;

const aliases = Array.from({ length: ALIASES }, (_, index) => `/link-${index}`);

export interface Targets {
  /** Loaded in turn. */
  loaded: Record<string, Target>;
  /** Started anew each time; what `ours` stands on is served by `stores`, which runs all the while. */
  fresh: { floor: Target; ours: Target; stores: Target };
  /** Ours, with more aliases than one isolate may remember. */
  crowd: Target;
}

/** Writes all targets into a folder of their own. `ours` is the bundle as a deployment uploads it. */
export async function prepareTargets(): Promise<Targets> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-bench-"));
  const modules = await writeWorkers(folder);
  const plain = { hasQueue: false, headers: [USER_AGENT, ...PLATFORM] };
  const floor = await writeConfig(folder, "floor", ["floor.js"], {});
  const write = (name: string, table: object, lifetimes: Lifetimes, options: object = {}) =>
    writeConfig(folder, name, modules, { table, lifetimes, ...options });
  const kept: Lifetimes = { memorySeconds: 86_400, storeSeconds: 86_400 };
  const forgotten: Lifetimes = { memorySeconds: 0, storeSeconds: 86_400 };
  const simple = tableOf(aliases, (path) => simpleRecord(path));
  const full = tableOf(aliases, (path) => fullRecord(path));
  const ruled = aliases.slice(0, ALIASES_WITH_RULES);
  const constant = { status: 302, location: () => "https://example.com/landing/page" };
  const redirect = { status: 302, location: destinationOf };
  const floorTarget = { ...plain, name: "floor", config: floor, paths: aliases, expect: constant };
  const paths = aliases.map((path) => `/unknown${path.slice(1)}`);
  const unknown = { ...plain, hasQueue: true, paths, expect: { status: 404, location: () => null } };
  const loaded: Record<string, Target> = {
    floor: floorTarget,
    floorAgain: { ...plain, name: "floor, again", config: floor, paths: aliases, expect: constant },
    barePage: {
      ...plain,
      name: "a constant page of that size, one header read",
      config: await writeConfig(folder, "page", ["page.js"], {}),
      paths: aliases,
      expect: { status: 404, location: () => null },
    },
    bareKv: {
      ...plain,
      name: "bare KV bulk get and a redirect",
      config: await writeConfig(folder, "bare-kv", ["bare-kv.js"], { table: simple }),
      paths: aliases,
      expect: redirect,
    },
    plain: {
      ...plain,
      name: "from memory, plain",
      config: await write("plain", simple, kept),
      hasQueue: true,
      paths: aliases,
      expect: redirect,
    },
    full: {
      ...plain,
      name: "from memory, everything on, clicks counted",
      config: await write("full", full, kept),
      hasQueue: true,
      paths: aliases.map((path) => path + QUERY),
      headers: [USER_AGENT, ...PLATFORM, "Referer: https://www.example.org/some/page"],
      expect: { status: 302, location: fullLocation },
    },
    rules: {
      ...plain,
      name: "from memory, five rules",
      config: await write(
        "rules",
        tableOf(ruled, (path) => recordWithRules(path)),
        kept,
      ),
      hasQueue: true,
      paths: ruled,
      headers: [USER_AGENT, ...PLATFORM, "Accept-Language: de-CH,de;q=0.9,en;q=0.8"],
      expect: { status: 302, location: (path) => `https://example.com/rule${path}` },
    },
    pattern: {
      ...plain,
      name: "a pattern, URL remembered",
      config: await write("pattern", patternTable(), kept),
      hasQueue: true,
      paths: aliases.map(patternPath),
      expect: { status: 302, location: patternLocation },
    },
    newPattern: {
      ...plain,
      name: "a pattern, URL never seen, slot in memory",
      config: await write("new-pattern", patternTable(), kept),
      hasQueue: true,
      // More than an isolate remembers, in a circle.
      paths: Array.from({ length: CROWD }, (_, index) => patternPath(`/link-${index}`)),
      expect: { status: 302, location: patternLocation },
    },
    branded: {
      ...plain,
      name: "unknown alias in the look of its owner, from memory",
      config: await write("branded", brandedTable(), kept),
      hasQueue: true,
      paths: aliases,
      expect: { status: 404, location: () => null },
    },
    longPath: {
      ...plain,
      name: "unknown paths of 8 kB, no patterns",
      config: await write("long-path", tableOf([], simpleRecord), kept),
      hasQueue: true,
      paths: longPaths,
      expect: { status: 404, location: () => null },
    },
    hostile: {
      ...plain,
      name: "unknown paths of 8 kB, 200 hostile patterns",
      config: await write("hostile", hostileTable(), kept),
      hasQueue: true,
      paths: longPaths,
      expect: { status: 404, location: () => null },
    },
    store: {
      ...plain,
      name: "every visit from KV",
      config: await write("store", simple, forgotten),
      hasQueue: true,
      paths: aliases,
      expect: redirect,
    },
    unknown: {
      ...unknown,
      name: "unknown alias, misses off, from memory",
      config: await write("unknown", tableOf(aliases, simpleRecord, { misses: "off" }), kept),
    },
    missed: { ...unknown, name: "unknown alias, misses kept", config: await write("missed", simple, kept) },
  };
  const [alias = ""] = aliases;
  const one = tableOf([alias], (path) => simpleRecord(path));
  const ours = { ...plain, name: "ours", hasQueue: true, paths: [alias], expect: redirect };
  const fresh = {
    floor: floorTarget,
    ours: { ...ours, config: await write("fresh", one, kept, { hasStoresApart: true }), hasQueue: false },
    stores: { ...ours, name: "stores", config: await writeStores(folder, one) },
  };
  const many = Array.from({ length: CROWD }, (_, index) => `/link-${index}`);
  const crowd = {
    ...ours,
    name: "ours, crowded",
    config: await write(
      "crowd",
      tableOf(many, (path) => simpleRecord(path)),
      kept,
    ),
    paths: many,
  };
  return { loaded, fresh, crowd };
}

interface Lifetimes {
  memorySeconds: number;
  storeSeconds: number;
}

/** Writes the workers into a folder, and returns the modules of ours. */
async function writeWorkers(folder: string): Promise<string[]> {
  const { code, texts } = await bundleWorker();
  await writeFile(join(folder, "index.js"), code);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  for (const name of ["floor.js", "page.js", "bare-kv.js", "kv.js", "queue.js", "ours.js"]) {
    const text = await readFile(join(PROJECT_FOLDER, "scripts/lab/bench/worker", name));
    await writeFile(join(folder, name), text);
  }
  return ["ours.js", "index.js", ...Object.keys(texts)];
}

/** One target, one process: the worker, and what it stands on as services beside it. */
async function writeConfig(
  folder: string,
  name: string,
  modules: string[],
  options: { table?: object; lifetimes?: Lifetimes; hasStoresApart?: boolean },
): Promise<string> {
  const { table, lifetimes, hasStoresApart = false } = options;
  await mkdir(join(folder, name), { recursive: true });
  if (table !== undefined) await writeFile(join(folder, name, "table.json"), JSON.stringify(table));
  const moduleList = modules.map((module) => {
    const kind = module.endsWith(".txt") ? "text" : "esModule";
    return `(name = "${module}", ${kind} = embed "../${module}")`;
  });
  const bindings = [
    ...(table === undefined ? [] : [`(name = "SNAPSHOTS", kvNamespace = "kv")`]),
    ...(lifetimes === undefined ? [] : oursBindings(lifetimes)),
  ];
  const text = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${moduleList.join(", ")}],
      compatibilityDate = "2026-10-01",
      bindings = [${bindings.join(", ")}]
    )),
    ${table === undefined ? "" : hasStoresApart ? external("kv") : kvService}
    ${lifetimes === undefined ? "" : hasStoresApart ? external("queue") : queueService}
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
    ${lifetimes === undefined || hasStoresApart ? "" : queueSocket}
  ]
);
`;
  const path = join(folder, name, "config.capnp");
  await writeFile(path, text);
  return path;
}

/** The stores alone: KV on the socket `http`. */
async function writeStores(folder: string, table: object): Promise<string> {
  await mkdir(join(folder, "stores"), { recursive: true });
  await writeFile(join(folder, "stores", "table.json"), JSON.stringify(table));
  const path = join(folder, "stores", "config.capnp");
  await writeFile(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${kvService} ${queueService}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "kv"), ${queueSocket}]
);
`,
  );
  return path;
}

const kvService = service("kv", `, (name = "table.json", json = embed "table.json")`);
const queueService = service("queue", "");
const queueSocket = `(name = "queue", address = "127.0.0.1:0", http = (), service = "queue")`;

function external(name: string): string {
  return `(name = "${name}", external = (address = "127.0.0.1:0", http = ())),`;
}

function service(name: string, modules: string): string {
  return `(name = "${name}", worker = (modules = [(name = "${name}.js", esModule = embed "../${name}.js")${modules}], compatibilityDate = "2026-10-01")),`;
}

function oursBindings({ memorySeconds, storeSeconds }: Lifetimes): string[] {
  const texts = {
    ADMIN_HOSTS: "admin.example.com",
    CNAME_TARGET: "edge.example.net",
    A_TARGETS: "192.0.2.1",
    HOSTNAME_PROOF: "off",
    DOH_URL: "https://dns.example.net/dns-query",
    BCRYPT_COST: "10",
    MEMORY_SECONDS: String(memorySeconds),
    KV_CACHE_SECONDS: String(storeSeconds),
    SIGNING_KEY: "a signing key for the benchmark, long enough",
  };
  return [
    ...["PROJECTION", "CLICKS", "WATCH"].map((name) => `(name = "${name}", queue = "queue")`),
    ...Object.entries(texts).map(([name, value]) => `(name = "${name}", text = "${value}")`),
  ];
}
