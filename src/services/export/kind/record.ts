import { selectHosts } from "../../../storage/host/read.ts";
import { selectRecordsFrom } from "../../../storage/record/export.ts";
import { toView } from "../../record/internal/to-view.ts";
import type { ExportKind } from "../types.ts";

const RECORDS_A_READ = 250;

export const recordKind: ExportKind<"record"> = {
  name: "record",
  queries: 2,
  async read({ env, caller }, place, includes) {
    const from = Number(place?.[0] ?? 0);
    const rows = await selectRecordsFrom(env.DB, caller.workspace.id, from, RECORDS_A_READ);
    const names = rows.map(({ stored }) => stored.record.host);
    const hosts = await selectHosts(env.DB, caller.reach, names);
    const items = rows.flatMap(({ stored: { record, passwordHash } }) => {
      const host = hosts.get(record.host);
      if (host === undefined) return [];
      return [{ ...toView(record, host), ...(includes.has("secrets") && { passwordHash }) }];
    });
    const last = rows.at(-1)?.position ?? 0;
    return { items, next: rows.length < RECORDS_A_READ ? null : [last + 1] };
  },
};
