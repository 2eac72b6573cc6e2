import { Refusal } from "./refusal.ts";
import { RunningScript, type Binding, type Upload } from "./running-script.ts";
import { FakeAssets } from "./assets.ts";
import { FakeObjects } from "./objects.ts";
import { FakeImports } from "./imports.ts";
import { FakeZone } from "./zone.ts";

/** A Worker of the fake account. */
export interface Script {
  secrets: Map<string, string>;
  /** Null for one that has only secrets. */
  upload: Upload | null;
  runs: RunningScript;
  isOnWorkersDev: boolean;
  crons: string[];
}

interface FakeQueue {
  id: string;
  consumers: { id: string; script: string; settings: object }[];
  retentionSeconds: number;
}

/** An account of the fake platform: what it holds, and what it refuses. */
export class FakeAccount {
  readonly id = "a".repeat(32);
  readonly name = "Test account";
  /** The accounts that the login reaches. */
  reached = [{ id: this.id, name: this.name }];
  subdomain: string | null = "tester";
  hasR2 = true;
  zones: FakeZone[] = [];
  databases = new Map<string, { uuid: string; name: string; runs: RunningScript }>();
  namespaces = new Map<string, { id: string; title: string }>();
  queues = new Map<string, FakeQueue>();
  buckets = new Set<string>();
  objects = new FakeObjects();
  assets = new FakeAssets();
  imports = new FakeImports();
  scripts = new Map<string, Script>();
  domains = new Map<string, { id: string; hostname: string; service: string; zoneId: string }>();
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

  createDatabase(name: string) {
    if ([...this.databases.values()].some((database) => database.name === name)) {
      throw new Refusal(400, 7502, `A database with the name '${name}' already exists`);
    }
    const uuid = this.nextUuid();
    const database = { uuid, name, runs: new RunningScript(uuid) };
    this.databases.set(uuid, database);
    return { uuid, name };
  }

  requireDatabase(idOrName: string) {
    const found =
      this.databases.get(idOrName) ?? [...this.databases.values()].find(({ name }) => name === idOrName);
    if (found === undefined) throw new Refusal(404, 7404, `The database ${idOrName} could not be found`);
    return found;
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
    if (!/^[a-z\d][a-z\d-]{0,61}[a-z\d]$/.test(name)) throw new Refusal(400, 11_003, "Queue name is invalid");
    if (this.queues.has(name)) throw new Refusal(409, 11_009, `Queue name '${name}' is already taken.`);
    this.queues.set(name, { id: this.nextId(), consumers: [], retentionSeconds: 4 * 86_400 });
    return this.describeQueue(name);
  }

  describeQueue(name: string) {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Refusal(404, 11_000, "Queue does not exist.");
    return {
      queue_id: queue.id,
      queue_name: name,
      created_on: "2026-01-01T00:00:00Z",
      modified_on: "2026-01-01T00:00:00Z",
      producers: [],
      producers_total_count: 0,
      consumers: queue.consumers,
      consumers_total_count: queue.consumers.length,
      settings: { delivery_delay: 0, message_retention_period: queue.retentionSeconds },
    };
  }

  changeQueue(id: string, body: { queue_name?: string; settings?: { message_retention_period?: number } }) {
    const [name, queue] = [...this.queues].find(([, one]) => one.id === id) ?? [];
    if (name === undefined || queue === undefined) throw new Refusal(404, 11_000, "Queue does not exist.");
    const seconds = body.settings?.message_retention_period ?? queue.retentionSeconds;
    if (seconds < 60 || seconds > 14 * 86_400) {
      throw new Refusal(400, 100_127, "message_retention_period must be from 60 to 1209600 seconds");
    }
    queue.retentionSeconds = seconds;
    return this.describeQueue(name);
  }

  createBucket(name: string): object {
    if (!this.hasR2) throw new Refusal(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
    if (this.buckets.has(name)) {
      throw new Refusal(409, 10_004, "The bucket you tried to create already exists, and you own it.");
    }
    this.buckets.add(name);
    return { name };
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

  /** Checks what bindings refer to, and runs the Worker. */
  async upload(
    name: string,
    upload: Upload,
    outside: (request: Request) => Promise<Response>,
  ): Promise<void> {
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
          runs = database.runs;
          break;
        }
        case "kv_namespace":
          if (!this.namespaces.has(binding.namespace_id ?? "")) {
            throw new Refusal(400, 10_041, `KV namespace '${binding.namespace_id}' not found.`);
          }
          break;
        case "queue":
          this.describeQueue(binding.queue_name ?? "");
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

  /** The effect of a deployment on the custom domains of a Worker. */
  changeset(service: string, origins: { hostname: string }[]) {
    const wanted = origins.map(({ hostname }) => hostname);
    const held = [...this.domains.values()];
    const isThere = (host: string) => this.domains.has(host);
    return {
      added: wanted.filter((host) => !isThere(host)).map((hostname) => ({ hostname })),
      removed: held.filter((domain) => domain.service === service && !wanted.includes(domain.hostname)),
      updated: held
        .filter((domain) => wanted.includes(domain.hostname))
        .map((domain) => ({ ...domain, modified: domain.service !== service })),
      conflicting: wanted
        .filter((host) => !isThere(host) && this.zoneOf(host).records.some(({ name }) => name === host))
        .map((hostname) => ({ hostname })),
    };
  }

  putDomains(
    service: string,
    body: { origins: { hostname: string }[]; override_existing_origin?: boolean },
  ): void {
    this.requireScript(service);
    const { removed, updated, conflicting } = this.changeset(service, body.origins);
    const [conflict] = conflicting;
    if (conflict !== undefined) {
      // Overriding is for records of other Workers, and does not help here.
      throw new Refusal(
        409,
        100_117,
        `Hostname '${conflict.hostname}' already has externally managed DNS records (A, CNAME, etc).`,
      );
    }
    if (updated.some(({ modified }) => modified) && !body.override_existing_origin) {
      throw new Refusal(409, 100_116, "Hostname already in use by other custom domain.");
    }
    for (const { hostname, zoneId } of removed) {
      this.domains.delete(hostname);
      const zone = this.zones.find(({ id }) => id === zoneId);
      if (zone) zone.records = zone.records.filter(({ name }) => name !== hostname);
    }
    for (const { hostname } of body.origins) {
      const zone = this.zoneOf(hostname);
      if (!this.domains.has(hostname)) {
        zone.records.push({
          id: this.nextId(),
          type: "AAAA",
          name: hostname,
          content: "100::",
          proxied: true,
          isManaged: true,
        });
      }
      this.domains.set(hostname, { id: this.nextId(), hostname, service, zoneId: zone.id });
    }
  }

  putRoutes(service: string, routes: { pattern: string; zone_name?: string }[]): void {
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
