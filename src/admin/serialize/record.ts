import { showWarnings } from "./said.ts";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { pausedByOf } from "../../domain/pause.ts";
import { monitorStateOf } from "../../domain/health.ts";
import { toPublicUrl } from "../../domain/public-url.ts";
import { aliasOf } from "../../domain/record-place.ts";
import { warningsOf } from "../../domain/record-warning.ts";
import { statusOfType } from "../../domain/redirect-type.ts";
import { showRule } from "../../domain/rule/rule.ts";
import { formatRouting } from "../../domain/routing.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { CreatorView, RecordView } from "../../services/record/records.ts";
import { showFields } from "../schema/kind.ts";
import type { AnyRecordShape, LinkShape, RedirectShape, SlimShape } from "../schema/record-shape.ts";
import type * as v from "valibot";

/** Converts records to their shapes in answers (contract 11.1 and 11.2). */

/** Converts a short link or QR code to its JSON in `/link`. */
export function toLinkShape(view: RecordView, requestUrl: string): v.InferOutput<typeof LinkShape> {
  const { record } = view;
  return {
    ...toCommonShape(view, requestUrl),
    alias: aliasOf(record.source),
    qr: record.qr,
  };
}

/** Converts a redirect to its JSON in `/redirect`. */
export function toRedirectShape(view: RecordView, requestUrl: string): v.InferOutput<typeof RedirectShape> {
  return { ...toCommonShape(view, requestUrl), tld: view.tld };
}

/** Converts any record to its JSON in `/links`. The alias of a redirect is its path, or `*`. */
export function toAnyRecordShape(
  view: CreatorView,
  requestUrl: string,
): v.InferOutput<typeof AnyRecordShape> {
  const { record, creatorName } = view;
  return {
    ...toLinkShape(view, requestUrl),
    handler: record.handler,
    total_clicks: record.totalClicks,
    creator: { id: record.createdBy, name: creatorName },
  };
}

/** Converts a record to a row of a slim list, which has at most 300 bytes (contract 13.17). */
export function toSlimShape(
  { record, isHttps }: RecordView,
  requestUrl: string,
): v.InferOutput<typeof SlimShape> {
  const [destination] = record.destinations;
  return {
    id: record.id,
    handler: record.handler,
    type: record.type,
    paused_by: pausedByOf(record.pauses),
    total_clicks: record.totalClicks,
    url: cut(toPublicUrl(record.host, toUrlSuffix(record.source), isHttps, requestUrl), MAX_URL_BYTES),
    destination: destination === undefined ? null : cut(destination, MAX_DESTINATION_BYTES),
  };
}

/** The most bytes of the URL: the part of 300 bytes that the other members, of at most 134 bytes, leave. */
const MAX_URL_BYTES = 90;
const MAX_DESTINATION_BYTES = 65;

/** Cuts a text to a maximum of JSON bytes, between code points. */
function cut(text: string, maxBytes: number): string {
  if (sizeOf(text) <= maxBytes) return text;
  let size = sizeOf("…");
  let kept = "";
  for (const character of text) {
    size += sizeOf(character);
    if (size > maxBytes) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Returns the bytes of a text in JSON, without its quotes. */
function sizeOf(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length - 2;
}

function toCommonShape({ record, isHttps, clicksLeft }: RecordView, requestUrl: string) {
  return {
    id: record.id,
    host: record.host,
    url: toPublicUrl(record.host, toUrlSuffix(record.source), isHttps, requestUrl),
    https: isHttps,
    file: record.file,
    destination: record.destinations[0] ?? null,
    destinations: record.destinations,
    destination_routing: formatRouting(record.routing),
    rules: record.rules.map(showRule),
    plugins: record.plugins,
    has_password: record.passwordVersion !== null,
    type: record.type,
    ...showFields(RECORD_FIELDS, record),
    status: String(statusOfType(record.type)),
    paused_by: pausedByOf(record.pauses),
    utm: record.utm,
    monitor: monitorStateOf(record),
    tags: record.tags,
    created_by: record.createdBy,
    created_via: record.createdVia,
    created_at: formatTimestamp(record.createdAtMs),
    updated_at: formatTimestamp(record.updatedAtMs),
    expired_at: formatTimestamp(record.expiresAtMs),
    clicks_left: clicksLeft ?? null,
    preview: record.preview,
    managed_by: record.managedBy,
    clicks_before: record.clicksBefore,
    ...showWarnings(warningsOf(record)),
  };
}
