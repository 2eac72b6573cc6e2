import type { ShownFile } from "./branding.ts";
import { prepareDestination } from "./prepare-destination.ts";
import { familyOf } from "./handler.ts";
import { conditionsOf } from "./health.ts";
import { pluginsOf } from "./plugin/registry.ts";
import type { LinkRecord, RecordSettings } from "./record.ts";
import { statusOfType } from "./redirect-type.ts";
import { isRedirectStatus } from "./redirect-status.ts";
import { narrowRouting } from "./routing.ts";
import { compileConditions } from "./rule/choose-rule.ts";
import { allDestinations, type Leading } from "./rule/rule.ts";
import { capturesOf, type Source } from "./source.ts";
import type {
  CompiledRule,
  PlainAnswer,
  RecordAnswer,
  RecordSnapshot,
  SpecialAnswer,
  Target,
} from "./snapshot.ts";
import { isTemplate } from "./template.ts";
import { toLocation } from "./to-location.ts";
import { flaggedDestinations } from "./threat.ts";

/** The fields of a record that decide its answer to a visitor. */
export interface VisibleRecord
  extends
    Omit<RecordSettings, "file" | "tags" | "isNotify">,
    Pick<LinkRecord, "id" | "handler" | "source" | "maxClicksVersion" | "placesLeft" | "health" | "threats"> {
  /** The stored page that the record serves. */
  html: string | null;
  /** The stored picture that its link preview shows. */
  picture?: ShownFile | null;
  /** The stored picture that its QR code shows. */
  logo?: ShownFile | null;
}

/** Returns the parts of a record that the edge needs, with its destinations prepared for composing. */
export function toRecordSnapshot(record: VisibleRecord): RecordSnapshot {
  const { source } = record;
  return {
    id: record.id,
    path: source.kind === "any" ? "" : source.path,
    ...(source.kind === "query" && { query: source.query }),
    ...(hasTemplate(record) && { captures: source.kind === "pattern" ? source.captures : [] }),
    ...(familyOf(record.handler) === "link" && { isAlias: true as const }),
    ...(record.isPreviewOff && { previewOff: true as const }),
    ...(forwardsBelow(record) && { forwardsBelow: true }),
    ...(record.pauses.length > 0 && { paused: true }),
    ...(record.expiresAtMs !== null && { expiresAtMs: record.expiresAtMs }),
    ...(record.startsAtMs !== null && { startsAtMs: record.startsAtMs }),
    ...(record.passwordVersion !== null && { passwordVersion: record.passwordVersion }),
    ...toPlugins(record),
    ...(record.qr !== null && { qr: record.qr }),
    ...(record.logo && { logo: record.logo }),
    answer: toAnswer(record),
  };
}

export function hasTemplate({ source, ...record }: Leading & { source: Source }): boolean {
  const captures = capturesOf(source);
  return allDestinations(record).some((destination) => isTemplate(destination, captures));
}

/** Returns whether a record is an alias that also answers paths below it. Redirects use `/*` for that. */
export function forwardsBelow(record: Pick<VisibleRecord, "handler" | "forwardPath">): boolean {
  return record.forwardPath && familyOf(record.handler) === "link";
}

/** Returns the plugins, and the texts that they show. The field `preview` is the plugin with its own texts. */
function toPlugins(
  record: VisibleRecord,
): Pick<RecordSnapshot, "plugins" | "title" | "description" | "image" | "picture"> {
  const { preview, picture } = record;
  const plugins = preview === null ? record.plugins : [...new Set([...record.plugins, PREVIEW_PLUGIN])];
  if (plugins.length === 0) return {};
  if (!pluginsOf(plugins).some(({ showsTitle }) => showsTitle)) return { plugins };
  const title = preview?.title ?? record.title;
  const description = preview?.description ?? record.description;
  const image = preview?.image;
  return {
    plugins,
    title,
    description,
    ...(image !== undefined && { image: toLocation(image) }),
    ...(picture && { picture }),
  };
}

const PREVIEW_PLUGIN = "preview";

function toAnswer(record: VisibleRecord): RecordAnswer {
  const given = toPlainAnswer(record);
  const special = toSpecial(record, given);
  return special ?? (given.kind === "gone" ? { kind: "special", given } : given);
}

