import type { Pruned } from "../../src/storage/operator/prune.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

export interface PruneOptions {
  what: Pruned;
  /** The beginning of the day, UTC. Milliseconds since 1970. */
  beforeMs: number;
  /** The name or id of one workspace; null for all. */
  workspace: string | null;
  /** True to delete, false to only show it. */
  isConfirmed: boolean;
  /** True if no backup is needed. */
  isWithoutBackup: boolean;
  isRemote: boolean;
}

export const pruneHelp = `Deletes old days of clicks, or old entries of the history, to make room in the database.

  npm run prune -- --clicks-before DATE [options]
  npm run prune -- --history-before DATE [options]

  --clicks-before DATE   the statistics of the days and months before a date such as 2026-01-31 (UTC). The date's own
                         month stays once it is rolled up, and so do total clicks
  --history-before DATE  who changed records and hostnames before that day. Records, undos and backups stay
  --workspace W          only of the workspace with this name or id
  --yes                  deletes. Without it the command only shows what it would free
  --no-backup            deletes although the last nightly backup is older than a day
  --remote               in the deployed database instead of the local one (STATE_DIR, default .state)
  --help                 shows this

The date must be 30 days ago or earlier. Nothing brings back what is deleted, except a backup: npm run backup.

Exit code: 0 done or shown, 1 nothing was found or the backup is missing, 2 wrong usage.
`;

const OPTIONS = {
  "clicks-before": { type: "string" },
  "history-before": { type: "string" },
  workspace: { type: "string" },
  yes: { type: "boolean", default: false },
  "no-backup": { type: "boolean", default: false },
  ...REMOTE,
} as const;

const LEAST_AGE_DAYS = 30;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parsePruneOptions(args: string[], nowMs = Date.now()): PruneOptions | null {
  const read = readArguments("prune", args, OPTIONS, false);
  if (read === null) return null;
  const { values } = read;
  const { "clicks-before": clicks, "history-before": history } = values;
  const date = clicks ?? history;
  if (date === undefined || (clicks !== undefined && history !== undefined)) {
    throw refuseUsage("prune", "Pass --clicks-before DATE or --history-before DATE.");
  }
  const name = clicks === undefined ? "--history-before" : "--clicks-before";
  return {
    what: clicks === undefined ? "history" : "clicks",
    beforeMs: toMoment(name, date, nowMs),
    workspace: values.workspace ?? null,
    isConfirmed: values.yes,
    isWithoutBackup: values["no-backup"],
    isRemote: values.remote,
  };
}

function toMoment(name: string, date: string, nowMs: number): number {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Some engines take the 31st of a shorter month for a day of the next one.
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== date) {
    throw refuseUsage("prune", `${name} takes a date such as 2026-01-31, not ${date}.`);
  }
  const latestMs = nowMs - LEAST_AGE_DAYS * DAY_MS;
  if (atMs > latestMs) {
    const latest = new Date(latestMs).toISOString().slice(0, 10);
    throw refuseUsage(
      "prune",
      `${name} must be ${LEAST_AGE_DAYS} days ago or earlier: ${latest} at the latest.`,
    );
  }
  return atMs;
}
