import { CodeShape, CHANNELS, MONITOR_STATES, id, nullableTimestamp, Person, timestamp } from "./part.ts";
import * as v from "valibot";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { QR_EYES, QR_FRAMES, QR_MARGINS, QR_THEMES } from "../../domain/qr-style.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { shapesOf } from "./kind.ts";
import { RuleShape } from "./rule.ts";

/** The shapes of a record in answers (contract 11.1). */

export const UtmShape = v.object({
  source: v.string(),
  medium: v.string(),
  campaign: v.string(),
  term: v.string(),
  content: v.string(),
});

const colorShape = v.pipe(v.string(), v.metadata({ pattern: "^#[0-9a-f]{6}$" }));

const Qr = v.object({
  theme: v.picklist(QR_THEMES),
  eyes: v.picklist(QR_EYES),
  color: colorShape,
  background: colorShape,
  frame: v.picklist(QR_FRAMES),
  caption: v.string(),
  logo: v.union([v.boolean(), v.string()]),
  show_url: v.boolean(),
  margin: v.pipe(v.string(), v.metadata({ enum: QR_MARGINS })),
});

const common = {
  id,
  host: v.string(),
  url: v.string(),
  https: v.boolean(),
  file: v.nullable(v.string()),
  destination: v.nullable(v.string()),
  destinations: v.array(v.string()),
  destination_routing: v.string(),
  rules: v.array(RuleShape),
  plugins: v.array(v.string()),
  has_password: v.boolean(),
  type: v.picklist(REDIRECT_TYPES),
  ...shapesOf(RECORD_FIELDS),
  status: v.string(),
  paused_by: v.nullable(v.picklist(["user", "system"])),
  utm: UtmShape,
  monitor: v.picklist(MONITOR_STATES),
  tags: v.array(v.string()),
  created_by: id,
  created_via: v.picklist(CHANNELS),
  created_at: timestamp,
  updated_at: timestamp,
  expired_at: nullableTimestamp,
  clicks_left: v.nullable(v.number()),
  preview: v.nullable(
    v.partial(v.object({ title: v.string(), description: v.string(), image: v.string(), file: v.string() })),
  ),
  managed_by: v.nullable(v.string()),
  clicks_before: v.number(),
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

/** A row of a slim list, at most 300 bytes. */
export const SlimShape = v.object({
  id,
  handler: v.picklist(HANDLERS),
  type: v.picklist(REDIRECT_TYPES),
  paused_by: v.nullable(v.picklist(["user", "system"])),
  total_clicks: v.number(),
  url: v.string(),
  destination: v.nullable(v.string()),
});
