import type { ServiceContext } from "../context.ts";
import type { Result } from "../result.ts";
import { updateRecord } from "./update-record.ts";
import type { RecordView } from "./internal/view.ts";

/** Pauses or resumes a record (`POST /links/{id}/pause` and `/resume`). */
export function pauseRecord(ctx: ServiceContext, id: string, isPaused: boolean): Promise<Result<RecordView>> {
  const input = { status: isPaused ? ("paused" as const) : ("active" as const) };
  return updateRecord(ctx, id, undefined, { fields: { input, place: (current) => current }, errors: {} });
}
