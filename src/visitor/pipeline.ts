import { PROBE_PATH } from "../domain/probe-path.ts";
import { pluginsOf } from "../domain/plugin/registry.ts";
import type { HostConfig } from "../domain/snapshot.ts";
import type { Bindings } from "../env.ts";
import { loadOnce } from "../runtime/load-once.ts";
import { chooseForVisit } from "./choose-destination.ts";
import { countVisit } from "./count.ts";
import type { LookUp } from "./finding.ts";
import { lookUp } from "./lookup.ts";
import { isCounted, type FinalOutcome, type Outcome } from "./outcome.ts";
import {
  cacheOutcome,
  cacheSpecial,
  isFresh,
  isRenewable,
  outcomeCache,
  type CachedOutcome,
} from "./outcome-cache.ts";
import { lacksPatternCode, loadPatternCode } from "./patterns.ts";
import { resolve, type Choose } from "./resolve.ts";
import { respond, withHsts } from "./respond.ts";
import { sourcesOf } from "./stores.ts";
import { toVisit, type Visit, type Visiting } from "./visit.ts";

/**
 * A visit, from top to bottom: cache → parse → find → resolve → finalize → respond → count. A URL
 * that was answered before skips from the cache to `respond`, or to `resolve` if its record has rules or a limit.
 */

/**
 * Answers a visitor. Never throws, and returns a promise only if memory lacks something.
 * @param url the requested URL, if the caller has already read it
 */
export function serveVisit(
  request: Request,
  env: Bindings,
  context: ExecutionContext,
  url = request.url,
): Response | Promise<Response> {
  const visiting: Visiting = { request, url, method: request.method, env, context, nowMs: Date.now() };
  try {
    const response = serveCached(visiting) ?? serveProbe(visiting) ?? serve(visiting);
    if (!(response instanceof Promise)) return response;
    return response.catch((error: unknown) => serveFromDatabase(visiting, error));
  } catch (error) {
    return serveFromDatabase(visiting, error);
  }
}

/** Answers after an unexpected error. Loads its code at the first such error. */
async function serveFromDatabase(visiting: Visiting, error: unknown): Promise<Response> {
  const { rescue } = await import("./rescue.ts");
  return rescue(error, {
    again: (find) => serve(visiting, { find }),
    refuse: (outcome) => finish(visiting, outcome),
  });
}

/** Returns the response for a cached URL, without a promise while the outcome is fresh; null for other URLs. */
function serveCached(visiting: Visiting): Response | Promise<Response> | null {
  const cached = outcomeCache.get(visiting.url);
  if (cached === undefined || visiting.method === "OPTIONS") return null;
  if (isFresh(cached, visiting.nowMs)) return replay(visiting, cached);
  return isRenewable(cached) ? revalidate(visiting, cached) : null;
}

/** Uses the cached outcome if KV still has the snapshots that it depends on. */
async function revalidate(visiting: Visiting, cached: CachedOutcome): Promise<Response> {
  const isValid = await sourcesOf(visiting).revalidate(cached.dependsOn);
  return isValid ? replay(visiting, cached) : serve(visiting);
}

function replay(visiting: Visiting, cached: CachedOutcome): Response | Promise<Response> {
  const { choice, outcomes, special } = cached;
  if (special !== undefined) {
    const { method, nowMs, request } = visiting;
    const visit: Visit = { ...special.visit, method, nowMs, headers: request.headers };
    return decide(visiting, visit, special.found, { cached });
  }
  const index = choice === null ? 0 : chooseForVisit(choice.record, choice.target, visiting.request);
  const outcome = outcomes[index];
  if (outcome !== undefined) return finish(visiting, outcome, cached.config);
  // No visit was sent to this destination yet. The chosen index is passed on, because a visit chooses once.
  return serve(visiting, { cached, choose: () => index });
}

/** Answers the probe that checks whether a hostname leads here; null if the path is not a probe's. */
function serveProbe(visiting: Visiting): Promise<Response> | null {
  if (!visiting.url.includes(PROBE_PATH)) return null;
  return import("./probe.ts").then(
    ({ answerProbe }) =>
      answerProbe(visiting, (visit) => lookUp(visit, sourcesOf(visiting))) ?? serve(visiting),
  );
}

/** The results that a visit already has before it is looked up. */
interface Start {
  cached?: CachedOutcome;
  choose?: Choose;
  find?: typeof lookUp;
}

function serve(visiting: Visiting, start: Start = {}): Response | Promise<Response> {
  const { find = lookUp } = start;
  const visit = toVisit(visiting.request, visiting.nowMs);
  const found = find(visit, sourcesOf(visiting));
  return found instanceof Promise
    ? found.then((late) => decide(visiting, visit, late, start))
    : decide(visiting, visit, found, start);
}

function decide(visiting: Visiting, visit: Visit, found: LookUp, start: Start): Response | Promise<Response> {
  const { finding } = found;
  if (finding.kind === "host" && lacksPatternCode(finding.match?.record)) {
    return loadPatternCode().then(() => decide(visiting, visit, found, start));
  }
  const { cached, choose = chooseForVisit } = start;
  const outcome = resolve(finding, visit, choose);
  const config = finding.kind === "host" ? finding.config : undefined;
  if (isFinal(outcome)) {
    if (visit.view === null) cacheOutcome(visiting.url, outcome, found, config, cached);
    return finish(visiting, outcome, config);
  }
  if (outcome.kind === "special" && cached === undefined) cacheSpecial(visiting.url, visit, found);
  const resolved = { visiting, visit, finding, outcome, cached };
  const final = withFinalCode(({ finalize }) => finalize(resolved));
  return final instanceof Promise
    ? final.then((late) => finish(visiting, late, config))
    : finish(visiting, final, config);
}

/** The code for passwords, previews, rules and plugins, which few visits need. */
const withFinalCode = loadOnce(() => import("./finalize.ts"));

function isFinal(outcome: Outcome): outcome is FinalOutcome {
  if (outcome.kind === "protected" || outcome.kind === "view" || outcome.kind === "special") return false;
  const plugins = isCounted(outcome) ? outcome.record.plugins : undefined;
  return plugins === undefined || !pluginsOf(plugins).some(({ divert }) => divert);
}

const withLogCode = loadOnce(() => import("./visit-log.ts"));

/** Responds before it counts: an outcome that HTTP cannot carry is no click. */
function finish(
  visiting: Visiting,
  outcome: FinalOutcome,
  config?: HostConfig,
): Response | Promise<Response> {
  const response = respond(outcome, visiting, config);
  countVisit(outcome, visiting);
  // Compared as text, which every visit does: "0" and nothing log none.
  if ((visiting.env.LOG_VISITS ?? "") > "0") {
    const late = withLogCode(({ logVisit }) => logVisit(visiting, outcome, response));
    if (late instanceof Promise) visiting.context.waitUntil(late);
  }
  return withHsts(response, visiting, config);
}
