import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "../support/running-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { findWrongCounts, readCountedRecords } from "./counts.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { prepare, runLoad } from "./load.ts";
import type { Version } from "./previous-release.ts";
import type { Release } from "./release.ts";
import { findWrongSnapshots, findWrongVisits } from "./visits.ts";

/**
 * This release takes the place of the previous one while people write, click and visit, as
 * docs/upgrading.md says. Each step begins with what the one before it left.
 */

/** Of each load. */
const VISITS = 60;
/** So many that each kind of write comes. */
const TURNS = 4;
/** Against steps that never end. */
const TIMEOUT_MS = 600_000;

describe.each<Version>(["0.1.0", "0.2.0"])("from %s", (version) => {
  let installation: Installation;
  let clicks = 0;

  beforeAll(async () => {
    installation = await startInstallation(version);
    await prepare(installation, "previous");
    await runLoad(installation, "before", { visits: 0, turns: 3 });
  }, TIMEOUT_MS);
  afterAll(() => installation?.close());

  /** @param meanwhile what happens while people write and visit */
  async function load(name: string, meanwhile?: () => Promise<void>): Promise<void> {
    await Promise.all([runLoad(installation, name, { visits: VISITS, turns: TURNS }), meanwhile?.()]);
    clicks += VISITS;
  }

  /** What tables hold, what counters say, and what each live release tells: all the same. */
  async function expectRightCounts(): Promise<void> {
    const { select, live, call } = installation;
    await readUntil(
      async () => {
        // This release adds clicks to the totals each minute.
        await installation.worker.cron();
        return select<{ clicks: number }>("SELECT sum(total_clicks) AS clicks FROM records");
      },
      ([row]) => row?.clicks === clicks,
    );
    expect(await findWrongCounts(select)).toEqual({});
    for (const release of live) {
      // What the other has told a moment ago may be shown again for a minute.
      await select("DELETE FROM count_cache");
      const counted = await readCountedRecords(select);
      expect(await call(release, "GET", "/links/facets"), release).toMatchObject(counted.facets);
      expect(await call(release, "GET", "/link/count"), release).toEqual(counted.links);
    }
  }

  describe("while people write, click and visit", { timeout: TIMEOUT_MS }, () => {
    it("the previous release goes on when the migrations come, and counts right", async () => {
      await load("migrating", () => installation.migrate());
      await expectRightCounts();
    });

    it("both releases work side by side, whichever a call or a message meets, and count right", async () => {
      await installation.setLive("previous", "current");
      await load("both");
      await installation.worker.cron();
      await installation.worker.cron();
      await expectRightCounts();
      for (const release of ["previous", "current"] satisfies Release[]) {
        expect(await findWrongVisits(installation, release)).toEqual([]);
      }
    });

    it("this release goes on alone, and counts right", async () => {
      await installation.setLive("current");
      await load("after");
      await installation.connectElsewhere();
      await expectRightCounts();
    });

    it("the previous release comes back over what this one has written, and counts right", async () => {
      await installation.setLive("previous");
      await load("back");
      await installation.worker.cron();
      await expectRightCounts();
      expect(await findWrongVisits(installation, "previous")).toEqual([]);
    });

    it("this release takes over again, and has the edge follow in full", async () => {
      await installation.setLive("current");
      await load("again");
      await expectRightCounts();
      expect(await findWrongVisits(installation, "current")).toEqual([]);
      await readUntil(
        async () => {
          await installation.worker.cron();
          return findWrongSnapshots(installation);
        },
        (wrong) => wrong.length === 0,
      );
    });
  });

  describe("the migrations of this release", () => {
    const readAll = async (folder: string) =>
      new Map(
        await Promise.all(
          (await readdir(folder))
            .toSorted()
            .map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const),
        ),
      );

    it("leave those of the previous release as they were, and come after them", async () => {
      const [before, now] = [await readAll(installation.previousMigrations), await readAll(MIGRATIONS)];
      expect([...now].slice(0, before.size)).toEqual([...before]);
    });

    it("take away no table, view, column or index that the previous release may use", async () => {
      const db = new DatabaseSync(":memory:");
      const names = () =>
        db
          .prepare(
            `SELECT m.type || ' ' || m.name || coalesce(' ' || c.name, '') AS name FROM sqlite_schema m
           LEFT JOIN pragma_table_xinfo(m.name) c ON m.type IN ('table', 'view')
           WHERE m.type <> 'trigger'`,
          )
          .all()
          .map(({ name }) => name);
      const previous = await readAll(installation.previousMigrations);
      for (const sql of previous.values()) db.exec(sql);
      const before = names();
      expect(before).toContain("table hosts domain");
      for (const [file, sql] of await readAll(MIGRATIONS)) if (!previous.has(file)) db.exec(sql);
      expect(names()).toEqual(expect.arrayContaining(before));
    });
  });
});
