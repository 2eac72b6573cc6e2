import type { Reason, ReasonCode } from "../../src/domain/installation.ts";
import { toDuration, toMegabytes } from "./format.ts";

/** What each reason means, what to do next, and the heading in docs/runbooks.md that goes on from there. */
interface ReasonText {
  say(values: Reason["values"]): string;
  next: string;
  runbook: string;
}

const TEXTS: Record<ReasonCode, ReasonText> = {
  database_down: {
    say: () => "The database does not answer.",
    next: "Look at https://www.cloudflarestatus.com. Visitors get what the edge knows.",
    runbook: "An incident of Cloudflare",
  },
  store_down: {
    say: () => "KV does not answer.",
    next: "Look at https://www.cloudflarestatus.com. Visitors are answered from D1.",
    runbook: "An incident of Cloudflare",
  },
  job_overdue: {
    say: ({ job, seconds, error }) => {
      const since = seconds === null ? "yet" : `for ${toDuration(Number(seconds))}`;
      if (job === "heartbeat" && error === null) return `Cron has not run ${since}.`;
      return `The job ${job} has not succeeded ${since}${error === null ? "" : `: ${error}`}.`;
    },
    next: "npm run wrangler -- tail shows each run and its job_failed.",
    runbook: "Cron is not running",
  },
  clicks_waiting: {
    say: ({ seconds }) => `Clicks have not been counted for ${toDuration(Number(seconds))}.`,
    next: "Look for clicks_not_added in the log. No click is lost while it waits.",
    runbook: "Clicks stand still",
  },
  snapshots_waiting: {
    say: ({ seconds }) => `Changes have not reached the edge for ${toDuration(Number(seconds))}.`,
    next: "npm run project -- --all --remote shows what is left. A large import may take some minutes.",
    runbook: "Links do not follow edits",
  },
  database_filling: {
    say: ({ percent, bytes, limit_bytes: limit }) =>
      `The database is ${percent} percent full: ${toMegabytes(Number(bytes))} of ${toMegabytes(Number(limit))}.`,
    next: "npm run prune -- --clicks-before DATE --remote shows what it would free.",
    runbook: "The database is full",
  },
  database_missing: {
    say: ({ name }) => `The Worker has no database ${name}, which the variable DATABASES promises.`,
    next: "npm run deploy binds all databases of the settings.",
    runbook: "A wrong deployment",
  },
  dead_letters: {
    say: ({ count, refused_seconds: refused }) =>
      `Messages of clicks that failed too often: ${count}.` +
      (refused === null ? "" : ` ${toDuration(Number(refused))} ago one more could not be stored.`),
    next: "npm run dead-letters -- list --remote shows why. dead_letters_not_kept in the log says why one is not stored.",
    runbook: "Clicks stand still",
  },
  unknown_keys: {
    say: ({ count }) => `Keys of KV that the restored database does not know: ${count}.`,
    next: "npm run project -- --all --tombstones --remote removes them.",
    runbook: "Links answer wrongly",
  },
  backup_old: {
    say: ({ seconds }) =>
      seconds === null
        ? "There is no nightly backup."
        : `The last nightly backup is ${toDuration(Number(seconds))} old.`,
    next: "npm run backup -- --remote makes one now. Look for backup_failed in the log.",
    runbook: "A nightly backup is missing or refused",
  },
  certificates_late: {
    say: ({ count }) => `Certificates that should have been renewed a week ago: ${count}.`,
    next: "GET /v1/host shows which hostnames, and what is wrong with their DNS.",
    runbook: "An incident of Cloudflare",
  },
  crawler_lists_old: {
    say: ({ seconds }) =>
      seconds === null
        ? "The lists of crawlers were never read."
        : `The lists of crawlers were last read ${toDuration(Number(seconds))} ago.`,
    next: "Look for crawler_list_not_read in the log.",
    runbook: "Cron is not running",
  },
  threat_round_old: {
    say: ({ seconds }) => `The round about dangerous destinations has taken ${toDuration(Number(seconds))}.`,
    next: "Look at the quota of SAFE_BROWSING_KEY, and for job_failed of check-threats in the log.",
    runbook: "Cron is not running",
  },
  move_stuck: {
    say: ({ workspace_id: id, to, state, failures, error, silent_seconds: silent }) =>
      state === "cancelled"
        ? `The move of the workspace ${id} to ${to} was given up after ${failures} failures: ${error}.`
        : `Nothing has worked on the move of the workspace ${id} to ${to} for ${toDuration(Number(silent))}${error === null ? "" : `. It failed before: ${error}`}.`,
    next: "Look for move_failed and job_failed in the log. npm run workspace -- move WORKSPACE --to DB_02 --remote tries again, or shows how far it is.",
    runbook: "Cron is not running",
  },
};

export const RUNBOOKS = new Set(Object.values(TEXTS).map(({ runbook }) => runbook));

export function sayReason({ code, values }: Reason): Omit<ReasonText, "say"> & { text: string } {
  const { say, ...rest } = TEXTS[code];
  return { text: say(values), ...rest };
}
