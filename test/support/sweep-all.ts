import type { KillableWorker } from "../../scripts/lab/testbed/killable-worker.ts";

/** A sweep writes some hundred snapshots: as many as it takes, and what does not agree after that. */
export async function sweepAll(worker: KillableWorker, afterSeq = 0): Promise<string[]> {
  let problems: string[] = [];
  for (let sweep = 0; sweep < 20; sweep++) {
    await worker.sweep();
    problems = await worker.audit(afterSeq);
    if (problems.length === 0) break;
  }
  return problems;
}
