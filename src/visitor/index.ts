import { toAddressGroup } from "../domain/address.ts";
import { pluginsOf } from "../domain/plugin/registry.ts";
import type { Env } from "../env.ts";
import { memory, type MemoryEntry } from "../storage/snapshots/memory.ts";
import { readStore } from "../storage/snapshots/store.ts";
import { chooseFor } from "./chance.ts";
import { countVisit } from "./count.ts";
import { lookUp, type Tiers } from "./lookup.ts";
import { isCounted, type Outcome, type Settled } from "./outcome.ts";
import { recollections, type Recollection } from "./recall.ts";
import { resolve, type Choose, type Finding } from "./resolve.ts";
import { respond } from "./respond.ts";
import { readUrl, toVisit, type Visit } from "./visit.ts";

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const nowMs = Date.now();
  const { url } = request;
  const finish = (outcome: Settled): Response | Promise<Response> => {
    countVisit(outcome, request, nowMs, env, context);
    return respond(outcome, request);
  };
  const known = recollections.recall(url, nowMs);
  let choose: Choose = (record, target) => chooseFor(record, target, request, Math.random);
  if (known !== undefined && known.outcomes.length > 0 && request.method !== "OPTIONS") {
    const index = indexOf(known, choose);
    const outcome = known.outcomes[index];
    if (outcome !== undefined) return finish(outcome);
    // Chance is asked once for a visit.
    choose = () => index;
  }
  const visitedUrl = known?.url ?? readUrl(url);
  const visit = toVisit(request, nowMs, visitedUrl);
  const tiers = tiersOf(env);
  const answer = (finding: Finding, recollection?: Recollection): Response | Promise<Response> => {
    const outcome = resolve(finding, visit, choose);
    if (isSettled(outcome, visit)) {
      if (recollection !== undefined && isSteady(outcome, finding)) {
        recollection.outcomes["destination" in outcome ? outcome.destination : 0] = outcome;
      }
      return finish(outcome);
    }
    // Passwords, previews and bots are the few: their code is read when one comes.
    return import("./settle.ts")
      .then(({ settle }) => settle({ request, env, tiers, visit, finding, outcome }))
      .then(finish);
  };
  if (known !== undefined) return answer(known.finding, known);
  const rests: MemoryEntry[] = [];
  const finding = lookUp(visit, tiers, rests);
  // No promise where the answer is in memory.
  if (finding instanceof Promise) return finding.then(answer);
  const recollection: Recollection = { url: visitedUrl, finding, rests, outcomes: [] };
  recollections.remember(url, recollection);
  return answer(finding, recollection);
}

/** Whether nothing is left to ask: no password, nothing behind the alias, no plugin that looks at the visitor. */
function isSettled(outcome: Outcome, { requested }: Visit): outcome is Settled {
  if (requested.path.endsWith("+") || requested.path.endsWith(".qr")) return false;
  if (outcome.kind === "protected") return false;
  const plugins = isCounted(outcome) ? outcome.record.plugins : undefined;
  return plugins === undefined || !pluginsOf(plugins).some(({ divert }) => divert);
}

/** Whether every visit of the URL that goes to this destination gets this outcome, whoever comes and when, by whatever method but OPTIONS. */
function isSteady(outcome: Settled, finding: Finding): boolean {
  if (outcome.kind === "not-found") return finding.kind === "host" && finding.match === null;
  return outcome.kind === "redirect" && outcome.record.expiresAtMs === undefined;
}

function indexOf({ finding }: Recollection, choose: Choose): number {
  if (finding.kind !== "host" || finding.match === null) return 0;
  const { record } = finding.match;
  return record.answer.kind === "redirect" ? choose(record, record.answer.target) : 0;
}

let lastTiers: { env: Env; tiers: Tiers } | null = null;

/** The same for every visit on the same bindings. */
function tiersOf(env: Env): Tiers {
  if (lastTiers?.env === env) return lastTiers.tiers;
  const tiers: Tiers = {
    memory,
    memoryMs: 1000 * Number(env.MEMORY_SECONDS),
    readStore: (keys) => readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS)),
    readDatabase: async (hosts, slots) => {
      const { readSnapshots } = await import("../storage/snapshots/read.ts");
      return readSnapshots(env.DB, hosts, slots);
    },
    admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  };
  lastTiers = { env, tiers };
  return tiers;
}
