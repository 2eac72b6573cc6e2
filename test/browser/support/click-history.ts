import { toSheetJson, type Sheet } from "../../../src/clicks/sheet.ts";
import type { RunningWorker } from "../../support/running-worker.ts";

const DAY_MS = 86_400_000;

/** Clicks of a record on an earlier day, by country and campaign; nobody can click on a link last week. */
export interface EarlierClicks {
  recordId: string;
  daysAgo: number;
  countries: Record<string, number>;
  campaign?: string;
}

/** Stores clicks of earlier days as the folder would have, for the records and their workspace. */
export async function storeClicks({ db }: RunningWorker, all: EarlierClicks[]): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS);
  for (const { recordId, daysAgo, countries, campaign = "" } of all) {
    const clicks = Object.values(countries).reduce((sum, count) => sum + count, 0);
    const sheet: Sheet = {
      hours: new Map([[12, [clicks, 0]]]),
      values: new Map([
        ["country", new Map(Object.entries(countries))],
        ["campaign", new Map([[campaign, clicks]])],
      ]),
    };
    const body = JSON.stringify(toSheetJson(sheet));
    // One for the record, and one for its workspace, whose hours add up.
    await db.batch([
      db
        .prepare(
          `INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body)
           SELECT id, ?2, workspace_id, ?3, 0, 'earlier', ?4 FROM records WHERE id = ?1`,
        )
        .bind(recordId, today - daysAgo, clicks, body),
      db
        .prepare(
          `INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body)
           SELECT workspace_id, ?2, workspace_id, ?3, 0, 'earlier', ?4 FROM records WHERE id = ?1
           ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks,
             body = json_set(body, '$.h."12"[0]', body ->> '$.h."12"[0]' + excluded.body ->> '$.h."12"[0]')`,
        )
        .bind(recordId, today - daysAgo, clicks, body),
    ]);
  }
}
