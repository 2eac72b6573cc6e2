import { selectWorkspace } from "../../../storage/workspace/read.ts";
import type { ExportKind } from "../types.ts";

export const workspaceKind: ExportKind<"workspace"> = {
  name: "workspace",
  queries: 1,
  async read({ env, caller }) {
    const workspace = await selectWorkspace(env.DB, caller.workspace.id);
    return { items: workspace === null ? [] : [workspace], next: null };
  },
};
