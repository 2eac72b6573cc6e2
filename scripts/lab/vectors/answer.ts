import { say } from "../../../src/domain/refusal/say.ts";
import { findMatch } from "../../../src/domain/match.ts";
import { parseSourceUrl } from "../../../src/domain/parse-source.ts";
import { rankPatterns } from "../../../src/domain/pattern-ranking.ts";
import type { LinkRecord } from "../../../src/domain/record.ts";
import { REDIRECT_TYPES, type RedirectType } from "../../../src/domain/redirect-type.ts";
import { chooseRule } from "../../../src/domain/rule/choose-rule.ts";
import { parseRules } from "../../../src/domain/rule/rule.ts";
import { isPlatformPath, type RecordSnapshot } from "../../../src/domain/snapshot.ts";
import { NO_UTM } from "../../../src/domain/utm.ts";
import { listHostCandidates } from "../../../src/domain/visited-host.ts";
import type { HostFinding } from "../../../src/visitor/finding.ts";
import { loadPatternCode } from "../../../src/visitor/patterns.ts";
import { resolve } from "../../../src/visitor/resolve.ts";
import { toVisit } from "../../../src/visitor/visit.ts";
import { hostWith, linkRecord } from "../../../test/support/records.ts";
import type { VectorRecord, VectorRequest } from "./case.ts";

/** The members of an answer that vectors contain: those that another project can compare. */
interface VectorAnswer {
  status: number;
  location: string | null;
  cache_control: string | null;
}

const NOW_MS = Date.UTC(2026, 0, 1);

/** Answers a request from records by the functions of the domain, without a store. */
export async function answerVector(records: VectorRecord[], request: VectorRequest): Promise<VectorAnswer> {
  await loadPatternCode();
  const visit = toVisit(new Request(request.url, request), NOW_MS);
  const found = findFinding(records.map(toRecord), visit);
  if (found === null) return page(404);
  const finding = withRule(found, request, visit);
  const outcome = resolve(finding, visit, () => 0);
  switch (outcome.kind) {
    case "redirect": {
      const isPermanent = outcome.status === 301 || outcome.status === 308;
      const cached = isPermanent && outcome.isCacheable && !isSpecial(found);
      return {
        status: outcome.status,
        location: outcome.location,
        cache_control: cached ? "private, max-age=90" : "no-store",
      };
    }
    case "options":
      return page(204);
    case "favicon":
      return { status: 204, location: null, cache_control: "public, max-age=86400" };
    case "robots":
      return page(200);
    case "special":
      return page(410);
    case "expired":
      return page(410);
    case "not-found":
      return page(404);
    default:
      throw new Error(`no vector tells of ${outcome.kind}`);
  }
}

function page(status: number): VectorAnswer {
  return { status, location: null, cache_control: "no-store" };
}

function findFinding(records: LinkRecord[], visit: ReturnType<typeof toVisit>): HostFinding | null {
  for (const { host, relation } of listHostCandidates(visit.hostname)) {
    const own = records.filter((record) => record.host === host);
    if (own.length === 0) continue;
    const started = own.filter(({ startsAtMs }) => (startsAtMs ?? 0) <= NOW_MS);
    const { config, slots } = hostWith(started);
    config.host = host;
    config.ownPaths = own.flatMap(({ source }) => (source.kind === "exact" ? source.path : []));
    const patterns = rankPatterns(config.shapes ?? [], visit.requested);
    const isPlatform = isPlatformPath(config, visit.requested.path);
    const match = isPlatform
      ? null
      : (findMatch(config, visit.requested, (slot) => slots.get(slot) ?? null, patterns) ?? null);
    return {
      kind: "host",
      config,
      relation,
      match,
      alias: null,
      isConfirmed: true,
      isMomentary: started.length < own.length,
    };
  }
  return null;
}

const isSpecial = ({ match }: HostFinding) => match?.record.answer.kind === "special";

/** Replaces the answer of the record by that of the rule that holds, as the visitor's side does. */
function withRule(
  finding: HostFinding,
  request: VectorRequest,
  { headers, nowMs, rawQuery }: ReturnType<typeof toVisit>,
): HostFinding {
  const { match } = finding;
  if (match?.record.answer.kind !== "special" || match.record.answer.given.kind === "gone") return finding;
  const { given, rules = [] } = match.record.answer;
  const rule = chooseRule(rules, {
    nowMs,
    country: request.country ?? "XX",
    continent: "",
    query: rawQuery ?? "",
    header: (name) => headers.get(name),
    isBot: () => false,
  });
  const record: RecordSnapshot = {
    ...match.record,
    answer: rule?.answer ?? given,
  };
  return { ...finding, match: { ...match, record } };
}

function toRecord(vector: VectorRecord): LinkRecord {
  const place = parseSourceUrl(vector.url);
  if (!place.ok) throw new Error(`${vector.url} ${say(place.reason)}`);
  const rules = parseRules(vector.rules ?? [], (path, reason) => {
    throw new Error(`${path.join(".")} ${say(reason)}`);
  });
  const handler = vector.alias === true ? "short-url" : "redirect";
  return linkRecord({
    id: vector.url,
    handler,
    ...place.value,
    type: typeOf(vector.type, handler === "short-url" ? "302" : "301"),
    destinations: vector.destination === undefined ? [] : [vector.destination],
    forwardPath: vector.forward_path ?? false,
    forwardQuery: vector.forward_query ?? handler === "redirect",
    utm: { ...NO_UTM, ...vector.utm },
    rules: (rules ?? []).map((rule, index) => ({ ...rule, id: String(index) })),
    startsAtMs: toMs(vector.starts),
    expiresAtMs: toMs(vector.expires),
  });
}

function typeOf(type: string | undefined, byDefault: RedirectType): RedirectType {
  if (type === undefined) return byDefault;
  const known = REDIRECT_TYPES.find((one) => one === type);
  if (known === undefined) throw new Error(`no redirect type: ${type}`);
  return known;
}

function toMs(moment: string | undefined): number | null {
  return moment === undefined ? null : Date.parse(moment);
}
