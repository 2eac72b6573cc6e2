import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readCrons, readSetting, withSetting } from "../../scripts/support/config-text.ts";

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

test("writes the setting of one binding and keeps every other byte", () => {
  const [before, after] = toml.split('binding = "SECOND"\nid = "000"');
  expect(withSetting(toml, second, "$&f7")).toBe(`${before}binding = "SECOND"\nid = "$&f7"${after}`);
  expect(readSetting(withSetting(toml, second, "f7"), { ...second, binding: "FIRST" })).toBe("000");
});

test("finds a key whatever stands around it", () => {
  expect(readSetting(toml, { ...second, binding: "FIRST" })).toBe("000");
  const database = { table: "d1_databases", binding: "SECOND", key: "database_id" };
  expect(readSetting(toml, database)).toBe("0-0");
  expect(withSetting(toml, database, "a-b")).toContain('database_id   =   "a-b"');
});

test("tells what is not there", () => {
  expect(readSetting(toml, { ...second, binding: "THIRD" })).toBeNull();
  expect(readSetting(toml, { ...second, key: "preview_id" })).toBeNull();
  expect(() => withSetting(toml, { ...second, key: "preview_id" }, "x")).toThrow(
    '[[kv_namespaces]] with binding = "SECOND" has no preview_id',
  );
});

test("finds every id that a deployment fills in, in the project's own wrangler.toml", async () => {
  const own = await readFile("wrangler.toml", "utf8");
  expect(readSetting(own, { table: "d1_databases", binding: "DB", key: "database_id" })).toMatch(
    /^[\da-f-]{36}$/,
  );
  expect(readSetting(own, { table: "kv_namespaces", binding: "SNAPSHOTS", key: "id" })).toMatch(
    /^[\da-f]{32}$/,
  );
});

test("reads the cron triggers", async () => {
  expect(readCrons('[triggers]\ncrons = [\n  "* * * * *", # each minute\n  "0 3 * * *",\n]\n')).toEqual([
    "* * * * *",
    "0 3 * * *",
  ]);
  expect(readCrons("[triggers]\n")).toEqual([]);
  expect(readCrons(await readFile("wrangler.toml", "utf8"))).not.toEqual([]);
});
