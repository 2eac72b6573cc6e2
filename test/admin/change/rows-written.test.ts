import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../../src/env.ts";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk } from "../../support/site.ts";

/** So many that they are applied in the background, where the meter is, in three chunks. */
const RECORDS = 600;

it("[28.20] an applied change writes a bounded number of rows for each record", async () => {
  const site = await createSite();
  /** Plans and applies a change. Returns the rows that the database bills for applying it, for each record. */
  async function written(body: object): Promise<number> {
    const { id } = requireOk(await site.call("POST", "/changes", body)).body;
    let state = "planning";
    const work = async (until: string, bindings: Env = env) => {
      for (let run = 1; state !== until && run < 50; run++) {
        const nowMs = Date.now() + run * 100_000;
        await continueChange(bindings, site.id, id, nowMs, () => nowMs);
        state = requireOk(await site.call("GET", `/changes/${id}`)).body.state;
      }
    };
    await work("planned");
    await env.DB.prepare("UPDATE changes SET state = 'applying' WHERE id = ?1").bind(id).run();
    const meter = meterDatabase();
    await work("applied", meter.env);
    expect(state).toBe("applied");
    return meter.rows.written / RECORDS;
  }
  const rows = (prefix: string, tags: string[]) =>
    Array.from({ length: RECORDS }, (_, index) => ({
      host: site.host,
      alias: `${prefix}${index}`,
      destination: `https://old.example/${index}`,
      title: `Page ${index}`,
      tags,
    }));
  const plain = await written({ rows: rows("a", []) });
  const tagged = await written({ rows: rows("b", ["one", "two", "three"]) });
  const moved = await written({
    filter: { tags: "one" },
    destination_find: "old.example",
    destination_replace: "new.example",
  });
  console.log(JSON.stringify({ create: plain, tag: (tagged - plain) / 3, destination: moved }));
  expect(plain).toBeLessThanOrEqual(28);
  expect((tagged - plain) / 3).toBeLessThanOrEqual(4);
  expect(moved).toBeLessThanOrEqual(14);
});
