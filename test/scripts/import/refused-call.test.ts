import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunOptions } from "../../../scripts/import/run-import.ts";
import type { ImportOptions } from "../../../src/domain/import/row.ts";
import { type Answer, type BulkApi, startBulkApi } from "./bulk-api.ts";
import { count, createList, importInto } from "./import-into.ts";

let server: BulkApi;

beforeEach(async () => {
  server = await startBulkApi();
});

afterEach(async () => {
  await server.close();
});

const importList = (text: string, options: Partial<ImportOptions & RunOptions> = {}) =>
  importInto(server.api, text, options);

describe("runImport, where the API does not take a call", () => {
  test("waits as long as the API asks, and sends the call once more", async () => {
    server.answers.push(
      { status: 429, headers: { "Retry-After": "7" } },
      { status: 503, headers: { "Retry-After": "0" } },
      { status: 503 },
    );
    const { exitCode, report, waits } = await importList("/a\t/b");
    expect(waits).toEqual([7, 0, 4]);
    expect(exitCode).toBe(0);
    expect(count(report, "created")).toBe(1);
  });

  test("gives up after five waits and says how many rows are left", async () => {
    server.answers.push(...Array.from({ length: 6 }, () => ({ status: 503 })));
    const { exitCode, report, waits } = await importList(createList(3));
    expect(waits).toHaveLength(5);
    expect(exitCode).toBe(1);
    expect(count(report, "not sent")).toBe(3);
    expect(report).toContain("Stopped: the API answered 503");
  });

  test("does not wait for an hour", async () => {
    server.answers.push({ status: 429, headers: { "Retry-After": "3600" } });
    const { waits, report } = await importList("/a\t/b");
    expect(waits).toEqual([]);
    expect(report).toContain("Stopped: the API answered 429");
  });

  test("keeps the counts of the calls before the one that stopped it", async () => {
    server.answers.push(null, { status: 413, body: { message: "Too large." } });
    const { exitCode, report } = await importList(createList(1_500));
    expect(exitCode).toBe(1);
    expect([count(report, "created"), count(report, "not sent")]).toEqual([1_000, 500]);
    expect(report).toContain("Stopped: the API answered 413: Too large.");
  });

  test.each<[string, Answer, string]>([
    [
      "a refused body",
      { status: 422, body: { message: "Invalid.", errors: { mode: ["No."] } } },
      "Invalid.: mode: No.",
    ],
    ["a page instead of JSON", { status: 200, body: "<html>" }, "is http://127.0.0.1:"],
    ["a redirect", { status: 301, headers: { Location: "/elsewhere" } }, "answered 301"],
    ["errors of another shape", { status: 400, body: { errors: { rows: "no" } } }, "answered 400: rows: no"],
  ])("stops with a clear message at %s", async (_, answer, message) => {
    server.answers.push(answer);
    const { exitCode, report } = await importList("/a\t/b");
    expect(exitCode).toBe(1);
    expect(report).toContain(message);
  });

  test("stops at a wrong token without showing it", async () => {
    const { exitCode, report } = await importList("/a\t/b", { token: "sp_wrong" });
    expect(exitCode).toBe(1);
    expect(report).toContain("Stopped: the API answered 401: Unauthenticated.");
    expect(report).not.toContain("sp_wrong");
  });

  test("stops with a clear message where nothing listens", async () => {
    await server.close();
    const { exitCode, report } = await importList("/a\t/b");
    expect(exitCode).toBe(1);
    expect(report).toContain(`Stopped: cannot reach ${server.api}`);
  });
});
