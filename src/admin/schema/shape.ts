import * as v from "valibot";
import { HANDLERS } from "../../domain/handler.ts";
import { QR_THEMES } from "../../domain/qr-style.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { ROLES } from "../../domain/role.ts";
import { INTERVALS } from "../../domain/stats.ts";
import { CHANNELS, MONITOR_STATES, PLAN_NAMES, QR_MARGINS } from "./closed-set.ts";
import { HostHistoryShape, HostShape } from "./host-shape.ts";
import { ConditionsShape, RuleShape } from "./rule.ts";
import { CursorShape, id, nullableTimestamp, Person, timestamp } from "./part.ts";

/** The shapes of answers (contract 11.1, 11.2 and 12.14). Serializers are typed by these. */

const Utm = v.object({
  source: v.string(),
  medium: v.string(),
  campaign: v.string(),
  term: v.string(),
  content: v.string(),
});

const Qr = v.object({
  theme: v.picklist(QR_THEMES),
  color: v.pipe(v.string(), v.metadata({ pattern: "^#[0-9a-f]{6}$" })),
  logo: v.boolean(),
  show_url: v.boolean(),
  margin: v.pipe(v.string(), v.metadata({ enum: QR_MARGINS })),
});

const common = {
  id,
  host: v.pipe(v.string(), v.description("Connected hostname of the record.")),
  url: v.pipe(v.string(), v.description("Full public URL of the record.")),
  https: v.pipe(v.boolean(), v.description("Whether the certificate of the hostname is issued.")),
  file: v.pipe(v.nullable(v.string()), v.description("Name of the stored page that the record serves.")),
  destination: v.pipe(
    v.nullable(v.string()),
    v.description("Primary destination; null while the record serves HTML."),
  ),
  destinations: v.pipe(v.array(v.string()), v.description("Every destination, primary first.")),
  destination_routing: v.string(),
  rules: v.pipe(v.array(RuleShape), v.description("The first that holds decides the destination.")),
  plugins: v.array(v.string()),
  has_password: v.boolean(),
  type: v.picklist(REDIRECT_TYPES),
  title: v.string(),
  description: v.string(),
  status: v.pipe(v.string(), v.description("HTTP status of the redirect; 200 for pages.")),
  paused_by: v.nullable(v.picklist(["user", "system"])),
  forward_path: v.boolean(),
  forward_query: v.boolean(),
  utm: Utm,
  monitor: v.picklist(MONITOR_STATES),
  is_notify: v.boolean(),
  is_switch_unbroken_destination: v.boolean(),
  tags: v.array(v.string()),
  created_by: id,
  created_via: v.picklist(CHANNELS),
  created_at: timestamp,
  updated_at: timestamp,
  expired_at: nullableTimestamp,
  starts: v.pipe(nullableTimestamp, v.description("Before this moment the record answers nobody.")),
  max_clicks: v.pipe(v.nullable(v.number()), v.description("How many visitors are let through.")),
  clicks_left: v.pipe(
    v.nullable(v.number()),
    v.description("Null without `max_clicks`, in lists, and while the counter does not answer."),
  ),
  expired_url: v.pipe(v.nullable(v.string()), v.description("Goes before that of the hostname.")),
  preview: v.pipe(
    v.nullable(v.partial(v.object({ title: v.string(), description: v.string(), image: v.string() }))),
    v.description("What preview bots are told of the link."),
  ),
  warnings: v.pipe(v.array(v.string()), v.description("What an owner may not have meant.")),
} as const;

const linkOnly = { alias: v.string(), qr: v.nullable(Qr) } as const;

export const LinkShape = v.object({ ...common, ...linkOnly });
export const RedirectShape = v.object({ ...common, tld: v.string() });

export const GenericShape = v.object({
  ...common,
  ...linkOnly,
  handler: v.picklist(HANDLERS),
  total_clicks: v.number(),
  creator: Person,
});

/** A row of a slim list, at most 300 bytes. */
export const SlimShape = v.object({
  id,
  handler: v.picklist(HANDLERS),
  type: v.picklist(REDIRECT_TYPES),
  paused_by: v.nullable(v.picklist(["user", "system"])),
  total_clicks: v.number(),
  url: v.pipe(v.string(), v.description("Cut at the end if it is long, which an ellipsis shows.")),
  destination: v.pipe(v.nullable(v.string()), v.description("Cut as `url` is.")),
});

/** All shapes in which a record is answered. */
export const RECORD_SHAPES = [LinkShape, RedirectShape, GenericShape] as const;

