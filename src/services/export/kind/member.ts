import { selectMembers } from "../../../storage/user/read.ts";
import { readBehind } from "../internal/read-behind.ts";
import type { ExportKind } from "../types.ts";

export const memberKind: ExportKind<"member"> = {
  name: "member",
  queries: 1,
  read: ({ env, caller }, place) =>
    readBehind(
      place,
      500,
      (behind, limit) => selectMembers(env.DB, caller.workspace.id, behind, limit),
      ({ id }) => id,
    ),
};
