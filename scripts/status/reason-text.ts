import type { Reason, ReasonCode } from "../../src/domain/installation.ts";

/** What each reason means, and what to do: the heading in docs/runbooks.md that goes on from there. */
interface ReasonText {
  say(values: Reason["values"]): string;
  runbook: string;
}

const TEXTS: Record<ReasonCode, ReasonText> = {
  database_down: { say: () => "The database does not answer.", runbook: "an incident of Cloudflare" },
  store_down: { say: () => "KV does not answer.", runbook: "an incident of Cloudflare" },
  job_overdue: {
    say: ({ job, seconds, error }) =>
      job === "heartbeat" && error === null
        ? `Cron has not run ${seconds === null ? "yet" : `for ${toDuration(seconds)}`}.`
        : `The job ${job} has not succeeded ${seconds === null ? "yet" : `for ${toDuration(seconds)}`}${error === null ? "" : `: ${error}`}.`,
    runbook: "cron is not running",
  },
  clicks_waiting: {
    say: ({ seconds }) => `Clicks have not been counted for ${toDuration(seconds)}.`,
    runbook: "clicks stand still",
  },
  snapshots_waiting: {
    say: ({ seconds }) => `Changes have not reached the edge for ${toDuration(seconds)}.`,
    runbook: "links do not follow edits",
  },
  database_filling: {
    say: ({ percent, bytes, limit_bytes }) =>
      `The database is ${percent} percent full: ${toMegabytes(bytes)} of ${toMegabytes(limit_bytes)}.`,
    runbook: "the database is full",
  },
  dead_letters: {
    say: ({ count }) => `${count} messages of clicks have failed too often and wait for you.`,
    runbook: "clicks stand still",
  },
  unknown_keys: {
    say: ({ count }) => `${count} keys of KV are unknown to the restored database.`,
    runbook: "links answer wrongly",
  },
  backup_old: {
    say: ({ seconds }) =>
      seconds === null
        ? "There is no nightly backup."
        : `The last nightly backup is ${toDuration(seconds)} old.`,
    runbook: "a nightly backup is missing or refused",
  },
  certificates_late: {
    say: ({ count }) => `${count} certificates should have been renewed a week ago.`,
    runbook: "an incident of Cloudflare",
  },
  lists_old: {
    say: ({ seconds }) => `A list from outside was last read ${toDuration(seconds)} ago.`,
    runbook: "cron is not running",
  },
};

export function sayReason({ code, values }: Reason): string {
  return TEXTS[code].say(values);
}

/** Returns the heading in docs/runbooks.md. */
export function runbookOf({ code }: Reason): string {
  return TEXTS[code].runbook;
}

function toDuration(seconds: string | number | null | undefined): string {
  const minutes = Math.floor(Number(seconds) / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

function toMegabytes(bytes: string | number | null | undefined): string {
  return `${Math.round(Number(bytes) / 1_000_000)} MB`;
}