/** The envelope of creates. */
export function collectionOf<S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item) });
}

/** The envelope of paginated lists. */
export function pageOf<S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item), meta: v.object({ cursor: CursorShape }) });
}

const HistoryFacts = v.partial(
  v.object({
    destination: v.nullable(v.array(v.string())),
    utm: Utm,
    type: v.picklist(REDIRECT_TYPES),
    status: v.picklist(["active", "paused"]),
    password: v.boolean(),
    rules: v.array(RuleShape),
    starts: nullableTimestamp,
    expires: nullableTimestamp,
    max_clicks: v.nullable(v.number()),
    expired_url: v.nullable(v.string()),
    forward_path: v.boolean(),
    forward_query: v.boolean(),
  }),
);

export const HistoryShape = v.object({
  id,
  old: HistoryFacts,
  new: HistoryFacts,
  actor: Person,
  source: v.picklist(CHANNELS),
  created_at: timestamp,
});

export const HistoryPage = v.object({
  data: v.array(HistoryShape),
  meta: v.object({ cursor: v.object({ ...CursorShape.entries, total: v.number() }) }),
});

const refreshing = v.optional(
  v.pipe(
    v.literal(true),
    v.description("While more is being counted: numbers are older ones, or those counted so far."),
  ),
);

export const CountShape = v.object({ total: v.number(), paused: v.number(), refreshing });

export const FacetsShape = v.object({
  total: v.number(),
  hosts: v.array(v.object({ value: v.string(), count: v.number() })),
  hosts_total: v.number(),
  tags: v.array(v.string()),
  untagged: v.number(),
  qr: v.object({ qr_codes: v.number(), links_with_qr: v.number() }),
  kinds: v.object({
    link: v.number(),
    qr: v.number(),
    redirect: v.number(),
    migration: v.number(),
    html: v.number(),
  }),
  health: v.object({ paused: v.number(), dns_issue: v.number(), no_clicks: v.number() }),
  created: v.object({ last_7_days: v.number(), last_30_days: v.number() }),
  last_changed_at: nullableTimestamp,
  refreshing: v.boolean(),
});

export const SummaryShape = v.object({
  total: v.number(),
  by_kind: v.object({ link: v.number(), qr: v.number(), redirect: v.number(), migration: v.number() }),
  paused: v.number(),
  recent_traffic: v.object({ links: v.number(), visits: v.number(), weeks: v.number(), since: timestamp }),
  changed: v.pipe(v.number(), v.description("Records that the change would change.")),
  invalid: v.pipe(
    v.number(),
    v.description("Records of which the change would make what no write accepts; they are not in `changed`."),
  ),
  sample: v.array(
    v.object({
      id,
      url: v.string(),
      from: v.pipe(v.nullable(v.string()), v.description("The first destination that changes.")),
      to: v.pipe(v.nullable(v.string()), v.description("Null if the record stays the same.")),
      reason: v.optional(v.pipe(v.string(), v.description("Why no write would accept the change."))),
    }),
  ),
  refreshing,
});

const perKind = <S extends v.GenericSchema>(of: S) =>
  v.object({
    destinations: of,
    countries: of,
    devices: of,
    browsers: of,
    referrers: of,
    rules: of,
    os: of,
    languages: of,
    sources: of,
    utm_campaign: of,
    hosts: v.optional(of),
    tags: v.optional(of),
    records: v.optional(of),
  });

const periodShape = {
  from: timestamp,
  to: v.pipe(timestamp, v.description("Exclusive.")),
  clicks: v.pipe(v.number(), v.description("Of people, in the whole range.")),
  bots: v.number(),
  series: v.array(v.object({ at: timestamp, clicks: v.number(), bots: v.number() })),
};

export const StatsShape = v.object({
  ...periodShape,
  interval: v.picklist(INTERVALS),
  breakdowns: v.pipe(
    perKind(v.array(v.object({ value: v.string(), clicks: v.number() }))),
    v.description(
      "Of each kind the 20 largest values, of hosts, tags and records 100; an empty country or language is unknown, an empty referrer or campaign none.",
    ),
  ),
  rest: v.pipe(perKind(v.number()), v.description("Clicks of all other values.")),
  previous: v.optional(
    v.pipe(v.object(periodShape), v.description("The period before, with `previous=true`.")),
  ),
  refreshing: v.optional(v.literal(true)),
});

