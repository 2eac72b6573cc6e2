import { CodeShape } from "./code-shape.ts";
import * as v from "valibot";
import { HANDLERS } from "../../domain/handler.ts";
import { QR_THEMES } from "../../domain/qr-style.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { CHANNELS, MONITOR_STATES, QR_MARGINS } from "./closed-set.ts";
import { id, nullableTimestamp, Person, timestamp } from "./part.ts";
import { RuleShape } from "./rule.ts";

/** The shapes of a record in answers (contract 11.1). The Worker bundles them, for writes that repeat an answer. */

export const UtmShape = v.object({
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
  https: v.boolean(),
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
  utm: UtmShape,
  monitor: v.picklist(MONITOR_STATES),
  is_notify: v.boolean(),
  is_switch_unbroken_destination: v.boolean(),
  is_preview_off: v.pipe(v.boolean(), v.description("A plus behind the alias shows nothing.")),
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
  managed_by: v.pipe(v.nullable(v.string()), v.description("The label of the file that manages the record.")),
  clicks_before: v.pipe(v.number(), v.description("What another service had counted.")),
  warnings: v.array(v.string()),
  warning_codes: v.array(CodeShape),
} as const;

const linkOnly = { alias: v.string(), qr: v.nullable(Qr) } as const;

export const LinkShape = v.object({ ...common, ...linkOnly });
export const RedirectShape = v.object({ ...common, tld: v.string() });

export const AnyRecordShape = v.object({
  ...common,
  ...linkOnly,
  handler: v.picklist(HANDLERS),
  total_clicks: v.number(),
  creator: Person,
});

/** All shapes of a record in answers. */
export const RECORD_SHAPES = [LinkShape, RedirectShape, AnyRecordShape] as const;
