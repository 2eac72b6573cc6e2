import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ChangeState } from "../../../src/domain/change/change.ts";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { seedRecords } from "../../support/seed-records.ts";

/** More than a request writes, so that the consumer does the work, in four chunks. */
const RECORDS = 900;
/** The statements at which runs die: while reading, inside the batch of a chunk, and behind it. */
const DEATHS = [2, 5, 9, 14, 19, 24, 29, 31];

let site: Site;
let id: string;
let nowMs = Date.now();

beforeAll(async () => {
  site = await createSite();
  await seedRecords(site.id, { host: site.host, count: RECORDS });
});

interface Fields {
  id: string;
  destinations: string;
  version: number;
}

async function readRecords(): Promise<Fields[]> {
  const { results } = await env.DB.prepare(
    "SELECT id, destinations, version FROM records WHERE workspace_id = ?1 ORDER BY id",
  )
    .bind(site.id)
    .all<Fields>();
  return results;
}

async function stateOf(): Promise<ChangeState> {
  return requireOk(await site.call("GET", `/changes/${id}`)).body.state;
}

/** Runs the consumer until the work is done. Each of the first runs dies, and the next comes after its lease. */
async function workDespiteDeaths(end: ChangeState): Promise<number> {
  let died = 0;
  for (let run = 0; (await stateOf()) !== end; run++) {
    expect(run).toBeLessThan(100);
    nowMs += 120_000;
    const turn = DEATHS[run];
    const dying = turn === undefined ? null : dyingDatabase(turn, run % 2 === 0);
    await continueChange(dying?.env ?? env, site.id, id, nowMs, () => nowMs).catch(() => {});
    died += Number(dying?.isDead() ?? false);
  }
  return died;
}

describe("[28.4, 28.7] a change whose runs die at any statement", () => {
  it("is applied, and undone, once for each record", { timeout: 600_000 }, async () => {
    const before = await readRecords();
    const body = {
      filter: { host: site.host },
      destination_find: "example.com",
      destination_replace: "b.example",
    };
    const plan = requireOk(await site.call("POST", "/changes", body)).body;
    expect(plan).toMatchObject({ state: "planned", counts: { changed: RECORDS } });
    id = plan.id;
    expect(requireOk(await site.call("POST", `/changes/${id}/apply`)).body.state).toBe("applying");
    expect(await workDespiteDeaths("applied")).toBeGreaterThan(3);
    expect(await readRecords()).toEqual(
      before.map((record) => ({
        ...record,
        destinations: record.destinations.replace("example.com", "b.example"),
        version: 2,
      })),
    );
    const { entries } = (await env.DB.prepare("SELECT count(*) AS entries FROM history WHERE change_id = ?1")
      .bind(id)
      .first<{ entries: number }>()) ?? { entries: 0 };
    expect(entries).toBe(RECORDS);
    expect(requireOk(await site.call("POST", `/changes/${id}/undo`)).body.state).toBe("undoing");
    expect(await workDespiteDeaths("undone")).toBeGreaterThan(3);
    expect(await readRecords()).toEqual(before.map((record) => ({ ...record, version: 3 })));
    const rest = requireOk(await site.call("GET", `/changes/${id}`)).body;
    expect(rest).toMatchObject({ counts: { changed: RECORDS, conflicts: 0 }, undo_conflicts: 0 });
  });
});
