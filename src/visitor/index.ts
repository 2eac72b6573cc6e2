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
import { behindLookUps, lookUp, lookUpInDatabase, type Tiers } from "./lookup.ts";
import { isCounted, type Outcome, type Settled } from "./outcome.ts";
import { isFresh, isRenewable, recollections, type Recollection } from "./recall.ts";
import { resolve, type Choose, type Finding } from "./resolve.ts";
import { respond } from "./respond.ts";
import { StoreReading } from "./store-reading.ts";
import { toVisit, type Visit } from "./visit.ts";
import type { ProjectionMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";
import { memoizeLast } from "../runtime/memoize.ts";
import { MINUTE_MS } from "../domain/time.ts";

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
  if (isFresh(known, nowMs)) return safely(stage, () => answerAgain(stage, known, null));
  return isRenewable(known) ? safely(stage, () => renew(stage, known)) : null;
}

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const stage: Visiting = { request, env, context, nowMs: Date.now() };
  return safely(stage, () =>
    request.url.includes(PROBE_PATH) ? answerProbed(stage) : answerAnew(stage, null),
  );
}

/** What only looks like a probe is a visit like any other. */
async function answerProbed(stage: Visiting): Promise<Response> {
  const { answerProbe } = await import("./probe.ts");
  return answerProbe(stage.request, stage.env) ?? answerAnew(stage, null);
}

/** Answers from the database where anything unexpected happens, and with the 503 page where that fails, too. */
function safely(stage: Visiting, work: () => Response | Promise<Response>): Response | Promise<Response> {
  try {
    const answered = work();
    return answered instanceof Promise ? answered.catch((error: unknown) => rescue(stage, error)) : answered;
  } catch (error) {
    return rescue(stage, error);
  }
}

async function rescue(stage: Visiting, error: unknown): Promise<Response> {
  logOnce(error);
  try {
    return await decide(stage, null, chooserOf(stage), undefined, lookUpInDatabase);
  } catch (again) {
    logOnce(again);
    return respond({ kind: "unavailable", retryAfterSeconds: RETRY_SECONDS }, stage.request);
  }
}

const RETRY_SECONDS = 5;
const MAX_LOGGED = 100;
const logged = new Set<string>();

/** One line for each kind of failure: a bad value can be visited a thousand times a second. */
function logOnce(error: unknown): void {
  const text = String(error);
  if (logged.has(text) || logged.size >= MAX_LOGGED) return;
  logged.add(text);
  log("error", "visit_failed", { error: text, answered_from: "database" });
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
  return decide(stage, reading, chooserOf(stage));
}

function chooserOf({ request }: Visiting): Choose {
  return (record, target) => chooseFor(record, target, request, Math.random);
}

function finish({ request, env, context, nowMs }: Visiting, outcome: Settled): Response | Promise<Response> {
  const response = respond(outcome, request);
  countVisit(outcome, request, nowMs, env, context);
  return response;
}

function decide(
  stage: Visiting,
  reading: StoreReading | null,
  choose: Choose,
  known?: Recollection,
  find: typeof lookUp = lookUp,
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
  const finding = find(visit, tiers, rests, reading);
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
async function tell(env: Env, message: ProjectionMessage): Promise<void> {
  try {
    await env.PROJECTION.send(message);
  } catch (error) {
    log("warn", "projection_message_not_queued", { kind: message.kind, error: String(error) });
  }
}

/** One message a hostname and minute is enough, and more hostnames than this are written anew all together. */
const REFILL_INTERVAL_MS = MINUTE_MS;
const MAX_REFILLS = 1_000;
const refillsMs = new Map<string, number>();

function askForRefill(env: Env, host: string): void {
  const nowMs = Date.now();
  if (nowMs < (refillsMs.get(host) ?? 0) + REFILL_INTERVAL_MS) return;
  if (refillsMs.size >= MAX_REFILLS) refillsMs.clear();
  refillsMs.set(host, nowMs);
  waitUntil(tell(env, { kind: "refill", host }));
}

/** Returns the same tiers for every visit on the same bindings. */
const tiersOf = memoizeLast((env: Env): Tiers => {
  return {
    memory,
    memoryMs: 1000 * Number(env.MEMORY_SECONDS),
    readStore: (keys) =>
      readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS), (key, text) =>
        memory.recognize(key, text),
      ),
    repair: (keys) => waitUntil(tell(env, { kind: "repair", slots: keys.map(slotOfKey) })),
    refill: (host) => askForRefill(env, host),
    lookUps: behindLookUps(),
    readDatabase: async (hosts, slots) => {
      const { readSnapshots } = await import("../storage/snapshots/read.ts");
      return readSnapshots(env.DB, hosts, slots);
    },
    admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  };
});