export const WorkspaceShape = v.object({
  id,
  name: v.string(),
  role: v.picklist(ROLES),
  headurl: v.string(),
  logo: v.string(),
  personal: v.boolean(),
  country: v.string(),
  pm_type: v.string(),
  pm_ending: v.string(),
  level: v.number(),
  email: v.string(),
  billing_extra: v.string(),
  created_at: timestamp,
  updated_at: timestamp,
  meta: v.pipe(
    v.array(v.string()),
    v.description("`key=value` for each setting that is set, and `verification_token`."),
  ),
  summary: v.array(v.object({ category: v.string(), used: v.number() })),
  plan: v.picklist(PLAN_NAMES),
  owner: v.object({ name: v.string() }),
  analytics_enabled: v.boolean(),
  can_use_nameservers: v.boolean(),
});

export const ProjectionShape = v.object({
  behind: v.pipe(
    v.number(),
    v.description("Snapshots of the workspace's hostnames still to be written to KV."),
  ),
  oldest_seconds: v.pipe(v.number(), v.description("Age of the oldest of them; 0 where there is none.")),
});

export const BlocklistShape = v.object({
  hosts: v.pipe(v.array(v.string()), v.description("A-labels, each with its subdomains.")),
});

export const NotifySecretShape = v.object({
  secret: v.pipe(v.string(), v.description("Verifies notifications; never shown again.")),
});

const Named = v.object({ id, name: v.string() });

export const TestShape = v.object({ live: v.literal(true), workspace: Named, token: Named });
export const AccountShape = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  workspace: Named,
});

export const TokenShape = v.object({
  id,
  name: v.string(),
  role: v.picklist(ROLES),
  created_at: timestamp,
  expires_at: nullableTimestamp,
  last_used_at: nullableTimestamp,
});
export const CreatedTokenShape = v.object({
  ...TokenShape.entries,
  token: v.pipe(v.string(), v.description("Shown this once.")),
});

export const FileShape = v.object({
  name: v.string(),
  size: v.pipe(v.number(), v.description("Bytes.")),
  created_at: timestamp,
  updated_at: timestamp,
});

export const TagShape = v.object({
  name: v.pipe(v.string(), v.description("As the first record that has it spells it.")),
  count: v.pipe(v.number(), v.description("Records that have it.")),
});

export const KeyShape = v.object({ key: v.string(), label: v.string(), description: v.string() });
export const PluginShape = v.object({
  ...KeyShape.entries,
  feature: v.pipe(v.nullable(v.string()), v.description("The plan feature that it needs.")),
});

export const ImportShape = v.object({
  data: v.array(
    v.object({
      row: v.pipe(v.number(), v.description("Index of the row in the request.")),
      result: v.picklist(["created", "updated", "unchanged", "failed"]),
      id: v.nullable(id),
      errors: v.optional(v.record(v.string(), v.array(v.string()))),
    }),
  ),
  meta: v.object({ created: v.number(), updated: v.number(), unchanged: v.number(), failed: v.number() }),
});

export const DeletedShape = v.object({ data: v.null() });

const ErrorShape = v.object({
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  limit: v.optional(
    v.pipe(v.picklist(["records", "hostnames"]), v.description("Of a 482: the things that the plan limits.")),
  ),
  used: v.optional(v.pipe(v.number(), v.description("Of a 482: how many there are."))),
  allowed: v.optional(v.pipe(v.number(), v.description("Of a 482: how many the plan allows."))),
  id: v.optional(v.pipe(v.string(), v.description("Of a 409: what the first call made."))),
  request_id: v.pipe(v.string(), v.description("The log has it, too.")),
});

/** Shapes that go by a name in the OpenAPI document. */
export const SHAPES = {
  Link: LinkShape,
  Redirect: RedirectShape,
  Record: GenericShape,
  SlimRecord: SlimShape,
  Rule: RuleShape,
  Conditions: ConditionsShape,
  HistoryEntry: HistoryShape,
  Cursor: CursorShape,
  Facets: FacetsShape,
  BulkPreview: SummaryShape,
  Stats: StatsShape,
  Hostname: HostShape,
  HostHistoryEntry: HostHistoryShape,
  Workspace: WorkspaceShape,
  Blocklist: BlocklistShape,
  Projection: ProjectionShape,
  Account: AccountShape,
  Token: TokenShape,
  File: FileShape,
  Tag: TagShape,
  RedirectType: KeyShape,
  Plugin: PluginShape,
  Error: ErrorShape,
} as const;
