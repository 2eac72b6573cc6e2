import { refuse } from "../../../domain/refusal/refusal.ts";
import type { Check } from "../../../domain/check/check.ts";
import { DAY_MS } from "../../../domain/time.ts";
import type { Env } from "../../../env.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../../../runtime/map-concurrent.ts";
import { selectDueTargets, selectTargetCounts } from "../../../storage/check/read.ts";
import { setCheckState, writeTargets, type TargetFinding } from "../../../storage/check/write.ts";

/** The most targets that one call of a host's object requests, which takes some seconds. */
const URLS_A_CALL = 20;
const URLS_AT_ONCE = 500;
/** The longest time for which a target is retried. */
const MAX_WAIT_MS = 3 * DAY_MS;

/** One step of a check, by the consumer that holds its lease. */
export interface Step {
  lease: string;
  /** The time when the step ends. Milliseconds since 1970. */
  untilMs: number;
  clock(): number;
}

/**
 * Requests due targets. The object of each host requests the targets of that host.
 * @returns whether more targets are due now
 */
export async function askDueTargets(
  env: Env,
  check: Check,
  { lease, untilMs, clock }: Step,
): Promise<boolean> {
  while (clock() < untilMs) {
    const groups = await selectDueTargets(env.DB, check.id, clock(), URLS_AT_ONCE);
    if (groups.length === 0) {
      const { open } = await selectTargetCounts(env.DB, check.id);
      if (open === 0) await setCheckState(env.DB, check.id, lease, "done", clock());
      return false;
    }
    await mapConcurrent(groups, FETCHES_AT_ONCE, async ({ host, urls }) => {
      if (clock() >= untilMs) return;
      const asker = env.TARGETS.get(env.TARGETS.idFromName(host));
      const findings = await asker.ask(urls.slice(0, URLS_A_CALL));
      await writeTargets(
        env.DB,
        check.id,
        findings.map((finding) => limitWait(finding, check.createdAtMs + MAX_WAIT_MS)),
      );
    });
  }
  return true;
}

function limitWait(finding: TargetFinding, latestMs: number): TargetFinding {
  if ("answer" in finding || finding.dueAtMs <= latestMs) return finding;
  return { url: finding.url, answer: { status: null, location: null, reason: refuse("target_puts_off") } };
}
