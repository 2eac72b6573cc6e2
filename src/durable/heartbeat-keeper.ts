import { DurableObject } from "cloudflare:workers";
import type { Heartbeat } from "../domain/heartbeat.ts";
import type { JobNotes, NewNotes } from "./job-notes.ts";

/**
 * Remembers outside the database what a restore of the database must not change, and what must be known while it is
 * down or full: the last heartbeat, how the jobs went, and what the operator was told. Each database has one object.
 */
export class HeartbeatKeeper extends DurableObject {
  private jobs: JobNotes | undefined;

  async read(): Promise<Heartbeat | null> {
    return (await this.ctx.storage.get<Heartbeat>("heartbeat")) ?? null;
  }

  /** Remembers a heartbeat that the database already has. */
  async write(heartbeat: Heartbeat): Promise<void> {
    await this.ctx.storage.put("heartbeat", heartbeat);
  }

  /** Adds to the notes of jobs, and returns them. If the object is evicted, it forgets 10 minutes at most. */
  async noteJobs(added: NewNotes, nowMs: number): Promise<JobNotes> {
    // A visit evaluates this file too, and needs nothing of jobs.
    const { addJobNotes } = await import("./job-notes.ts");
    return (this.jobs = await addJobNotes(this.ctx.storage, this.jobs, added, nowMs));
  }
}
