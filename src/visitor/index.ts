import { waitUntil } from "cloudflare:workers";
import { toAddressGroup } from "../domain/address.ts";
import { PROBE_PATH } from "../domain/probe-path.ts";
import { pluginsOf } from "../domain/plugin/registry.ts";
import type { Env } from "../env.ts";
import { slotOfKey } from "../storage/snapshots/key.ts";
import { memory, type MemoryEntry } from "../storage/snapshots/memory.ts";
import { readStore } from "../storage/snapshots/store.ts";
import { chooseFor } from "./chance.ts";
import { countVisit } from "./count.ts";
import { lookUp, type Tiers } from "./lookup.ts";
import { isCounted, type Outcome, type Settled } from "./outcome.ts";
import { isFresh, isRenewable, recollections, type Recollection } from "./recall.ts";
import { resolve, type Choose, type Finding } from "./resolve.ts";
import { respond } from "./respond.ts";
import { StoreReading } from "./store-reading.ts";
import { toVisit, type Visit } from "./visit.ts";

/**
 * The answer where one is remembered for the very URL, at once as long as it is fresh; null otherwise.
 * Never throws.
 */
export function answerKnown(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> | null {
  const nowMs = Date.now();
  const known = recollections.recall(request.url);
  if (known === undefined || request.method === "OPTIONS") return null;
  const stage: Visiting = { request, env, context, nowMs };
  if (isFresh(known, nowMs)) return answerAgain(stage, known, null);
  return isRenewable(known) ? renew(stage, known) : null;
}

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  if (request.url.includes(PROBE_PATH)) {
    return import("./probe.ts").then(({ answerProbe }) => {
      const visiting: Visiting = { request, env, context, nowMs: Date.now() };
      return answerProbe(request, env) ?? answerAnew(visiting, null);
    });
  }
  return answerAnew({ request, env, context, nowMs: Date.now() }, null);
}

interface Visiting {
  request: Request;
  env: Env;
  context: ExecutionContext;
  nowMs: number;
}

async function renew(stage: Visiting, known: Recollection): Promise<Response> {
  const reading = new StoreReading(stage.nowMs, tiersOf(stage.env));
  const stands = await reading.confirm(known.rests);
  return stands ? answerAgain(stage, known, reading) : answerAnew(stage, reading);
}

function answerAgain(
  stage: Visiting,
  known: Recollection,
  reading: StoreReading | null,
): Response | Promise<Response> {
  const { choice, outcomes } = known;
  const index = choice === null ? 0 : chooseFor(choice.record, choice.target, stage.request, Math.random);
  const outcome = outcomes[index];
  // Chance is asked once for a visit.
  return outcome === undefined ? decide(stage, reading, () => index, known) : finish(stage, outcome);
}

function answerAnew(stage: Visiting, reading: StoreReading | null): Response | Promise<Response> {
  return decide(stage, reading, (record, target) => chooseFor(record, target, stage.request, Math.random));
}

function finish({ request, env, context, nowMs }: Visiting, outcome: Settled): Response | Promise<Response> {
  countVisit(outcome, request, nowMs, env, context);
  return respond(outcome, request);
}

function decide(
  stage: Visiting,
  reading: StoreReading | null,
  choose: Choose,
  known?: Recollection,
): Response | Promise<Response> {
  const { request, env, nowMs } = stage;
  const visit = toVisit(request, nowMs);
  const tiers = tiersOf(env);
  const rests: MemoryEntry[] = [];
  const answer = (finding: Finding): Response | Promise<Response> => {
    const outcome = resolve(finding, visit, choose);
    if (isSettled(outcome, visit)) {
      if (rests.length > 0 && isSteady(outcome, finding)) keep(request.url, outcome, rests, known);
      return finish(stage, outcome);
    }
    // Passwords, previews and bots are the few: their code is read when one comes.
    return import("./settle.ts")
      .then(({ settle }) => settle({ request, env, tiers, visit, finding, outcome }))
      .then((settled) => finish(stage, settled));
  };
  const finding = lookUp(visit, tiers, rests, reading);
  // No promise where the answer is in memory.
  return finding instanceof Promise ? finding.then(answer) : answer(finding);
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

/** Never rejects. */
async function callForRepair(env: Env, keys: string[]): Promise<void> {
  try {
    await env.PROJECTION.send({ kind: "repair", slots: keys.map(slotOfKey) });
  } catch (error) {
    console.warn(`${keys.join(" ")} cannot be read, and nobody could be told: ${String(error)}`);
  }
}

let lastTiers: { env: Env; tiers: Tiers } | null = null;

/** The same for every visit on the same bindings. */
function tiersOf(env: Env): Tiers {
  if (lastTiers?.env === env) return lastTiers.tiers;
  const tiers: Tiers = {
    memory,
    memoryMs: 1000 * Number(env.MEMORY_SECONDS),
    readStore: (keys) =>
      readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS), (key, text) =>
        memory.recognize(key, text),
      ),
    repair: (keys) => waitUntil(callForRepair(env, keys)),
    readDatabase: async (hosts, slots) => {
      const { readSnapshots } = await import("../storage/snapshots/read.ts");
      return readSnapshots(env.DB, hosts, slots);
    },
    admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  };
  lastTiers = { env, tiers };
  return tiers;
}
