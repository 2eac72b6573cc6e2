import type { LinkRecord } from "../../domain/record.ts";
import { updatePauseCause } from "../../storage/record/pause.ts";
import { commitAsOperator, firstThatFit } from "./commit-as-operator.ts";
import { slotsOfPause } from "./slots-of-pause.ts";

/** Begins or ends the takedown of records, in steps (contract 25.4). Does not write records without a change. */
export async function takeDown(
  db: D1Database,
  records: LinkRecord[],
  isDown: boolean,
  nowMs: number,
): Promise<void> {
  for (let left = records; left.length > 0;) {
    const step = firstThatFit(left, slotsOfPause);
    const ids = step.map(({ id }) => id);
    const update = updatePauseCause(db, "takedown", isDown, { ids }, nowMs);
    await commitAsOperator(db, [update], step.flatMap(slotsOfPause), nowMs);
    left = left.slice(step.length);
  }
}
