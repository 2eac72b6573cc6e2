import type { JobName } from "../../domain/job.ts";
import { endLease, IS_FREE } from "../lease.ts";

/** The work that jobs have, and the leases of those that a message runs. */

/**
 * Returns the jobs whose condition holds, by one statement, and the size of the database in bytes.
 * @param conditions SQL by job; `?1` is the time in milliseconds since 1970, `?2` the JSON array `lists`
 */
export async function selectDueJobs(
  db: D1Database,
  conditions: ReadonlyMap<JobName, string>,
  nowMs: number,
  lists: readonly string[],
): Promise<{ due: Set<JobName>; bytes: number }> {
  const columns = [...conditions].map(([job, condition]) => `(${condition}) AS "${job}"`);
  const { results, meta } = await db
    .prepare(`SELECT ?1, ?2, ${columns.join(", ")}`)
    .bind(nowMs, JSON.stringify(lists))
    .all<Partial<Record<JobName, number>>>();
  const due = new Set([...conditions.keys()].filter((job) => results[0]?.[job] === 1));
  return { due, bytes: meta.size_after };
}

/** Leases jobs for a message. Returns those that no other message has. */
export async function leaseJobs(
  db: D1Database,
  jobs: JobName[],
  holder: string,
  nowMs: number,
  untilMs: number,
): Promise<JobName[]> {
  const { results } = await db
    .prepare(
      `INSERT INTO job_leases (job, holder, leased_until) SELECT value, ?2, ?3 FROM json_each(?4) WHERE true
       ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
       WHERE ${IS_FREE} RETURNING job`,
    )
    .bind(nowMs, holder, untilMs, JSON.stringify(jobs))
    .all<{ job: JobName }>();
  return results.map(({ job }) => job);
}

/** Passes the lease of a job from its message to a consumer. Returns false if the message no longer has it. */
export async function passJobLease(
  db: D1Database,
  job: JobName,
  message: string,
  consumer: string,
  untilMs: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE job_leases SET holder = ?3, leased_until = ?4 WHERE job = ?1 AND holder = ?2")
    .bind(job, message, consumer, untilMs)
    .run();
  return meta.changes > 0;
}

export function endJobLease(db: D1Database, job: JobName, holder: string): Promise<void> {
  return endLease(db, "job_leases", "job = ?2 AND holder = ?3", [job, holder]);
}
