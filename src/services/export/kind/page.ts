import { selectPageTexts } from "../../../storage/page/read.ts";
import { readBehind } from "../internal/read-behind.ts";
import type { ExportKind } from "../types.ts";

export const pageKind: ExportKind<"page"> = {
  name: "page",
  queries: 1,
  read: ({ env, caller }, place) =>
    readBehind(
      place,
      // The number of pages of a read, each of at most 100 kB.
      20,
      (behind, limit) => selectPageTexts(env.DB, caller.workspace.id, behind, limit),
      ({ name }) => name,
    ),
};
