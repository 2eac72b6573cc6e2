import { selectBlocklist } from "../../../storage/blocklist/read.ts";
import type { ExportKind } from "../types.ts";

export const blocklistKind: ExportKind<"blocklist"> = {
  name: "blocklist",
  queries: 1,
  read: async ({ env, caller }) => ({
    items: [await selectBlocklist(env.DB, caller.workspace.id)],
    next: null,
  }),
};
