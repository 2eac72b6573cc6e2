import { DurableObject } from "cloudflare:workers";
import type { Heartbeat } from "../domain/heartbeat.ts";
import { addOutcomes, type JobOutcome, type JobStates } from "../domain/job.ts";

interface StoredJobs {
  atMs: number;
  states: JobStates;
}

/**
 * Remembers outside the database what a restore of the database must not change, and what must be known while it is
 * down: the last heartbeat, and how the jobs went. The installation has one object.
 */
export class HeartbeatKeeper extends DurableObject {
  private states: JobStates | undefined;

  async read(): Promise<Heartbeat | null> {
    return (await this.ctx.storage.get<Heartbeat>("heartbeat")) ?? null;
  }

  /** Remembers a heartbeat that the database already has. */
  async write(heartbeat: Heartbeat): Promise<void> {
    await this.ctx.storage.put("heartbeat", heartbeat);
  }

  async readJobs(): Promise<JobStates> {
    return this.states ?? (await this.stored()).states;
  }

  /** Notes how jobs went, and returns the states of all. If the object is evicted, it forgets 10 minutes at most. */
  async noteJobs(outcomes: JobOutcome[], nowMs: number): Promise<JobStates> {
    const { atMs, states: stored } = await this.stored();
    const { states, isDue } = addOutcomes(this.states ?? stored, outcomes, nowMs, atMs);
    if (isDue) await this.ctx.storage.put<StoredJobs>("jobs", { atMs: nowMs, states });
    this.states = states;
    return states;
  }

  private async stored(): Promise<StoredJobs> {
    return (await this.ctx.storage.get<StoredJobs>("jobs")) ?? { atMs: 0, states: {} };
  }
}

export function keeperOf(
  namespace: DurableObjectNamespace<HeartbeatKeeper>,
): DurableObjectStub<HeartbeatKeeper> {
  return namespace.get(namespace.idFromName("heartbeat"));
}
