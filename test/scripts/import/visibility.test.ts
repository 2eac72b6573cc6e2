import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunOptions } from "../../../scripts/import/run-import.ts";
import type { ImportOptions } from "../../../src/domain/import/row.ts";
import { type Answer, type BulkApi, startBulkApi } from "./bulk-api.ts";
import { createList, importInto } from "./import-into.ts";

let server: BulkApi;

beforeEach(async () => {
  server = await startBulkApi();
});

afterEach(async () => {
  await server.close();
});

const importList = (text: string, options: Partial<ImportOptions & RunOptions> = {}) =>
  importInto(server.api, text, options);

describe("runImport, once all rows are sent", () => {
  test("asks every 2 seconds until nothing is behind", async () => {
    server.behind = [3, 5, 2, 0];
    const { exitCode, visible, waits } = await importList("/a\t/b");
    expect(visible).toEqual(["0/3", "0/5", "3/5", "5/5"]);
    expect(waits).toEqual([2, 2, 2]);
    expect(exitCode).toBe(0);
  });

  test("shows nothing where nothing was ever behind", async () => {
    const { visible, waits } = await importList("/a\t/b");
    expect([visible, waits]).toEqual([[], []]);
  });

  test.each<[string, string, Partial<ImportOptions & RunOptions>]>([
    ["on request", "/new\t/b", { waits: false }],
    ["where nothing was changed", "/a\t/b", {}],
    ["on a dry run", "/new\t/b", { isDryRun: true }],
  ])("does not wait %s", async (_, text, options) => {
    await importList("/a\t/b");
    server.behind = [3, 0];
    const { visible } = await importList(text, options);
    expect(visible).toEqual([]);
    expect(server.behind).toEqual([3, 0]);
  });

  test("does not wait where the API stopped the import", async () => {
    server.answers.push(null, { status: 413 });
    server.behind = [3, 0];
    expect((await importList(createList(1_500))).visible).toEqual([]);
  });

  test("waits as long as the API asks", async () => {
    server.answers.push(null, { status: 429, headers: { "Retry-After": "7" } }, { status: 503 });
    server.behind = [1, 0];
    const { visible, waits } = await importList("/a\t/b");
    expect(waits).toEqual([7, 2, 2]);
    expect(visible).toEqual(["0/1", "1/1"]);
  });

  test.each<[string, Answer, string]>([
    ["knows no projection", { status: 404, body: { message: "Not found." } }, "the API answered 404"],
    ["answers with a page", { status: 200, body: "<html>" }, "the API answered 200"],
    ["answers with null", { status: 200, body: "null" }, "the API answered 200"],
    ["asks for an hour", { status: 429, headers: { "Retry-After": "3600" } }, "the API answered 429"],
  ])(
    "says that the work goes on where the API %s, and has succeeded all the same",
    async (_, answer, reason) => {
      server.answers.push(null, answer);
      const { exitCode, report, waits } = await importList("/a\t/b");
      expect(exitCode).toBe(0);
      expect(report).toContain(`${reason} to GET /projection. Signpost continues by itself.`);
      expect(waits).toEqual([]);
    },
  );

  test("says so where the API stays away, and keeps the exit code of the rows", async () => {
    server.answers.push(null, ...Array.from({ length: 6 }, () => ({ status: 503 })));
    const { exitCode, report, waits } = await importList("/a\t/b\nbad\t/b");
    expect(exitCode).toBe(1);
    expect(waits).toHaveLength(5);
    expect(report).toContain("Signpost continues by itself.");
  });

  test("stops where nothing moves for 3 minutes, however long it takes while something does", async () => {
    server.behind = [...Array.from({ length: 200 }, (_, index) => 300 - index), 100];
    const { exitCode, report, waits } = await importList("/a\t/b");
    expect(exitCode).toBe(0);
    expect(waits).toHaveLength(200 + 90);
    expect(report).toContain("nothing has moved for 3 minutes");
  });
});
