import { refuse, type Refusal } from "../refusal/refusal.ts";
import { familyOf } from "../handler.ts";
import type { LinkRecord } from "../record.ts";
import { toUtmParameters } from "../utm.ts";

/** Points the first record of a chain at the chain's end, if every visitor still ends there (contract 30.19). */

/** One answer in the chain of a visitor who sends no query. */
export interface Link {
  /** Null if no record answers. */
  record: LinkRecord | null;
  /** The kind of the answer, such as `redirect`. */
  outcome: string;
  status: number;
  location: string | null;
  /** True if every visitor gets this answer, also in the future. */
  isLasting: boolean;
  /** True if a query can select another record at the same path. */
  hasQuerySources: boolean;
}

/** The new destination of the record, or the reason why it is not changed. */
export type Shortened =
  | { kind: "set"; destination: string; forwardQuery: boolean }
  | { kind: "left"; reason: Refusal }
  /** The chain has one redirect, or none. */
  | { kind: "short" };

/** The key of the plugin that adds a parameter to some visits. */
const MARKS_SCANS = "qr-utm";
const PERMANENT = new Set([301, 308]);
const KEEPS_METHOD = new Set([307, 308]);

/**
 * Decides whether the first record of a chain can be shortened.
 * @param links the answers in their order, beginning with the record's own
 * @param end the continuation after the last answer; null if visitors have arrived
 */
export function shortenChain(links: readonly Link[], end: "loop" | "more" | null): Shortened {
  const redirects = links.filter(({ outcome }) => outcome === "redirect");
  const [first, ...hops] = redirects;
  const last = hops.at(-1);
  if (first?.record == null || last?.location == null) return { kind: "short" };
  const left = (reason: Refusal): Shortened => ({ kind: "left", reason });
  if (end === "loop") return left(refuse("check_circle"));
  if (end === "more") return left(refuse("chain_long"));
  const refused = whyNotFirst(first.record) ?? hops.map(whyNotHop).find((reason) => reason !== null);
  if (refused != null) return left(refused);
  if (KEEPS_METHOD.has(first.status) && hops.some(({ status }) => !KEEPS_METHOD.has(status))) {
    return left(refuse("chain_method"));
  }
  const isPassedOn = hops.every(({ record }) => record?.forwardQuery);
  if (first.record.forwardQuery) {
    const reason = whyNotQuery(hops, isPassedOn);
    if (reason !== null) return left(reason);
  }
  return {
    kind: "set",
    destination: withFragment(last.location, redirects),
    forwardQuery: first.record.forwardQuery && isPassedOn,
  };
}

/** Returns why a record has no single destination that could be replaced; null if it has one. */
function whyNotFirst(record: LinkRecord): Refusal | null {
  const { source, forwardPath, rules, destinations, plugins } = record;
  const isLiteral = source.kind === "exact" || source.kind === "query";
  if (!isLiteral || (forwardPath && familyOf(record.handler) === "link")) {
    return refuse("chain_many");
  }
  if (rules.length > 0) return refuse("chain_rules");
  if (destinations.length !== 1) return refuse("chain_several");
  if (hasUtm(record) || record.clickIdParam !== null || plugins.includes(MARKS_SCANS)) {
    return refuse("chain_utm");
  }
  return null;
}

/** Returns why a hop cannot be left out; null if it can. */
function whyNotHop({ record, status, isLasting }: Link): Refusal | null {
  if (record === null) return refuse("chain_none");
  const name = `${record.host}${"path" in record.source ? record.source.path : "/*"}`;
  if (record.rules.length > 0) return refuse("chain_hop_rules", { source: name });
  if (record.destinations.length !== 1) return refuse("chain_hop_several", { source: name });
  if (record.passwordVersion !== null) return refuse("chain_hop_password", { source: name });
  if (record.expiresAtMs !== null || record.maxClicks !== null)
    return refuse("chain_hop_ends", { source: name });
  if (!PERMANENT.has(status)) return refuse("chain_hop_temporary", { source: name, status });
  if (record.plugins.length > 0) return refuse("chain_hop_plugins", { source: name });
  if (record.clickIdParam !== null) return refuse("chain_hop_utm");
  if (record.preview !== null) return refuse("chain_hop_preview", { source: name });
  return isLasting ? null : refuse("chain_hop_soon", { source: name });
}

/** Returns why the queries of visitors would no longer arrive unchanged; null if they would. */
function whyNotQuery(hops: readonly Link[], isPassedOn: boolean): Refusal | null {
  for (const { record, hasQuerySources } of hops) {
    if (hasQuerySources) return refuse("chain_hop_query");
    if (isPassedOn && record !== null && hasUtm(record)) return refuse("chain_hop_utm");
    // The answers after this one get no query from visitors.
    if (record?.forwardQuery !== true) break;
  }
  return null;
}

function hasUtm({ utm }: LinkRecord): boolean {
  return toUtmParameters(utm).length > 0;
}

/** Adds the last fragment of the chain to a Location without one, as browsers do. */
function withFragment(location: string, redirects: readonly Link[]): string {
  if (location.includes("#")) return location;
  const [, fragment] = redirects.findLast((link) => link.location?.includes("#"))?.location?.split("#") ?? [];
  return fragment === undefined ? location : `${location}#${fragment}`;
}
