import { toDnsName } from "../../../domain/dns-answer.ts";
import type { Env } from "../../../env.ts";
import { upsertTarget, selectTarget } from "../../../storage/claim/target.ts";
import type { AskDns } from "../ask-dns.ts";
import { DAY_MS, HOUR_MS } from "../../../domain/time.ts";

/**
 * The own CNAME targets of workspaces, `<label>.<CNAME_TARGET>` (contract 10.15). They need the wildcard record
 * `*.<CNAME_TARGET>`, so they are shown and accepted only while a name below the target resolves.
 */

const PROBE_LABEL = "signpost-check";
const ASK_EVERY_MS = HOUR_MS;
const GOOD_FOR_MS = DAY_MS;

export function ownTarget(env: Pick<Env, "CNAME_TARGET">, label: string): string {
  return `${label}.${toDnsName(env.CNAME_TARGET)}`;
}

/** Returns whether own targets can be used, because a name below the shared target resolved recently. */
export function areOwnTargetsGood(seenAtMs: number | null, nowMs: number): boolean {
  return seenAtMs !== null && nowMs - seenAtMs < GOOD_FOR_MS;
}

/** Returns the same as `areOwnTargetsGood`. Asks DNS first, unless it was asked in the last hour. */
export async function checkOwnTargets(env: Env, ask: AskDns, nowMs: number): Promise<boolean> {
  const target = toDnsName(env.CNAME_TARGET);
  const known = await selectTarget(env.DB, target);
  if (known !== null && nowMs - known.askedAtMs < ASK_EVERY_MS)
    return areOwnTargetsGood(known.seenAtMs, nowMs);
  for (const type of ["A", "AAAA"] as const) {
    const reply = await ask(`${PROBE_LABEL}.${target}`, type);
    if (!reply.ok) return areOwnTargetsGood(known?.seenAtMs ?? null, nowMs);
    if (reply.value.status === 0 && reply.value.records.length > 0) {
      await upsertTarget(env.DB, target, true, nowMs);
      return true;
    }
  }
  await upsertTarget(env.DB, target, false, nowMs);
  return areOwnTargetsGood(known?.seenAtMs ?? null, nowMs);
}
