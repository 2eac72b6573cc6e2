import { toAddressGroup } from "../domain/address.ts";
import type { Env } from "../env.ts";
import { memory } from "../storage/snapshots/memory.ts";
import { readSnapshots } from "../storage/snapshots/read.ts";
import { readStore } from "../storage/snapshots/store.ts";
import { chanceFor } from "./chance.ts";
import { countVisit } from "./count.ts";
import { lookUp, type Tiers } from "./lookup.ts";
import { resolve, type Finding } from "./resolve.ts";
import { respond } from "./respond.ts";
import { toVisit } from "./visit.ts";

/** Answers a visitor: read what is known, decide, respond, count. Never throws. */
export function answerVisit(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  const visit = toVisit(request, Date.now());
  const answer = (finding: Finding): Response => {
    const outcome = resolve(finding, visit, (record) => chanceFor(record, visit, Math.random));
    countVisit(outcome, visit, request, env, context);
    return respond(outcome, visit.method);
  };
  const finding = lookUp(visit, toTiers(env));
  // No promise where the answer is in memory.
  return finding instanceof Promise ? finding.then(answer) : answer(finding);
}

function toTiers(env: Env): Tiers {
  return {
    memory,
    memoryMs: 1000 * Number(env.MEMORY_SECONDS),
    readStore: (keys) => readStore(env.SNAPSHOTS, keys, Number(env.KV_CACHE_SECONDS)),
    readDatabase: (hosts, slots) => readSnapshots(env.DB, hosts, slots),
    admitMiss: async (address) => (await env.MISS_LIMITER.limit({ key: toAddressGroup(address) })).success,
  };
}
