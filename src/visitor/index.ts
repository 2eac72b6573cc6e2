import { toAddressGroup } from "../domain/address.ts";
import { pluginsOf } from "../domain/plugin/registry.ts";
import type { Env } from "../env.ts";
import { memory } from "../storage/snapshots/memory.ts";
import { readStore } from "../storage/snapshots/store.ts";
import { chanceFor } from "./chance.ts";
import { countVisit } from "./count.ts";
import { lookUp, type Tiers } from "./lookup.ts";
import { isCounted, type Outcome, type Settled } from "./outcome.ts";
import { resolve, type Finding } from "./resolve.ts";
import { respond } from "./respond.ts";
import { toVisit, type Visit } from "./visit.ts";

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const visit = toVisit(request, Date.now());
  const tiers = toTiers(env);
  const finish = (outcome: Settled): Response | Promise<Response> => {
    countVisit(outcome, visit, request, env, context);
    return respond(outcome, request);
  };
  const answer = (finding: Finding): Response | Promise<Response> => {
    const outcome = resolve(finding, visit, (record) => chanceFor(record, visit, Math.random));
    if (isSettled(outcome, visit)) return finish(outcome);
    // Passwords, previews and bots are the few: their code is read when one comes.
    return import("./settle.ts")
      .then(({ settle }) => settle({ request, env, tiers, visit, finding, outcome }))
      .then(finish);
  };
  const finding = lookUp(visit, tiers);
  // No promise where the answer is in memory.
  return finding instanceof Promise ? finding.then(answer) : answer(finding);
}

/** Whether nothing is left to ask: no password, nothing behind the alias, no plugin that looks at the visitor. */
function isSettled(outcome: Outcome, { requested }: Visit): outcome is Settled {
  if (requested.segments === 1 && /(?:\+|\.qr)$/.test(requested.path)) return false;
  if (outcome.kind === "protected") return false;
  const plugins = isCounted(outcome) ? outcome.record.plugins : undefined;
  return plugins === undefined || !pluginsOf(plugins).some(({ divert }) => divert);
}

function toTiers(env: Env): Tiers {
  return {
    memory,
    memoryMs: 1000 * Number(env.MEMORY_SECONDS),
    readStore: (keys) => readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS)),
    readDatabase: async (hosts, slots) => {
      const { readSnapshots } = await import("../storage/snapshots/read.ts");
      return readSnapshots(env.DB, hosts, slots);
    },
    admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  };
}
