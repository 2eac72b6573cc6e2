import { prepareDestination } from "./compose.ts";
import { runtimeOf } from "./handler.ts";
import { conditionsOf } from "./health.ts";
import { pluginsOf } from "./plugin/registry.ts";
import type { LinkRecord } from "./record.ts";
import { isRedirectStatus, statusOfType } from "./redirect-type.ts";
import { narrowRouting } from "./routing.ts";
import { capturesOf, type Source } from "./source.ts";
import { isTemplate } from "./template.ts";
import type { RecordAnswer, RecordSnapshot, Target } from "./snapshot.ts";
import { flaggedDestinations } from "./threat.ts";

/** The fields of a record that decide its answer to a visitor. */
type VisibleRecord = Pick<
  LinkRecord,
  | "id"
  | "handler"
  | "source"
  | "type"
  | "destinations"
  | "routing"
  | "utm"
  | "forwardPath"
  | "forwardQuery"
  | "plugins"
  | "pauses"
  | "expiresAtMs"
  | "passwordVersion"
  | "title"
  | "description"
  | "qr"
  | "health"
  | "threats"
  | "isSwitchUnbrokenDestination"
> & {
  /** The stored page that the record serves. */
  html: string | null;
};

/** Returns the minimum that the edge needs of a record, with its destinations prepared for splicing. */
export function toRecordSnapshot(record: VisibleRecord): RecordSnapshot {
  const { source } = record;
  return {
    id: record.id,
    path: source.kind === "any" ? "" : source.path,
    ...(source.kind === "query" && { query: source.query }),
    ...(hasTemplate(record) && { captures: source.kind === "pattern" ? source.captures : [] }),
    ...(runtimeOf(record.handler) === "link" && { isAlias: true as const }),
    ...(forwardsBelow(record) && { forwardsBelow: true }),
    ...(record.pauses.length > 0 && { paused: true }),
    ...(record.expiresAtMs !== null && { expiresAtMs: record.expiresAtMs }),
    ...(record.passwordVersion !== null && { passwordVersion: record.passwordVersion }),
    ...(record.plugins.length > 0 && { plugins: record.plugins }),
    ...(pluginsOf(record.plugins).some(({ showsTitle }) => showsTitle) && {
      title: record.title,
      description: record.description,
    }),
    ...(record.qr !== null && { qr: record.qr }),
    answer: toAnswer(record),
  };
}

/** Returns whether the Location of a visit depends on what the captures of the source stand for. */
export function hasTemplate({ source, destinations }: { source: Source; destinations: string[] }): boolean {
  const captures = capturesOf(source);
  return destinations.some((destination) => isTemplate(destination, captures));
}

/** Returns whether a record is an alias that answers paths below it; a redirect has `/*` for that. */
export function forwardsBelow(record: Pick<VisibleRecord, "handler" | "forwardPath">): boolean {
  return record.forwardPath && runtimeOf(record.handler) === "link";
}

function toAnswer(record: VisibleRecord): RecordAnswer {
  if (record.html !== null) return { kind: "html", html: record.html };
  if (record.destinations.length === 0) return { kind: "none" };
  const target = toTarget(record);
  const status = statusOfType(record.type);
  if (isRedirectStatus(status)) return { kind: "redirect", status, target };
  return { kind: "frame", target, title: record.title, description: record.description };
}

function toTarget(record: VisibleRecord): Target {
  const { forwardPath, forwardQuery } = record;
  const needsParts = forwardPath || forwardQuery || hasTemplate(record);
  const flagged = flaggedDestinations(record);
  const choice = narrowRouting(record.routing, conditionsOf(record), record.isSwitchUnbrokenDestination);
  return {
    destinations: record.destinations.map((destination) =>
      prepareDestination(destination, record.utm, needsParts),
    ),
    routing: choice.routing,
    ...(choice.live !== undefined && { live: choice.live }),
    ...(flagged.length > 0 && { flagged }),
    forwardPath,
    forwardQuery,
  };
}
