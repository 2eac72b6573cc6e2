import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleWorker } from "../../support/bundle.ts";
import { PROJECT_FOLDER } from "../../support/project.ts";

/** Writes the configurations of workerd that targets are served by. */

/** The lifetimes of entries in memory and in KV's cache. */
export interface Lifetimes {
  memorySeconds: number;
  storeSeconds: number;
}

/** Writes the workers into a folder, and returns the modules of ours. */
export async function writeWorkers(folder: string): Promise<string[]> {
  const { code, texts } = await bundleWorker();
  await writeFile(join(folder, "index.js"), code);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  for (const name of ["floor.js", "page.js", "bare-kv.js", "bare-click.js", "kv.js", "queue.js", "ours.js"]) {
    const text = await readFile(join(PROJECT_FOLDER, "scripts/lab/bench/worker", name));
    await writeFile(join(folder, name), text);
  }
  return ["ours.js", "index.js", ...Object.keys(texts)];
}

/** One target in one process: the worker, with its dependencies as services in the same process. */
export async function writeConfig(
  folder: string,
  name: string,
  modules: string[],
  options: {
    table?: object;
    lifetimes?: Lifetimes;
    hasStoresApart?: boolean;
    misses?: string;
    /** Has the queue of clicks, without the other bindings of ours. */
    sendsClicks?: boolean;
  },
): Promise<string> {
  const { table, lifetimes, hasStoresApart = false, misses, sendsClicks = false } = options;
  await mkdir(join(folder, name), { recursive: true });
  if (table !== undefined) await writeFile(join(folder, name, "table.json"), JSON.stringify(table));
  const moduleList = modules.map((module) => {
    const kind = module.endsWith(".txt") ? "text" : "esModule";
    return `(name = "${module}", ${kind} = embed "../${module}")`;
  });
  const bindings = [
    ...(table === undefined ? [] : [`(name = "SNAPSHOTS", kvNamespace = "kv")`]),
    ...(lifetimes === undefined ? [] : oursBindings(lifetimes)),
    ...(sendsClicks ? [`(name = "CLICKS", queue = "queue")`] : []),
    ...(misses === undefined ? [] : [`(name = "MISSES", text = "${misses}")`]),
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
    ${lifetimes === undefined && !sendsClicks ? "" : hasStoresApart ? external("queue") : queueService}
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

/** Only the stores: KV on the socket `http`. */
export async function writeStores(folder: string, table: object): Promise<string> {
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
