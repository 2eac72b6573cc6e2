import { chunk } from "../../runtime/chunk.ts";
import { pauseRecords } from "../../storage/operator/pause.ts";
import { commitAsOperator } from "./commit-as-operator.ts";

const RECORDS_A_STEP = 200;

/** Begins or ends the takedown of records, in steps (contract 25.4). Does not write records without a change. */
export async function takeDown(db: D1Database, ids: string[], isDown: boolean, nowMs: number): Promise<void> {
  for (const step of chunk(ids, RECORDS_A_STEP)) {
    await commitAsOperator(db, pauseRecords(db, "takedown", isDown, step, nowMs), [], nowMs);
  }
}
