import { addSize, type Reason, type Sizes } from "../domain/installation.ts";
import { addOutcomes, type JobOutcome, type JobStates } from "../domain/job.ts";

/** How the jobs went, and how the database grows. */
export interface JobNotes {
  states: JobStates;
  sizes: Sizes;
  /** The reasons that the operator was told (contract 25.17). */
  told: Reason[];
  /** When a dead letter was last refused by the place where it is kept; 0 for never. Milliseconds since 1970. */
  lettersRefusedAtMs: number;
}

/** What a minute adds. */
export interface NewNotes {
  outcomes?: JobOutcome[];
  /** The size of the database. Bytes. */
  bytes?: number;
  told?: Reason[];
  lettersRefusedAtMs?: number;
}

const KEY = "jobs";
const NOTHING = { atMs: 0, states: {}, sizes: [], told: [], lettersRefusedAtMs: 0 };

/**
 * Adds to what an object remembers, and stores it if it is time.
 * @param known what the object has in memory
 */
export async function addJobNotes(
  storage: DurableObjectStorage,
  known: JobNotes | undefined,
  { outcomes = [], bytes, ...added }: NewNotes,
  nowMs: number,
): Promise<JobNotes> {
  // `atMs` is the time when it was stored last.
  const { atMs, ...stored } = {
    ...NOTHING,
    ...(await storage.get<JobNotes & { atMs: number }>(KEY)),
  };
  const before = known ?? stored;
  const { states, isDue } = addOutcomes(before.states, outcomes, nowMs, atMs);
  const notes = {
    states,
    sizes: bytes === undefined ? before.sizes : addSize(before.sizes, bytes, nowMs),
    told: before.told,
    lettersRefusedAtMs: before.lettersRefusedAtMs,
    ...added,
  };
  if ((isDue && outcomes.length > 0) || Object.keys(added).length > 0)
    await storage.put(KEY, { atMs: nowMs, ...notes });
  return notes;
}
