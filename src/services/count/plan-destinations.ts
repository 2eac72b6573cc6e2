import { NO_EDIT, type PlannedRow } from "../../domain/change/change.ts";
import type { DestinationChange } from "../../domain/destination-change.ts";
import { selectStoredRecords } from "../../storage/record/read.ts";
import { planEdits } from "../write/plan-edits.ts";
import type { JudgeContext } from "../context.ts";
import { newJudge } from "../write/judge-destinations.ts";

/** Returns what a change of destinations would make of some records, as its plan tells (contract 13.16), by their ids. */
export async function planDestinations(
  ctx: JudgeContext,
  ids: string[],
  change: DestinationChange | null,
): Promise<Map<string, PlannedRow>> {
  if (change === null) return new Map();
  const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
  const request = {
    kind: "edit" as const,
    filter: {},
    edit: { ...NO_EDIT, destinations: change },
    isForced: false,
  };
  const rows = await planEdits(ctx, request, stored, { judge: newJudge(ctx), isPart: false });
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row]])));
}