/** Returns the answer with the parts that only code loaded on demand can decide; null if it has none of them. */
function toSpecial(record: VisibleRecord, given: PlainAnswer): SpecialAnswer | null {
  const { rules, maxClicks, maxClicksVersion, placesLeft: known, expiredUrl, expiresAtMs } = record;
  const { clickIdParam } = record;
  const canEnd = expiresAtMs !== null || maxClicks !== null;
  const hasEnd = expiredUrl !== null && canEnd;
  const ends = toEnds(record);
  const isPlain =
    rules.length === 0 &&
    maxClicks === null &&
    !hasEnd &&
    ends === undefined &&
    !(clickIdParam && "target" in given);
  if (given.kind === "gone" || isPlain) return null;
  return {
    kind: "special",
    given,
    ...(rules.length > 0 && { rules: compileRules(record) }),
    ...(maxClicks !== null && {
      limit: { clicks: maxClicks, version: maxClicksVersion, ...(known && { known }) },
    }),
    ...(hasEnd && { expiredUrl: toLocation(expiredUrl) }),
    ...(ends !== undefined && { ends }),
    ...(clickIdParam !== null && { clickIdParam }),
  };
}

/** Returns the end of the routing. From then on, the other destinations are as those without weight (contract 6.7). */
function toEnds(record: VisibleRecord): SpecialAnswer["ends"] {
  const { destinations, routingEnds, health, isSwitchUnbrokenDestination } = record;
  if (routingEnds === null || destinations.length < 2) return undefined;
  const weights = destinations.map((destination) => Number(destination === routingEnds.destination));
  if (!weights.includes(1)) return undefined;
  const conditions = conditionsOf({ destinations, health });
  const { routing, live } = narrowRouting(
    { kind: "weighted", weights },
    conditions,
    isSwitchUnbrokenDestination,
  );
  return { atMs: routingEnds.atMs, choice: { routing, ...(live !== undefined && { live }) } };
}

function compileRules(record: VisibleRecord): CompiledRule[] {
  let first = record.destinations.length;
  return record.rules.map((rule) => {
    const compiled: CompiledRule = {
      id: rule.id,
      if: compileConditions(rule.if),
      not: compileConditions(rule.not),
      answer: toTargetAnswer(record, rule),
      first,
    };
    first += rule.destinations.length;
    return compiled;
  });
}

function toPlainAnswer(record: VisibleRecord): PlainAnswer {
  if (record.type === "gone") return { kind: "gone" };
  if (record.html !== null) return { kind: "html", html: record.html };
  return record.destinations.length === 0 ? { kind: "none" } : toTargetAnswer(record, record);
}

type Spread = Pick<VisibleRecord, "destinations" | "routing">;

function toTargetAnswer(record: VisibleRecord, leading: Spread): CompiledRule["answer"] {
  const target = toTarget(record, leading);
  const status = statusOfType(record.type);
  if (isRedirectStatus(status)) return { kind: "redirect", status, target };
  return { kind: "frame", target, title: record.title, description: record.description };
}

function toTarget(record: VisibleRecord, { destinations, routing }: Spread): Target {
  const { forwardPath, forwardQuery } = record;
  const passed = pluginsOf(record.plugins).find(({ qrParameters }) => qrParameters)?.qrParameters;
  const { health, threats } = record;
  const needsParts = forwardPath || forwardQuery || passed !== undefined || hasTemplate(record);
  const flagged = flaggedDestinations({ destinations, threats });
  const conditions = conditionsOf({ destinations, health });
  const choice = narrowRouting(routing, conditions, record.isSwitchUnbrokenDestination);
  return {
    destinations: destinations.map((destination) => prepareDestination(destination, record.utm, needsParts)),
    routing: choice.routing,
    ...(choice.live !== undefined && { live: choice.live }),
    ...(flagged.length > 0 && { flagged }),
    forwardPath,
    forwardQuery,
    ...(passed !== undefined && !forwardQuery && { passed }),
  };
}

/** Returns whether earlier releases would answer a record wrongly, so that its snapshot needs a later version. */
export function isExtended({ startsAtMs, answer }: RecordSnapshot): boolean {
  // Earlier releases show an unknown answer as `none`, so that `none` itself also needs the later version.
  return startsAtMs !== undefined || answer.kind === "special" || answer.kind === "none";
}
