import { DurableObject } from "cloudflare:workers";
import type { Heartbeat } from "../domain/heartbeat.ts";
import type { JobOutcome, JobStates } from "../domain/job.ts";

/**
 * Remembers outside the database what a restore of the database must not change, and what must be known while it is
 * down: the last heartbeat, and how the jobs went. The installation has one object.
 */
export class HeartbeatKeeper extends DurableObject {
  private jobs: JobStates | undefined;

  async read(): Promise<Heartbeat | null> {
    return (await this.ctx.storage.get<Heartbeat>("heartbeat")) ?? null;
  }

  /** Remembers a heartbeat that the database already has. */
  async write(heartbeat: Heartbeat): Promise<void> {
    await this.ctx.storage.put("heartbeat", heartbeat);
  }

  /** Notes how jobs went, and returns the states of all. If the object is evicted, it forgets 10 minutes at most. */
  async noteJobs(outcomes: JobOutcome[], nowMs: number): Promise<JobStates> {
    // A visit evaluates this file too, and needs nothing of jobs.
    const { addJobNotes } = await import("./job-notes.ts");
    return (this.jobs = await addJobNotes(this.ctx.storage, this.jobs, outcomes, nowMs));
  }
}

export function keeperOf(
  namespace: DurableObjectNamespace<HeartbeatKeeper>,
): DurableObjectStub<HeartbeatKeeper> {
  return namespace.get(namespace.idFromName("heartbeat"));
}
