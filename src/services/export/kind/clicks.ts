import { selectRecordDays, selectWorkspaceDays } from "../../../storage/click/export.ts";
import { readOfRecords } from "../internal/read-of-records.ts";
import type { ExportKind } from "../types.ts";

/** Reads first the days of the workspace, then the days of each record. */
export const clicksKind: ExportKind<"clicks"> = {
  name: "clicks",
  include: "clicks",
  queries: 2,
  async read(ctx, place) {
    const { env, caller } = ctx;
    if (place === null) {
      return { items: await selectWorkspaceDays(env.DB, caller.workspace.id), next: [0, -1] };
    }
    return readOfRecords(
      ctx,
      place,
      -1,
      (range) => selectRecordDays(env.DB, caller.workspace.id, range),
      ({ day }) => day,
    );
  },
};
