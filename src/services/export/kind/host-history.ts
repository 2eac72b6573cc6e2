import { selectHostHistories } from "../../../storage/history/read.ts";
import { readBehind } from "../internal/read-behind.ts";
import type { ExportKind } from "../types.ts";

export const hostHistoryKind: ExportKind<"host_history"> = {
  name: "host_history",
  include: "history",
  queries: 1,
  read: ({ env, caller }, place) =>
    readBehind(
      place,
      500,
      (behind, limit) => selectHostHistories(env.DB, caller.workspace.id, behind, limit),
      ({ id }) => id,
    ),
};
