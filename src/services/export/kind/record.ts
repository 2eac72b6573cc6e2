import { selectHosts } from "../../../storage/host/read.ts";
import { selectRecordsFrom } from "../../../storage/record/export.ts";
import { mapConcurrent } from "../../../runtime/map-concurrent.ts";
import { readClicksLeft } from "../../record/visitor-limit.ts";
import { toView } from "../../record/to-view.ts";
import type { ExportItems, ExportKind } from "../types.ts";

const RECORDS_A_READ = 250;
const COUNTERS_AT_ONCE = 5;

export const recordKind: ExportKind<"record"> = {
  name: "record",
  queries: 2,
  async read({ env, caller }, place, includes) {
    const from = Number(place?.[0] ?? 0);
    const rows = await selectRecordsFrom(env.DB, caller.workspace.id, from, RECORDS_A_READ);
    const names = rows.map(({ stored }) => stored.record.host);
    const hosts = await selectHosts(env.DB, caller.reach, names);
    const items: ExportItems["record"][] = rows.flatMap(({ stored: { record, passwordHash } }) => {
      const host = hosts.get(record.host);
      if (host === undefined) return [];
      return [{ ...toView(record, host), ...(includes.has("secrets") && { passwordHash }) }];
    });
    const limited = items.filter(({ record }) => record.maxClicks !== null);
    await mapConcurrent(limited, COUNTERS_AT_ONCE, async (item) => {
      item.clicksLeft = await readClicksLeft(env, item.record);
    });
    const last = rows.at(-1)?.position ?? 0;
    return { items, next: rows.length < RECORDS_A_READ ? null : [last + 1], asked: limited.length };
  },
};
