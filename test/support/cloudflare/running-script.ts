import {
  convertV4MiniflareOptions,
  Miniflare,
  type MiniflareOptions,
  type V4MiniflareOptions,
} from "miniflare";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { Refusal } from "./refusal.ts";

/** Runs what was uploaded to the fake platform, in the real runtime. */

export interface Binding {
  type: string;
  name: string;
  text?: string;
  id?: string;
  namespace_id?: string;
  queue_name?: string;
  class_name?: string;
  bucket_name?: string;
  service?: string;
  simple?: { limit: number; period: number };
}

export interface Upload {
  mainModule: string;
  modules: { path: string; type: "ESModule" | "Text"; contents: string }[];
  /** A draft, which holds secrets alone, has none. */
  compatibilityDate: string | undefined;
  compatibilityFlags: string[];
  bindings: Binding[];
  observability?: object | undefined;
  /** The last Durable Object migration of the upload; undefined if it has none. */
  migrationTag?: string | undefined;
  secrets: Map<string, string>;
  /** Null for a Worker without static files. */
  assets: { directory: string; config: object } | null;
}

/** A queue whose messages the runtime delivers. Times are seconds. */
export interface DeliveredQueue {
  maxBatchSize?: number | undefined;
  maxBatchTimeout?: number | undefined;
  maxRetries?: number | undefined;
  deadLetterQueue?: string | undefined;
}

type Fetcher = (request: Request) => Promise<Response>;

const NOTHING_YET = { modules: true, script: "export default {}", compatibilityDate: "2026-10-01" } as const;

/** D1 refuses longer statements, and more parameters. */
const STATEMENT_BYTES = 100_000;
const MOST_PARAMETERS = 100;

/** A database, and the Worker that is bound to it. */
export class RunningScript {
  #runtime: Miniflare | null = null;
  #options: MiniflareOptions;
  #worker: object;
  readonly #databaseId: string;

  constructor(databaseId: string) {
    this.#databaseId = databaseId;
    this.#worker = { ...NOTHING_YET, d1Databases: { DB: databaseId } };
    this.#options = toOptions(this.#worker);
  }

  /** Replaces what runs; the database and other stores stay. */
  async run(upload: Upload, services: (name: string) => Fetcher, outside: Fetcher): Promise<void> {
    this.#worker = {
      modules: [
        ...upload.modules.filter(({ path }) => path === upload.mainModule),
        ...upload.modules.filter(({ path }) => path !== upload.mainModule),
      ],
      modulesRoot: "/",
      ...(upload.compatibilityDate !== undefined && { compatibilityDate: upload.compatibilityDate }),
      compatibilityFlags: upload.compatibilityFlags,
      outboundService: outside as never,
      ...toBindings(upload, this.#databaseId, services),
    };
    await this.#set(this.#worker);
  }

  /** Delivers the messages of queues from now on. */
  async deliver(queueConsumers: Record<string, DeliveredQueue>): Promise<void> {
    await this.#set({ ...this.#worker, queueConsumers });
  }

  /** Fires a cron trigger. */
  async fire(cron: string): Promise<void> {
    const worker = await (await this.#start()).getWorker();
    await worker.scheduled({ cron, scheduledTime: new Date() });
  }

  async #set(worker: object): Promise<void> {
    this.#options = toOptions(worker);
    await this.#runtime?.setOptions(this.#options);
  }

  async fetch(request: Request): Promise<Response> {
    const runtime = await this.#start();
    const { method, headers, url } = request;
    const init = {
      method,
      headers: [...headers].map(([name, value]): [string, string] => [name, value]),
      redirect: "manual",
    } as const;
    const body = method === "GET" || method === "HEAD" ? {} : { body: await request.text() };
    const answer = await runtime.dispatchFetch(url, { ...init, ...body });
    return answer as unknown as Response;
  }

  /** Runs statements as D1 does: all of a call are one transaction. */
  async query(sql: string, params: unknown[] = []) {
    const statements = splitSqlQuery(sql);
    if (statements.some((statement) => Buffer.byteLength(statement) > STATEMENT_BYTES)) {
      throw new Refusal(400, 7500, "statement too long: SQLITE_TOOBIG");
    }
    if (params.length > MOST_PARAMETERS) throw new Refusal(400, 7500, "too many SQL variables: SQLITE_ERROR");
    const db = await (await this.#start()).getD1Database("DB");
    try {
      const prepared = statements.map((statement) => db.prepare(statement).bind(...params));
      const answers = await db.batch(prepared);
      return answers.map(({ results, meta }) => ({ results, success: true, meta }));
    } catch (error) {
      throw new Refusal(400, 7500, (error as Error).message);
    }
  }

  /** Returns the bytes of the database. */
  async readSize(): Promise<number> {
    const [answer] = await this.query("SELECT 1");
    return answer?.meta.size_after ?? 0;
  }

  async close(): Promise<void> {
    await this.#runtime?.dispose();
  }

  async #start(): Promise<Miniflare> {
    this.#runtime ??= new Miniflare(this.#options);
    await this.#runtime.ready;
    return this.#runtime;
  }
}

/** Types of requests differ between the runtime's package and Node. */
function toOptions(worker: object): MiniflareOptions {
  return convertV4MiniflareOptions(worker as V4MiniflareOptions);
}

function toBindings(
  { bindings, secrets, assets }: Upload,
  databaseId: string,
  services: (name: string) => Fetcher,
) {
  const of = (type: string) => bindings.filter((binding) => binding.type === type);
  const entries = <T>(type: string, toValue: (binding: Binding) => T) =>
    Object.fromEntries(of(type).map((binding) => [binding.name, toValue(binding)]));
  return {
    bindings: {
      ...entries("plain_text", ({ text = "" }) => text),
      ...Object.fromEntries(secrets),
    },
    d1Databases: entries("d1", ({ id = databaseId }) => id),
    kvNamespaces: entries("kv_namespace", ({ namespace_id = "" }) => namespace_id),
    queueProducers: entries("queue", ({ queue_name: queueName = "" }) => ({ queueName })),
    r2Buckets: entries("r2_bucket", ({ bucket_name = "" }) => bucket_name),
    durableObjects: entries("durable_object_namespace", ({ class_name: className = "" }) => ({
      className,
      useSQLite: true,
    })),
    ratelimits: entries("ratelimit", ({ simple, namespace_id }) => ({ simple, namespace_id })),
    ...(assets !== null && {
      assets: {
        directory: assets.directory,
        binding: of("assets")[0]?.name,
        ...toAssetOptions(assets.config),
      },
    }),
    serviceBindings: entries("service", ({ service = "" }) => services(service)),
  };
}

/** The platform asks the Worker first only where it is told so. */
function toAssetOptions({ run_worker_first, ...assetConfig }: { run_worker_first?: boolean }) {
  return {
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: run_worker_first === true },
    assetConfig,
  };
}
