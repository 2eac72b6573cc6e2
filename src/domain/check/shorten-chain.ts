import { runtimeOf } from "../handler.ts";
import type { LinkRecord } from "../record.ts";
import { toUtmParameters } from "../utm.ts";

/** Points the first record of a chain at the end of it, where that changes no visitor's way (contract 30.19). */

/** One answer on the way of a visitor who brings no query of their own. */
export interface Link {
  /** Null where none answers. */
  record: LinkRecord | null;
  /** The kind of the answer, such as `redirect`. */
  outcome: string;
  status: number;
  location: string | null;
  /** Whether every visitor gets this answer, and gets it tomorrow. */
  isLasting: boolean;
  /** Whether a query can choose another record at its path. */
  hasQuerySources: boolean;
}

/** What the record is set to, or why it is left alone. */
export type Shortened =
  | { kind: "set"; destination: string; forwardQuery: boolean }
  | { kind: "left"; reason: string }
  /** It has one redirect, or none. */
  | { kind: "short" };

/** The plugin that adds a parameter to some visits. */
const MARKS_SCANS = "qr-utm";
const PERMANENT = new Set([301, 308]);
const KEEPS_METHOD = new Set([307, 308]);

/**
 * Decides what becomes of the first record of a chain.
 * @param links the answers in their order, from that of the record on
 * @param end what follows the last of them: null if visitors have arrived
 */
export function shortenChain(links: readonly Link[], end: "loop" | "more" | null): Shortened {
  const redirects = links.filter(({ outcome }) => outcome === "redirect");
  const [first, ...hops] = redirects;
  const last = hops.at(-1);
  if (first?.record == null || last?.location == null) return { kind: "short" };
  const left = (reason: string): Shortened => ({ kind: "left", reason });
  if (end === "loop") return left("the redirects lead in a circle");
  if (end === "more") return left("the chain has more hops than are followed");
  const refused = whyNotFirst(first.record) ?? hops.map(whyNotHop).find((reason) => reason !== null);
  if (refused != null) return left(refused);
  if (KEEPS_METHOD.has(first.status) && hops.some(({ status }) => !KEEPS_METHOD.has(status))) {
    return left("its status keeps the method of a form, and that of a hop does not");
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

/** Returns why a record has no one destination that could be set; null if it has. */
function whyNotFirst(record: LinkRecord): string | null {
  const { source, forwardPath, rules, destinations, plugins } = record;
  const isLiteral = source.kind === "exact" || source.kind === "query";
  if (!isLiteral || (forwardPath && runtimeOf(record.handler) === "link")) {
    return "the record answers many paths, which end at different URLs";
  }
  if (rules.length > 0) return "rules decide where the record leads";
  if (destinations.length !== 1) return "the record has several destinations";
  if (hasUtm(record) || plugins.includes(MARKS_SCANS)) {
    return "the record adds parameters, which a hop may read";
  }
  return null;
}

/** Returns why a hop cannot be left out; null if it can. */
function whyNotHop({ record, status, isLasting }: Link): string | null {
  if (record === null) return "no record answers a hop";
  const name = `${record.host}${"path" in record.source ? record.source.path : "/*"}`;
  if (record.rules.length > 0) return `rules decide where ${name} leads`;
  if (record.destinations.length !== 1) return `${name} has several destinations`;
  if (record.passwordVersion !== null) return `${name} asks for a password`;
  if (record.expiresAtMs !== null || record.maxClicks !== null) return `${name} ends some day`;
  if (!PERMANENT.has(status)) return `${name} is temporary: it answers ${status}`;
  if (record.plugins.length > 0) return `${name} has plugins`;
  if (record.preview !== null) return `${name} has a preview of its own`;
  return isLasting ? null : `${name} may lead elsewhere soon`;
}

/** Returns why the queries of visitors would not come through as they do now; null if they would. */
function whyNotQuery(hops: readonly Link[], isPassedOn: boolean): string | null {
  for (const { record, hasQuerySources } of hops) {
    if (hasQuerySources) return "a hop has sources that depend on the query";
    if (isPassedOn && record !== null && hasUtm(record)) return "a hop adds parameters";
    // What comes behind it gets no query of a visitor.
    if (record?.forwardQuery !== true) break;
  }
  return null;
}

function hasUtm({ utm }: LinkRecord): boolean {
  return toUtmParameters(utm).length > 0;
}

/** Browsers keep the last fragment on the way where a Location has none. */
function withFragment(location: string, redirects: readonly Link[]): string {
  if (location.includes("#")) return location;
  const [, fragment] = redirects.findLast((link) => link.location?.includes("#"))?.location?.split("#") ?? [];
  return fragment === undefined ? location : `${location}#${fragment}`;
}
