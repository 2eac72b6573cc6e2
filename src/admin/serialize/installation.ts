import {
  ageOf,
  growthOf,
  reasonsOf,
  type DatabaseDetails,
  type HealthFacts,
  type InstallationFacts,
  type MoveNews,
  type Reason,
} from "../../domain/installation.ts";
import type { JobStates } from "../../domain/job.ts";
import { DAY_MS } from "../../domain/time.ts";
import { VERSION } from "../../version.ts";

/** The state of an installation, as `GET /healthz` shows it (contract 25.6). */

export type Status = "ok" | "degraded" | "down";

export function serializePublicState(facts: InstallationFacts, nowMs: number) {
  const { database, hasStore } = facts;
  return { status: statusOf(facts, nowMs), database: stateOf(database !== null), store: stateOf(hasStore) };
}

type Answering = "ok" | "failing";

const stateOf = (answers: boolean): Answering => (answers ? "ok" : "failing");

function statusOf(facts: InstallationFacts, nowMs: number): Status {
  if (facts.database === null || !facts.hasStore) return "down";
  return reasonsOf(facts, nowMs).length > 0 ? "degraded" : "ok";
}

/** The state for a caller with a token of a workspace. Ages are seconds; 0 if nothing waits, null if D1 fails. */
export function serializeTokenState(facts: InstallationFacts, nowMs: number) {
  return { ...serializePublicState(facts, nowMs), version: VERSION, ...serializeWaiting(facts, nowMs) };
}

function serializeWaiting({ database }: HealthFacts, nowMs: number) {
  return {
    pending_oldest_seconds: database && (ageOf(database.pendingSinceMs, nowMs) ?? 0),
    dead_letters: database?.deadLetters ?? null,
    unknown_keys: database?.unknownKeys ?? null,
  };
}

/** The state for a caller with the monitor's key. */
export function serializeInstallation(facts: InstallationFacts, nowMs: number): InstallationState {
  const { further = [] } = facts;
  return {
    ...serializeTokenState(facts, nowMs),
    reasons: reasonsOf(facts, nowMs),
    ...serializeDatabase(facts, nowMs),
    ...(further.length > 0 && {
      further_databases: Object.fromEntries(further.map((one) => [one.name, serializeDatabase(one, nowMs)])),
    }),
  };
}

export interface InstallationState extends ReturnType<typeof serializeTokenState>, DatabaseState {
  reasons: Reason[];
  /** The further databases by their bindings; absent if there are none. */
  further_databases?: Record<string, DatabaseState>;
}

/** The state of one database. An age is null if there is nothing of the kind, or if D1 fails. */
function serializeDatabase(facts: HealthFacts, nowMs: number): DatabaseState {
  const { database, jobs, details, limitBytes } = facts;
  const age = (sinceMs: number | null | undefined) => ageOf(sinceMs ?? null, nowMs);
  const growth = growthOf(jobs?.sizes ?? [], limitBytes);
  return {
    database: stateOf(database !== null),
    ...serializeWaiting(facts, nowMs),
    migration: details?.migration ?? null,
    jobs: jobs && serializeJobs(jobs.states, nowMs),
    clicks_oldest_seconds: database && (age(database.clicksSinceMs) ?? 0),
    backup_seconds: age(database?.backupWrittenAtMs),
    crawler_lists_seconds: age(database?.listsReadAtMs),
    threat_round_seconds: facts.expects.threats ? age(database?.threatRoundAtMs) : null,
    move: facts.move ?? null,
    late_certificates: database?.lateCertificates ?? null,
    database_size: {
      bytes: database?.bytes ?? null,
      limit_bytes: limitBytes,
      growth_bytes_a_day: growth?.bytesADay ?? null,
      full_on: growth?.fullOnDay == null ? null : dateOf(growth.fullOnDay),
      estimated_tables: details?.tables ?? [],
    },
  };
}

export interface DatabaseState extends ReturnType<typeof serializeWaiting> {
  database: Answering;
  migration: string | null;
  jobs: Record<string, JobView> | null;
  clicks_oldest_seconds: number | null;
  backup_seconds: number | null;
  crawler_lists_seconds: number | null;
  threat_round_seconds: number | null;
  late_certificates: number | null;
  move: MoveNews | null;
  database_size: {
    bytes: number | null;
    limit_bytes: number;
    growth_bytes_a_day: number | null;
    full_on: string | null;
    estimated_tables: DatabaseDetails["tables"];
  };
}

interface JobView {
  succeeded_seconds: number | null;
  failing_since: string | null;
  error: string | null;
}

function serializeJobs(states: JobStates, nowMs: number): Record<string, JobView> {
  const views = Object.entries(states).map(([job, { succeededAtMs, failure }]): [string, JobView] => [
    job,
    {
      succeeded_seconds: ageOf(succeededAtMs, nowMs),
      failing_since: failure && new Date(failure.sinceMs).toISOString(),
      error: failure?.error ?? null,
    },
  ]);
  return Object.fromEntries(views);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
