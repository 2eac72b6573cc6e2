import type { JobStates } from "./job.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/** What an operator has to know of an installation, and what of it is wrong (contract 25.6). */

/** Sizes of the database on some days since 1970, the oldest first. */
export type Sizes = { day: number; bytes: number }[];

/** What the database tells. Times are in milliseconds since 1970; null if there is nothing of the kind. */
export interface DatabaseFacts {
  pendingSinceMs: number | null;
  clicksSinceMs: number | null;
  deadLetters: number;
  unknownKeys: number | null;
  backupWrittenAtMs: number | null;
  /** When the list of crawlers that was read least recently was read; null if one never was. */
  listsReadAtMs: number | null;
  /** When the round that asks about dangerous destinations began. */
  threatRoundAtMs: number | null;
  /** The number of certificates whose renewal is late. */
  lateCertificates: number;
  bytes: number;
}

/** The rows of a table as the counters know them, and the bytes of a row as it was measured with its indexes. */
export interface TableSize {
  name: "records" | "missed_paths";
  rows: number;
  bytes: number;
}

/** What is not needed to know that a database is well. */
export interface DatabaseDetails {
  /** The last migration; null if whoever applied the migrations has not noted them. */
  migration: string | null;
  /** Estimates of tables that have counters. All else is history and days of clicks. */
  tables: TableSize[];
}

/** A workspace that leaves a database, or whose move was given up. `seconds` are those since it began. */
export interface MoveNews {
  workspace_id: string;
  /** The binding of the other database. */
  to: string;
  state: string;
  failures: number;
  error: string | null;
  seconds: number;
  /** Since a run was last at work on it. */
  silent_seconds: number;
}

/** What is known of one database. */
export interface HealthFacts {
  /** The binding of a further database. */
  name?: string | undefined;
  /** Null if D1 does not answer. */
  database: DatabaseFacts | null;
  /** Null if D1 does not answer, or nobody wants them. */
  details?: DatabaseDetails | null;
  /** Null if no workspace leaves it, or D1 does not answer. */
  move?: MoveNews | null;
  /** `told` has the reasons that the operator was told. Null if the object that remembers them does not answer. */
  jobs: { states: JobStates; sizes: Sizes; told: Reason[]; lettersRefusedAtMs: number } | null;
  limitBytes: number;
  /** What is set up, and thus has to be fresh. */
  expects: { backups: boolean; lists: boolean; threats: boolean };
}

/** What is known of all, the first database at the top. */
export interface InstallationFacts extends HealthFacts {
  hasStore: boolean;
  /** The databases that the Worker should have and has not, by their bindings. */
  missing: string[];
  /** The further databases that it has. */
  further?: HealthFacts[];
}

export type ReasonCode =
  | "database_down"
  | "store_down"
  | "job_overdue"
  | "clicks_waiting"
  | "snapshots_waiting"
  | "database_filling"
  | "database_missing"
  | "dead_letters"
  | "unknown_keys"
  | "backup_old"
  | "certificates_late"
  | "crawler_lists_old"
  | "threat_round_old"
  | "move_stuck";

/**
 * Why an installation is not well. The codes are a closed list and never change their meaning. `values` name a further
 * database as `database`.
 */
export interface Reason {
  code: ReasonCode;
  values: Record<string, string | number | null>;
}

const WAIT_MS = 10 * MINUTE_MS;
const BACKUP_AGE_MS = 36 * HOUR_MS;
/** A dead letter that is refused comes again after four hours at most. */
const REFUSED_MS = 5 * HOUR_MS;
const LISTS_AGE_MS = 3 * DAY_MS;
/** A round over ten million records takes a week. */
const ROUND_AGE_MS = 7 * DAY_MS;
/** A move is worked on each minute. */
const SILENT_SECONDS = 15 * 60;
/** The shares of the limit, in percent, each of which begins a reason. */
export const FULL_PERCENT = [95, 85, 70] as const;

/** A reason, and whether it holds. */
type Case = [holds: boolean, code: ReasonCode, values?: Reason["values"]];

/** Returns what is wrong; an empty list if nothing is. */
export function reasonsOf(facts: InstallationFacts, nowMs: number): Reason[] {
  const { database, hasStore, missing, jobs, further = [] } = facts;
  const cases: Case[] = [
    [database === null, "database_down"],
    [!hasStore, "store_down"],
    ...missing.map((name): Case => [true, "database_missing", { name }]),
    ...(jobs === null ? [] : overdueJobs(jobs.states, nowMs)),
    ...(database === null ? [] : databaseCases(database, facts, nowMs)),
  ];
  const ofFurther = further.flatMap((one) =>
    reasonsOf({ ...one, hasStore: true, missing: [] }, nowMs).map(({ code, values }) => ({
      code,
      values: { database: one.name ?? "", ...values },
    })),
  );
  const reasons = cases.filter(([holds]) => holds).map(([, code, values = {}]) => ({ code, values }));
  return [...reasons, ...ofFurther];
}

