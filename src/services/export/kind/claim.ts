import { selectHostPage } from "../../../storage/host/read.ts";
import { ownName } from "../../host/required-dns.ts";
import { readBehind } from "../internal/read-behind.ts";
import type { ExportKind } from "../types.ts";

export const claimKind: ExportKind<"claim"> = {
  name: "claim",
  queries: 1,
  read: ({ env, caller }, place) =>
    readBehind(
      place,
      500,
      async (after, limit) => {
        const behind = after === "" ? null : (JSON.parse(after) as [createdAtMs: number, key: string]);
        const page = { after: behind, isBackward: false, limit };
        const hosts = await selectHostPage(env.DB, ownName(env), caller.reach, page);
        return hosts.map(({ claim }) => claim);
      },
      ({ createdAtMs, key }) => JSON.stringify([createdAtMs, key]),
    ),
};
