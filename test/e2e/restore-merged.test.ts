import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BackupDatabase } from "../../scripts/backup/database.ts";
import { mergeBackups } from "../../scripts/backup/merge-backups.ts";
import { restoreBackup } from "../../scripts/backup/restore-backup.ts";
import { writeBackup } from "../../scripts/backup/write-backup.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { queryOf } from "../../src/storage/backup/run.ts";
import { bindPlain } from "../../src/storage/statement.ts";
import { emptyInstallation } from "../support/backup-filling.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The backups of two databases become one, which answers for both, and counts what neither had added to its statistics. */

const HOSTS = ["one.example.com", "two.example.com"] as const;
const VISITS = [3, 2] as const;
const AGENT = "User-Agent: Mozilla/5.0 Firefox/153.0";

let workers: RunningWorker[];
let target: RunningWorker;
let folder: string;

const databaseOf = ({ db }: RunningWorker): BackupDatabase => ({
  title: "The database",
  query: queryOf(db),
  async run(statements) {
    await db.batch(statements.map((statement) => bindPlain(db, statement)));
  },
  readTogether: (read) => read(true),
});

async function fill(worker: RunningWorker, index: 0 | 1): Promise<void> {
  const host = HOSTS[index];
  // The number of another database, before there is a record.
  await worker.db
    .prepare("UPDATE workspaces SET number = ?1")
    .bind(index * 512_000 + 1)
    .run();
  const answers = [
    await worker.call("POST", "/host", { host }),
    await worker.call("POST", "/link", {
      host,
      alias: "a",
      destination: `https://example.com/${host}`,
      tags: ["News"],
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (let visit = 0; visit < VISITS[index]; visit++) await worker.visit(host, "/a", "GET", [AGENT]);
  await readUntil(
    async () => (await worker.call("GET", "/stats")).body.clicks as number,
    (clicks) => clicks === VISITS[index],
  );
  // All clicks are in one message, which both databases know by the same id.
  await worker.db
    .prepare(
      "UPDATE click_batches SET id = '0mkv0abcd-0198c0de', ids = NULL WHERE id = (SELECT min(id) FROM click_batches)",
    )
    .run();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "merged-"));
  workers = await Promise.all([startWorker(), startWorker()]);
  target = await startWorker();
  await Promise.all([fill(workers[0]!, 0), fill(workers[1]!, 1)]);
  const files = HOSTS.map((host) => join(folder, host));
  for (const [index, file] of files.entries())
    await writeBackup(databaseOf(workers[index]!), file, Date.now(), () => {});
  const merged = join(folder, "merged.gz");
  await emptyInstallation(target.db);
  await mergeBackups(databaseOf(target).query, files, merged);
  await restoreBackup(databaseOf(target), merged, Date.now(), () => {});
});

afterAll(async () => {
  await Promise.all([...workers, target].map((worker) => worker.close()));
  await rm(folder, { recursive: true });
});

it("[26.9] both tokens work, and each click counts once", async () => {
  const isDone = async () => {
    await target.cron();
    const row = await target.db
      .prepare(
        `SELECT (SELECT count(*) FROM pending) + (SELECT count(*) FROM reprojections)
           + (SELECT count(*) FROM click_batches WHERE body IS NOT NULL) AS "left"`,
      )
      .first<number>("left");
    return row === 0;
  };
  await readUntil(isDone, (done) => done);
  for (const [index, { token }] of workers.entries()) {
    const { body: stats } = await target.call("GET", "/stats", undefined, token);
    expect(stats.clicks).toBe(VISITS[index]);
    const { body: links } = await target.call("GET", "/links?filter[tags]=News", undefined, token);
    expect(links.data.map(({ host, total_clicks }: Record<string, unknown>) => [host, total_clicks])).toEqual(
      [[HOSTS[index], VISITS[index]]],
    );
  }
});

it.each(HOSTS)("[26.9] %s answers as before, and takes new links", async (host) => {
  const { token } = workers[HOSTS.indexOf(host)]!;
  expect((await target.visit(host, "/a")).headers.get("location")).toBe(`https://example.com/${host}`);
  const body = { host, alias: "new", destination: "https://example.com/new" };
  expect((await target.call("POST", "/link", body, token)).status).toBe(200);
  expect((await target.visit(host, "/new")).headers.get("location")).toBe("https://example.com/new");
});
