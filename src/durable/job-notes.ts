import { addOutcomes, type JobOutcome, type JobStates } from "../domain/job.ts";

/** How the jobs went, as an object stores it. */
interface JobNotes {
  /** When it was stored last. Milliseconds since 1970. */
  atMs: number;
  states: JobStates;
}

const KEY = "jobs";

/**
 * Adds outcomes to what an object remembers, and stores it if it is time.
 * @param known what the object has in memory
 */
export async function addJobNotes(
  storage: DurableObjectStorage,
  known: JobStates | undefined,
  outcomes: JobOutcome[],
  nowMs: number,
): Promise<JobStates> {
  const stored = (await storage.get<JobNotes>(KEY)) ?? { atMs: 0, states: {} };
  const { states, isDue } = addOutcomes(known ?? stored.states, outcomes, nowMs, stored.atMs);
  if (isDue) await storage.put<JobNotes>(KEY, { atMs: nowMs, states });
  return states;
}
