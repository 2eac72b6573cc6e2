import { hasFeature } from "../../../domain/plan.ts";
import { selectRecordHistories } from "../../../storage/history/read.ts";
import { readOfRecords } from "../internal/read-of-records.ts";
import type { ExportKind } from "../types.ts";

export const historyKind: ExportKind<"history"> = {
  name: "history",
  include: "history",
  queries: 2,
  async read(ctx, place) {
    const { env, caller } = ctx;
    // As in the history of a single record.
    if (!hasFeature(caller.workspace.plan, "security.audit")) return { items: [], next: null };
    return readOfRecords(
      ctx,
      place,
      "",
      (range) => selectRecordHistories(env.DB, caller.workspace.id, range),
      ({ entry }) => entry.id,
    );
  },
};
