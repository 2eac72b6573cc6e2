import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toBackupDatabase } from "../../scripts/backup/database.ts";
import { mergeBackups } from "../../scripts/backup/merge-backups.ts";
import { writeRows } from "../../scripts/backup/write-backup.ts";
import { withLocalDatabase, withLocalDatabases } from "../../scripts/support/local-database.ts";
import { smallWorkspace } from "../support/small-installation.ts";

/** Backups of two databases that cannot become one. */

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-backups-"));
});

afterAll(() => rm(folder, { recursive: true }));

const insertWorkspace = (id: string, number: number) =>
  `INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('${id}', 'W', 'pro', ${number}, 1, 2)`;
const insertClicks = (body: string) => `INSERT INTO click_batches (id, body) VALUES ('m', '${body}')`;
const insertUser = (name: string) => `INSERT INTO users (id, name, created_at) VALUES ('u', '${name}', 1)`;

test.each([
  ["records", smallWorkspace("a", 3), smallWorkspace("b", 3), "records with the key 12884901889"],
  ["workspace", insertWorkspace("a", 3), insertWorkspace("a", 3), "workspaces with the key a"],
  ["number", insertWorkspace("a", 3), insertWorkspace("b", 3), "workspaces with the number 3"],
  ["user", insertUser("Eve"), insertUser("Ada"), "users with the key u"],
  [
    "version",
    insertClicks('{"v":1,"of":{}}'),
    insertClicks('{"v":2,"of":{}}'),
    "click_batches with the key m",
  ],
  [
    "clicks",
    insertClicks('{"v":1,"of":{"w":1}}'),
    insertClicks('{"v":1,"of":{"w":2}}'),
    "click_batches with the key m",
  ],
])("[26.9] two rows with one key end the merge, and leave no file: %s", async (name, one, other, problem) => {
  const state = join(folder, name);
  const merged = join(folder, `${name}.merged`);
  const files = ["DB", "DB_01"].map((binding) => join(folder, `${name}.${binding}`));
  await withLocalDatabases(
    state,
    withLocalDatabase,
    async (databases) => {
      for (const [index, { binding, db }] of databases.entries()) {
        db.exec([one, other][index]!);
        await writeRows(toBackupDatabase(db, binding), files[index]!, 0, () => {});
      }
      const { query } = toBackupDatabase(databases[0]!.db, "DB");
      await expect(mergeBackups(query, files, merged)).rejects.toThrow(
        `${files[0]} and ${files[1]} both have a row of ${problem}`,
      );
    },
    2,
  );
  expect((await readdir(folder)).filter((file) => file.startsWith(`${name}.merged`))).toEqual([]);
});
