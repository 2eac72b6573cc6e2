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
import { toVisit, type Visit } from "./visit.ts";

/** The answer where one is remembered for the very URL; null otherwise. Never throws. */
export function answerKnown(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> | null {
  const nowMs = Date.now();
  const known = recollections.recall(request.url, nowMs);
  if (known === undefined || request.method === "OPTIONS") return null;
  const stage: Visiting = { request, env, context, nowMs };
  const { choice, outcomes } = known;
  const index = choice === null ? 0 : chooseFor(choice.record, choice.target, request, Math.random);
  const outcome = outcomes[index];
  // Chance is asked once for a visit.
  return outcome === undefined ? decide(stage, known, () => index) : finish(stage, outcome);
}

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const stage: Visiting = { request, env, context, nowMs: Date.now() };
  return decide(stage, undefined, (record, target) => chooseFor(record, target, request, Math.random));
}

interface Visiting {
  request: Request;
  env: Env;
  context: ExecutionContext;
  nowMs: number;
}

function finish({ request, env, context, nowMs }: Visiting, outcome: Settled): Response | Promise<Response> {
  countVisit(outcome, request, nowMs, env, context);
  return respond(outcome, request);
}

function decide(
  stage: Visiting,
  known: Recollection | undefined,
  choose: Choose,
): Response | Promise<Response> {
  const { request, env, nowMs } = stage;
  const visit = toVisit(request, nowMs);
  const tiers = tiersOf(env);
  const answer = (finding: Finding, rests: MemoryEntry[] | null): Response | Promise<Response> => {
    const outcome = resolve(finding, visit, choose);
    if (isSettled(outcome, visit)) {
      if (rests !== null && isSteady(outcome, finding)) keep(request.url, outcome, rests, known);
      return finish(stage, outcome);
    }
    // Passwords, previews and bots are the few: their code is read when one comes.
    return import("./settle.ts")
      .then(({ settle }) => settle({ request, env, tiers, visit, finding, outcome }))
      .then((settled) => finish(stage, settled));
  };
  const rests: MemoryEntry[] = [];
  const finding = lookUp(visit, tiers, rests);
  // No promise where the answer is in memory.
  return finding instanceof Promise ? finding.then((found) => answer(found, null)) : answer(finding, rests);
}

function keep(
  url: string,
  outcome: Settled,
  rests: MemoryEntry[],
  known: Recollection = { rests, choice: choiceOf(outcome), outcomes: [] },
): void {
  known.outcomes[known.choice !== null && isCounted(outcome) ? outcome.destination : 0] = outcome;
  recollections.remember(url, known);
}

function choiceOf(outcome: Settled): Recollection["choice"] {
  if (outcome.kind !== "redirect" || outcome.record.answer.kind !== "redirect") return null;
  const { record } = outcome;
  const { target } = outcome.record.answer;
  return target.destinations.length > 1 ? { record, target } : null;
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
