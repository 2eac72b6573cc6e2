import type * as v from "valibot";
import type { bodies } from "./body.ts";
import { Refusal } from "./refusal.ts";
import { RunningScript, type Binding, type Upload } from "./running-script.ts";
import { FakeAssets } from "./assets.ts";
import { FakeObjects } from "./objects.ts";
import { FakeImports } from "./imports.ts";
import { FakeQueue, type ConsumerBody } from "./queue.ts";
import { FakeVersions } from "./version.ts";
import { FakeZone } from "./zone.ts";

/** A Worker of the fake account. */
export interface Script {
  secrets: Map<string, string>;
  /** Null for one that has only secrets. */
  upload: Upload | null;
  runs: RunningScript;
  isOnWorkersDev: boolean;
  crons: string[];
  versions: FakeVersions;
}

type Outside = (request: Request) => Promise<Response>;

interface FakeDatabase {
  uuid: string;
  name: string;
  jurisdiction: string | null;
  region: string;
  runs: RunningScript;
}

type DatabaseBody = v.InferOutput<typeof bodies.database>;

const REGIONS = { eu: "weur", us: "enam", fedramp: "enam" };

/** Cron triggers of an account, by its plan. */
const MOST_CRONS = { free: 5, paid: 250 };

/** An account of the fake platform: what it holds, and what it refuses. */
export class FakeAccount {
  readonly id = "a".repeat(32);
  readonly name = "Test account";
  /** The accounts that the login reaches. */
  reached = [{ id: this.id, name: this.name }];
  subdomain: string | null = "tester";
  plan: keyof typeof MOST_CRONS = "paid";
  hasR2 = true;
  zones: FakeZone[] = [];
  databases = new Map<string, FakeDatabase>();
  namespaces = new Map<string, { id: string; title: string }>();
  queues = new Map<string, FakeQueue>();
  buckets = new Set<string>();
  objects = new FakeObjects();
  assets = new FakeAssets();
  imports = new FakeImports();
  scripts = new Map<string, Script>();
  domains = new Map<string, { id: string; hostname: string; service: string; zoneId: string }>();
  /** A fault between the Worker and its visitors: changes an answer, or returns undefined. */
  tamper: ((request: Request, answer: Response) => Response | undefined | Promise<Response>) | null = null;
  /** The requests to the API: method and path. */
  calls: string[] = [];
  #made = 0;

  addZone(name: string): FakeZone {
    const zone = new FakeZone(this.nextId(), name);
    this.zones.push(zone);
    return zone;
  }

