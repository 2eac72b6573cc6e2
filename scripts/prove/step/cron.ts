import type { ShownState } from "../../status/render.ts";
import { sayReason } from "../../status/reason-text.ts";
import { toDuration } from "../../status/format.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

/** Cron fires each minute, and a minute may be late. */
const HEARTBEAT_SECONDS = 180;

export const cronStep: Step = {
  id: "cron",
  title: "Cron",
  asks: "Cron fires each minute, and its jobs stay within the limits of an invocation.",
  changes: null,
  async run({ cloudflare, settings, template, state }) {
    const path = `/accounts/${settings.account_id}/workers/scripts/${settings.name}/schedules`;
    const { schedules } = await cloudflare.call<{ schedules?: { cron?: string }[] }>("GET", path);
    const found = schedules?.flatMap(({ cron }) => cron ?? []) ?? null;
    return [...judgeSchedules(template.triggers?.crons ?? [], found), ...judgeJobs(await state())];
  },
};

/** @param found null if the API does not tell */
export function judgeSchedules(wanted: string[], found: string[] | null): Observation[] {
  if (found === null) return [unseen("Cloudflare's API does not tell the cron triggers.")];
  const expected = `The Worker has the cron trigger ${toCode(wanted)}.`;
  if (wanted.toSorted().join() === found.toSorted().join()) return [seen(expected)];
  return [different(expected, `It has ${found.length === 0 ? "none" : toCode(found)}.`)];
}

/** Stars are marks of Markdown. */
function toCode(crons: string[]): string {
  return crons.map((cron) => `\`${cron}\``).join(", ");
}

/** Judges the heartbeat, the jobs, and what else the installation says of itself. */
export function judgeJobs({ jobs, reasons }: ShownState): Observation[] {
  if (reasons === undefined) {
    return [unseen("MONITOR_KEY is not set, so how the jobs of cron do was not looked at.")];
  }
  if (jobs == null) {
    return [different("The Durable Object HEARTBEAT tells how the jobs do.", "It does not answer.")];
  }
  const { heartbeat, ...others } = jobs;
  const failing = Object.entries({ heartbeat, ...others }).filter(([, job]) => job?.failing_since != null);
  const isTold = new Set(["job_overdue", "dead_letters"]);
  return [
    judgeHeartbeat(heartbeat?.succeeded_seconds ?? null),
    ...failing.map(([name, job]) =>
      different("Every job succeeds.", `${name} fails since ${job?.failing_since}: ${job?.error}`),
    ),
    ...(failing.length === 0 ? [seen(`None of the ${Object.keys(jobs).length} jobs fails.`)] : []),
    ...reasons
      .filter(({ code }) => isTold.has(code))
      .map((reason) =>
        different("The installation names no job and no dead letters.", sayReason(reason).text),
      ),
  ];
}

function judgeHeartbeat(seconds: number | null): Observation {
  const expected = `Cron ran within the last ${toDuration(HEARTBEAT_SECONDS)}.`;
  if (seconds === null) return different(expected, "It has not run yet.");
  const text = `Cron ran ${toDuration(seconds)} ago.`;
  return seconds < HEARTBEAT_SECONDS ? seen(text) : different(expected, text);
}
