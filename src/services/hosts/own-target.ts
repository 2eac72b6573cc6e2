import { toDnsName } from "../../domain/dns-answer.ts";
import type { Env } from "../../env.ts";
import { noteTarget, readTarget } from "../../storage/claims.ts";
import type { AskDns } from "./ask-dns.ts";

/**
 * Workspaces' own CNAME targets, `<label>.<CNAME_TARGET>` (contract 10.15). They need the wildcard record
 * `*.<CNAME_TARGET>`, so they are shown and accepted only while a name below the target resolves.
 */

const PROBE_LABEL = "signpost-check";
const ASK_EVERY_MS = 3_600_000;
const GOOD_FOR_MS = 86_400_000;

export function ownTarget(env: Pick<Env, "CNAME_TARGET">, label: string): string {
  return `${label}.${toDnsName(env.CNAME_TARGET)}`;
}

/** Whether own targets are good, by when a name below the shared one was last seen to resolve. */
export function areOwnTargetsGood(seenAtMs: number | null, nowMs: number): boolean {
  return seenAtMs !== null && nowMs - seenAtMs < GOOD_FOR_MS;
}

/** The same, after DNS was asked where nobody did in the last hour. */
export async function checkOwnTargets(env: Env, ask: AskDns, nowMs: number): Promise<boolean> {
  const target = toDnsName(env.CNAME_TARGET);
  const known = await readTarget(env.DB, target);
  if (known !== null && nowMs - known.asked_at < ASK_EVERY_MS) return areOwnTargetsGood(known.seen_at, nowMs);
  for (const type of ["A", "AAAA"] as const) {
    const reply = await ask(`${PROBE_LABEL}.${target}`, type);
    if (!reply.ok) return areOwnTargetsGood(known?.seen_at ?? null, nowMs);
    if (reply.value.status === 0 && reply.value.records.length > 0) {
      await noteTarget(env.DB, target, true, nowMs);
      return true;
    }
  }
  await noteTarget(env.DB, target, false, nowMs);
  return areOwnTargetsGood(known?.seen_at ?? null, nowMs);
}