  nextId(): string {
    return (++this.#made).toString(16).padStart(32, "0");
  }

  nextUuid(): string {
    return `${this.nextId().slice(12, 20)}-0000-4000-8000-${String(this.#made).padStart(12, "0")}`;
  }

  createDatabase({ name, primary_location_hint: hint, jurisdiction }: DatabaseBody) {
    if ([...this.databases.values()].some((database) => database.name === name)) {
      throw new Refusal(400, 7502, `A database with the name '${name}' already exists`);
    }
    const uuid = this.nextUuid();
    // A jurisdiction makes the platform ignore the hint. Without both, it is near the caller.
    const region = jurisdiction === undefined ? (hint ?? "enam") : REGIONS[jurisdiction];
    const runs = new RunningScript(uuid);
    this.databases.set(uuid, { uuid, name, jurisdiction: jurisdiction ?? null, region, runs });
    return { uuid, name, jurisdiction: jurisdiction ?? null };
  }

  requireDatabase(idOrName: string) {
    const found =
      this.databases.get(idOrName) ?? [...this.databases.values()].find(({ name }) => name === idOrName);
    if (found === undefined) throw new Refusal(404, 7404, `The database ${idOrName} could not be found`);
    return found;
  }

  /** A database as its own endpoint tells it, with its size. */
  async describeDatabase(id: string): Promise<object> {
    const { uuid, name, jurisdiction, runs } = this.requireDatabase(id);
    return { uuid, name, jurisdiction, file_size: await runs.readSize() };
  }

  createNamespace(title: string) {
    if ([...this.namespaces.values()].some((one) => one.title === title)) {
      throw new Refusal(
        400,
        10_014,
        "create namespace: a namespace with this account ID and title already exists",
      );
    }
    const namespace = { id: this.nextId(), title };
    this.namespaces.set(namespace.id, namespace);
    return namespace;
  }

  createQueue(name: string) {
    if (this.queues.has(name)) throw new Refusal(409, 11_009, `Queue name '${name}' is already taken.`);
    const queue = new FakeQueue(this.nextId(), name);
    this.queues.set(name, queue);
    return queue.describe();
  }

  requireQueue(idOrName: string): FakeQueue {
    const queue = this.queues.get(idOrName) ?? [...this.queues.values()].find(({ id }) => id === idOrName);
    if (queue === undefined) throw new Refusal(404, 11_000, "Queue does not exist.");
    return queue;
  }

  /** @param id that of an existing consumer, or null for a new one */
  putConsumer(queueId: string, id: string | null, body: ConsumerBody): object {
    const queue = this.requireQueue(queueId);
    this.requireScript(body.script_name);
    if (body.dead_letter_queue !== undefined) this.requireQueue(body.dead_letter_queue);
    return id === null ? queue.addConsumer(this.nextId(), body) : queue.changeConsumer(id, body);
  }

  createBucket(name: string): object {
    if (!this.hasR2) throw new Refusal(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
    if (this.buckets.has(name)) {
      throw new Refusal(409, 10_004, "The bucket you tried to create already exists, and you own it.");
    }
    this.buckets.add(name);
    return { name };
  }

  listBuckets(): object {
    if (!this.hasR2) throw new Refusal(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
    return { buckets: [...this.buckets].map((name) => ({ name })) };
  }

  requireBucket(name: string): object {
    if (!this.hasR2) throw new Refusal(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
    if (!this.buckets.has(name)) throw new Refusal(404, 10_006, "The specified bucket does not exist.");
    return { name };
  }

  requireScript(name: string): Script {
    const script = this.scripts.get(name);
    if (script === undefined) throw new Refusal(404, 10_007, "This Worker does not exist on your account.");
    return script;
  }

  putCrons(name: string, crons: string[]): void {
    const script = this.requireScript(name);
    const others = [...this.scripts.values()].filter((one) => one !== script).flatMap((one) => one.crons);
    const most = MOST_CRONS[this.plan];
    if (others.length + crons.length > most) {
      throw new Refusal(
        400,
        10_072,
        `This account has reached the limit of ${most} cron triggers per account.`,
      );
    }
    script.crons = crons;
  }

  /** Makes a version, and deploys it at once. */
  async upload(name: string, upload: Upload, outside: Outside, trigger?: "secret"): Promise<void> {
    await this.#run(name, upload, outside);
    const { versions } = this.requireScript(name);
    versions.deploy(versions.add(upload, trigger));
  }

  /** Deploys a version that was made before. */
  async deployVersion(name: string, id: string, outside: Outside): Promise<object> {
    const { versions } = this.requireScript(name);
    const { upload } = versions.require(id);
    if (upload !== null) await this.#run(name, upload, outside);
    return versions.deploy(id);
  }

  /** Sets a secret, which makes a new version of what was uploaded. */
  async putSecret(name: string, secret: string, text: string, outside: Outside): Promise<void> {
    const { secrets, upload, versions } = this.requireScript(name);
    secrets.set(secret, text);
    if (upload === null) versions.deploy(versions.add(null, "secret"));
    else await this.upload(name, { ...upload, migrationTag: undefined }, outside, "secret");
  }

  /** Checks what bindings refer to, and runs the Worker. */
  async #run(name: string, upload: Upload, outside: Outside): Promise<void> {
    const before = this.scripts.get(name);
    const secrets = before?.secrets ?? new Map<string, string>();
    let runs = before?.runs ?? new RunningScript(`none-of-${name}`);
    const bindings = upload.bindings.map((binding) => resolveInherited(binding, before?.upload ?? null));
    for (const binding of bindings) {
      switch (binding.type) {
        case "d1": {
          const database = this.databases.get(binding.id ?? "");
          if (database === undefined) {
            throw new Refusal(
              400,
              10_181,
              `D1 binding '${binding.name}' references database '${binding.id}' which was not found.`,
            );
          }
          if (binding.name === "DB") runs = database.runs;
          break;
        }
        case "kv_namespace":
          if (!this.namespaces.has(binding.namespace_id ?? "")) {
            throw new Refusal(400, 10_041, `KV namespace '${binding.namespace_id}' not found.`);
          }
          break;
        case "queue":
          this.requireQueue(binding.queue_name ?? "");
          break;
        case "r2_bucket":
          this.requireBucket(binding.bucket_name ?? "");
          break;
        case "service":
          this.requireScript(binding.service ?? "");
          break;
        case "plain_text":
          if (binding.text === undefined || upload.secrets.has(binding.name)) {
            throw new Refusal(400, 10_053, `Binding name '${binding.name}' already in use.`);
          }
      }
    }
    const running = { ...upload, bindings, secrets };
    await runs.run(
      running,
      (service) => (request) => this.requireScript(service).runs.fetch(request),
      outside,
    );
    this.scripts.set(name, {
      isOnWorkersDev: false,
      crons: [],
      versions: new FakeVersions(),
      ...before,
      secrets,
      upload: running,
      runs,
    });
  }

  zoneOf(host: string): FakeZone {
    const zone = this.zones.find((one) => one.has(host) && one.status === "active");
    if (zone === undefined) throw new Refusal(400, 100_124, `No active zone of the account has ${host}.`);
    return zone;
  }

  putRoutes(service: string, routes: { pattern: string; zone_name?: string | undefined }[]): void {
    this.requireScript(service);
    for (const { pattern, zone_name: name } of routes) {
      const host = pattern.replace(/\/.*$/, "").replace(/^\*\.?/, "");
      const zone = name === undefined ? this.zoneOf(host) : this.zones.find((one) => one.name === name);
      if (zone === undefined) throw new Refusal(400, 7003, `Could not find zone for ${pattern}`);
      const taken = zone.routes.find((route) => route.pattern === pattern);
      if (taken !== undefined && taken.script !== service) {
        throw new Refusal(409, 10_020, "A route with the same pattern already exists.");
      }
      if (taken === undefined) zone.routes.push({ id: this.nextId(), pattern, script: service });
    }
    const patterns = routes.map(({ pattern }) => pattern);
    for (const zone of this.zones) {
      zone.routes = zone.routes.filter(
        ({ script, pattern }) => script !== service || patterns.includes(pattern),
      );
    }
  }

  async close(): Promise<void> {
    this.assets.close();
    const running = [...this.databases.values(), ...this.scripts.values()].map(({ runs }) => runs);
    await Promise.all([...new Set(running)].map((one) => one.close()));
  }
}

/** Wrangler leaves out what a binding had before. */
function resolveInherited(binding: Binding, before: Upload | null): Binding {
  if (binding.type !== "inherit") return binding;
  const found = before?.bindings.find(({ name }) => name === binding.name);
  if (found === undefined) {
    throw new Refusal(
      400,
      10_057,
      `Binding '${binding.name}' cannot be inherited: the previous version lacks it.`,
    );
  }
  return found;
}
