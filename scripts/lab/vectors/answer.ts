import { parseSourceUrl } from "../../../src/domain/parse-source.ts";
import type { LinkRecord } from "../../../src/domain/record.ts";
import { REDIRECT_TYPES, type RedirectType } from "../../../src/domain/redirect-type.ts";
import { say } from "../../../src/domain/refusal/say.ts";
import { parseRules } from "../../../src/domain/rule/rule.ts";
import { isPlatformPath } from "../../../src/domain/snapshot.ts";
import { NO_UTM } from "../../../src/domain/utm.ts";
import { listHostCandidates } from "../../../src/domain/visited-host.ts";
import type { Env } from "../../../src/env.ts";
import { finalize } from "../../../src/visitor/finalize.ts";
import type { Finding } from "../../../src/visitor/finding.ts";
import { loadPatternCode } from "../../../src/visitor/patterns.ts";
import { resolve } from "../../../src/visitor/resolve.ts";
import { respond } from "../../../src/visitor/respond.ts";
import { toVisit, type Visit } from "../../../src/visitor/visit.ts";
import { hostWith, linkRecord, matchOn } from "../../../test/support/records.ts";
import type { VectorRecord, VectorRequest } from "./case.ts";

/** The members of an answer that vectors contain: those that another project can compare. */
interface VectorAnswer {
  status: number;
  location: string | null;
  cache_control: string | null;
}

const NOW_MS = Date.UTC(2026, 0, 1);

/** The outcomes with a body, which Node cannot load. */
const PAGES: Record<string, number> = {
  robots: 200,
  expired: 410,
  gone: 410,
  "not-found": 404,
  "unknown-host": 404,
};

/** Answers a request from records by the functions that answer visitors, without a store. */
export async function answerVector(records: VectorRecord[], given: VectorRequest): Promise<VectorAnswer> {
  await loadPatternCode();
  const request = new Request(given.url, given);
  if (given.country !== undefined) request.headers.set("CF-IPCountry", given.country);
  const { url, method } = request;
  const visiting = { request, url, method, env: {} as Env, context: { waitUntil() {} }, nowMs: NOW_MS };
  const visit = toVisit(request, NOW_MS);
  const finding = findFinding(records.map(toRecord), visit);
  const outcome = await finalize({ visiting, visit, finding, outcome: resolve(finding, visit, () => 0) });
  const page = PAGES[outcome.kind];
  if (page !== undefined) return { status: page, location: null, cache_control: "no-store" };
  const { status, headers } = await respond(outcome, visiting);
  return { status, location: headers.get("Location"), cache_control: headers.get("Cache-Control") };
}

function findFinding(records: LinkRecord[], visit: Visit): Finding {
  for (const { host, relation } of listHostCandidates(visit.hostname)) {
    const own = records.filter((record) => record.host === host);
    if (own.length === 0) continue;
    const started = own.filter(({ startsAtMs }) => (startsAtMs ?? 0) <= NOW_MS);
    const snapshots = hostWith(started);
    const { config } = snapshots;
    config.host = host;
    config.ownPaths = own.flatMap(({ source }) => (source.kind === "exact" ? source.path : []));
    return {
      kind: "host",
      config,
      relation,
      match: isPlatformPath(config, visit.requested.path) ? null : matchOn(snapshots, visit.requested),
      alias: null,
      isConfirmed: true,
      isMomentary: started.length < own.length,
    };
  }
  return { kind: "unknown-host" };
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
