import { selectHashedTokens } from "../../../storage/token/read.ts";
import { readBehind } from "../internal/read-behind.ts";
import type { ExportKind } from "../types.ts";

export const tokenKind: ExportKind<"token"> = {
  name: "token",
  include: "secrets",
  queries: 1,
  read: ({ env, caller }, place) =>
    readBehind(
      place,
      500,
      (behind, limit) => selectHashedTokens(env.DB, caller.workspace.id, behind, limit),
      ({ id }) => id,
    ),
};
