import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readCrons, readSetting } from "../../scripts/support/config.ts";

const toml = `name = "signpost"
# id = "not this one"
[vars]
id = "nor this"

[[kv_namespaces]]
id = "000"  # before its binding
binding = "FIRST"

[[kv_namespaces]]
binding = "SECOND"
id = "000"

[[d1_databases]]
binding = "SECOND"
database_id   =   "0-0"
`;
const second = { table: "kv_namespaces", binding: "SECOND", key: "id" };

test("finds a key of one binding, whatever stands around it", () => {
  expect(readSetting(toml, second)).toBe("000");
  expect(readSetting(toml, { ...second, binding: "FIRST" })).toBe("000");
  const database = { table: "d1_databases", binding: "SECOND", key: "database_id" };
  expect(readSetting(toml, database)).toBe("0-0");
});

test("names missing settings", () => {
  expect(readSetting(toml, { ...second, binding: "THIRD" })).toBeNull();
  expect(readSetting(toml, { ...second, key: "preview_id" })).toBeNull();
});

test("reads the cron triggers", async () => {
  expect(readCrons('[triggers]\ncrons = [\n  "* * * * *", # each minute\n  "0 3 * * *",\n]\n')).toEqual([
    "* * * * *",
    "0 3 * * *",
  ]);
  expect(readCrons("[triggers]\n")).toEqual([]);
  expect(readCrons(await readFile("wrangler.toml", "utf8"))).not.toEqual([]);
});