/** Each minute each job either runs or has nothing to do, so that none is older than some minutes. */
function overdueJobs(states: JobStates, nowMs: number): Case[] {
  const { heartbeat, ...others } = states;
  const overdue = Object.entries({ heartbeat, ...others }).map(([job, state]): Case => {
    const { succeededAtMs = null, failure = null } = state ?? {};
    const isOverdue = succeededAtMs === null || nowMs - succeededAtMs > WAIT_MS;
    const values = { job, seconds: ageOf(succeededAtMs, nowMs), error: failure?.error ?? null };
    return [isOverdue, "job_overdue", values];
  });
  // Without cron all are.
  const isWithoutCron = overdue[0]?.[0] && !heartbeat?.failure;
  return isWithoutCron ? overdue.slice(0, 1) : overdue;
}

function databaseCases(
  database: DatabaseFacts,
  { limitBytes, expects, jobs, move }: HealthFacts,
  nowMs: number,
): Case[] {
  const { deadLetters, unknownKeys, lateCertificates, bytes } = database;
  const isOld = (sinceMs: number, mostMs: number) => nowMs - sinceMs > mostMs;
  const waiting = (code: ReasonCode, sinceMs: number | null): Case => [
    sinceMs !== null && isOld(sinceMs, WAIT_MS),
    code,
    { seconds: ageOf(sinceMs, nowMs) },
  ];
  // What was never done is as old as what is known of the installation.
  const firstMs = (jobs?.sizes[0]?.day ?? nowMs / DAY_MS) * DAY_MS;
  const expected = (code: ReasonCode, isExpected: boolean, atMs: number | null, mostMs: number): Case => [
    isExpected && isOld(atMs ?? firstMs, mostMs),
    code,
    { seconds: ageOf(atMs, nowMs) },
  ];
  const refusedAtMs = jobs?.lettersRefusedAtMs ?? 0;
  const refused = isOld(refusedAtMs, REFUSED_MS) ? null : ageOf(refusedAtMs, nowMs);
  const percent = FULL_PERCENT.find((one) => bytes * 100 >= limitBytes * one) ?? 0;
  return [
    waiting("clicks_waiting", database.clicksSinceMs),
    waiting("snapshots_waiting", database.pendingSinceMs),
    [percent > 0, "database_filling", { percent, bytes, limit_bytes: limitBytes }],
    [deadLetters > 0 || refused !== null, "dead_letters", { count: deadLetters, refused_seconds: refused }],
    [Number(unknownKeys) > 0, "unknown_keys", { count: unknownKeys }],
    expected("backup_old", expects.backups, database.backupWrittenAtMs, BACKUP_AGE_MS),
    [lateCertificates > 0, "certificates_late", { count: lateCertificates }],
    expected("crawler_lists_old", expects.lists, database.listsReadAtMs, LISTS_AGE_MS),
    expected("threat_round_old", expects.threats, database.threatRoundAtMs, ROUND_AGE_MS),
    [
      move != null && (move.state === "cancelled" || move.silent_seconds > SILENT_SECONDS),
      "move_stuck",
      { ...move },
    ],
  ];
}

/** Returns seconds; null if the time is not known. */
export function ageOf(sinceMs: number | null, nowMs: number): number | null {
  return sinceMs === null ? null : Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
}

/** Identifies a reason: the database at 85 percent is another one than at 70, and so is each job, and each database. */
export function keyOfReason({ code, values }: Reason): string {
  return [code, partOf(values), values["database"]].filter(Boolean).join(" ");
}

/** Returns what a reason is about, if there are several of its code. */
export function partOf({ job, percent, name }: Reason["values"]): string {
  return String(job ?? percent ?? name ?? "");
}

const KEPT_DAYS = 8;

/** Adds the size of today, which replaces an earlier one of the same day. */
export function addSize(sizes: Sizes, bytes: number, nowMs: number): Sizes {
  const day = Math.floor(nowMs / DAY_MS);
  return [...sizes.filter((size) => size.day !== day), { day, bytes }].slice(-KEPT_DAYS);
}

/**
 * Returns the growth over the days that are known, a week at most.
 * @returns null if only one day is known. `fullOnDay` counts days since 1970; null if the database does not grow
 */
export function growthOf(
  sizes: Sizes,
  limitBytes: number,
): { bytesADay: number; fullOnDay: number | null } | null {
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (first === undefined || last === undefined || first.day === last.day) return null;
  const bytesADay = Math.round((last.bytes - first.bytes) / (last.day - first.day));
  const daysLeft = Math.max(0, Math.ceil((limitBytes - last.bytes) / bytesADay));
  return { bytesADay, fullOnDay: bytesADay > 0 ? last.day + daysLeft : null };
}
