import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { lockState } from "../../scripts/support/state-lock.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "state-folder-"));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const modeOf = async (name: string) => ((await stat(at(name))).mode & 0o777).toString(8);

const STARTS: [string, (stateDir: string) => Promise<void>][] = [
  ["npm start", async (stateDir) => (await lockState(stateDir))()],
  ["a command on the local database", (stateDir) => withLocalDatabase(stateDir, async () => {})],
];

test.each(STARTS)("[25.12] a state folder that %s makes is closed to other users", async (_, start) => {
  await start(at("a/state"));
  expect([await modeOf("a"), await modeOf("a/state"), await modeOf("a/state/v3")]).toEqual([
    "755",
    "700",
    "700",
  ]);
});

test.each(STARTS)("[25.12] an older state folder is closed by %s", async (_, start) => {
  await withLocalDatabase(at("state"), async () => {});
  await writeFile(at("state/demo-token"), "token");
  await chmod(at("state"), 0o755);
  await chmod(at("state/v3"), 0o755);
  await start(at("state"));
  expect([await modeOf("state"), await modeOf("state/v3")]).toEqual(["700", "700"]);
});

test("[25.12] a folder that holds other things stays open, and the data in it is closed", async () => {
  await mkdir(at("shared/v3"), { recursive: true });
  await writeFile(at("shared/notes.txt"), "");
  (await lockState(at("shared")))();
  expect([await modeOf("shared"), await modeOf("shared/v3")]).toEqual(["755", "700"]);
});
