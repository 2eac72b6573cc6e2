import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployedDatabases } from "../../scripts/support/installation.ts";

/** Which deployed databases a command asks. */

const ACCOUNT = "0123456789abcdef0123456789abcdef";
const [FIRST, SECOND] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const DEPLOYED = { name: "signpost", account_id: ACCOUNT, d1_database_id: FIRST };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signpost-settings-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function find(settings: object) {
  const file = join(folder, "signpost.jsonc");
  await writeFile(file, JSON.stringify(settings));
  return await deployedDatabases({ SIGNPOST_SETTINGS: file });
}

test("those that are there, with their bindings, though the settings ask for more", async () => {
  expect(await find({ ...DEPLOYED, databases: 3, further_database_ids: [SECOND] })).toEqual({
    account: ACCOUNT,
    databases: [
      { binding: "DB", id: FIRST },
      { binding: "DB_01", id: SECOND },
    ],
  });
});

test.each([
  ["d1_database_id", "names no deployed installation"],
  ["account_id", "lacks account_id"],
])("none, with the reason, where the settings have no %s", async (missing, reason) => {
  await expect(find({ ...DEPLOYED, [missing]: undefined })).rejects.toThrow(reason);
});
