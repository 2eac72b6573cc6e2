import * as v from "valibot";
import { Refusal } from "./refusal.ts";

/**
 * The bodies of calls: each has the fields that Cloudflare documents and the deployment or wrangler sends. A field that
 * is not here is refused, because a misspelled one would do nothing on the platform.
 */

const text = v.pipe(v.string(), v.nonEmpty());
const seconds = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));

const consumer = v.strictObject({
  type: v.literal("worker"),
  script_name: text,
  dead_letter_queue: v.optional(text),
  settings: v.strictObject({
    batch_size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    max_retries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
    max_wait_time_ms: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000))),
    max_concurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(250))),
    retry_delay: seconds,
  }),
});

const origin = v.strictObject({ hostname: text, zone_id: v.optional(text), zone_name: v.optional(text) });

export const bodies = {
  database: v.strictObject({
    name: text,
    primary_location_hint: v.optional(v.picklist(["wnam", "enam", "weur", "eeur", "apac", "oc"])),
    jurisdiction: v.optional(v.picklist(["eu", "us", "fedramp"])),
  }),
  query: v.strictObject({ sql: text, params: v.optional(v.array(v.unknown())) }),
  import: v.strictObject({
    action: v.picklist(["init", "ingest", "poll"]),
    etag: v.optional(text),
    filename: v.optional(text),
    current_bookmark: v.optional(text),
  }),
  namespace: v.strictObject({ title: text }),
  queue: v.strictObject({ queue_name: text }),
  changedQueue: v.strictObject({
    queue_name: v.optional(text),
    settings: v.optional(v.strictObject({ delivery_delay: seconds, message_retention_period: seconds })),
  }),
  consumer,
  bucket: v.strictObject({ name: text }),
  assets: v.strictObject({
    manifest: v.record(text, v.strictObject({ hash: text, size: v.number() })),
  }),
  deployment: v.strictObject({
    strategy: v.literal("percentage"),
    versions: v.array(v.strictObject({ version_id: text, percentage: v.number() })),
    annotations: v.optional(v.looseObject({})),
    code_update_strategy: v.optional(v.looseObject({})),
  }),
  scriptSettings: v.strictObject({
    logpush: v.optional(v.boolean()),
    observability: v.optional(v.looseObject({ enabled: v.boolean() })),
    tags: v.optional(v.nullable(v.array(v.string()))),
    tail_consumers: v.optional(v.array(v.looseObject({}))),
  }),
  secret: v.strictObject({ name: text, text, type: v.literal("secret_text") }),
  subdomain: v.strictObject({ enabled: v.boolean(), previews_enabled: v.optional(v.boolean()) }),
  schedules: v.array(v.strictObject({ cron: text })),
  origins: v.array(origin),
  domains: v.strictObject({
    override_scope: v.optional(v.boolean()),
    override_existing_origin: v.optional(v.boolean()),
    override_existing_dns_record: v.optional(v.boolean()),
    origins: v.array(origin),
  }),
  routes: v.array(v.strictObject({ pattern: text, zone_name: v.optional(text), zone_id: v.optional(text) })),
  record: v.strictObject({
    type: v.picklist(["A", "AAAA", "CNAME", "TXT"]),
    name: text,
    content: text,
    proxied: v.optional(v.boolean(), false),
    ttl: v.optional(v.number()),
  }),
  fallbackOrigin: v.strictObject({ origin: text }),
  /** What describes an uploaded Worker, next to its modules. Bindings are checked by what they refer to. */
  metadata: v.strictObject({
    main_module: text,
    bindings: v.array(v.looseObject({ type: text, name: text })),
    compatibility_date: v.optional(text),
    compatibility_flags: v.optional(v.array(text)),
    migrations: v.optional(v.looseObject({ new_tag: text })),
    code_update_strategy: v.optional(v.looseObject({})),
    keep_bindings: v.optional(v.array(text)),
    logpush: v.optional(v.boolean()),
    observability: v.optional(v.looseObject({ enabled: v.boolean() })),
    assets: v.optional(v.strictObject({ jwt: v.optional(text), config: v.optional(v.looseObject({})) })),
  }),
};

/** Parses a body. Throws a Refusal that names the first wrong field. */
export function readBody<S extends v.GenericSchema>(schema: S, json: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Refusal(400, 10_001, "Unable to parse the body of the request.");
  }
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  const [issue] = issues;
  const field = v.getDotPath(issue) ?? "the body";
  const isUnknown = issue.type === "strict_object" && issue.expected === "never";
  throw new Refusal(400, 10_001, isUnknown ? `${field} is not a known field` : `${field}: ${issue.message}`);
}
