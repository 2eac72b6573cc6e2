import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunOptions } from "../../../scripts/import/run-import.ts";
import type { ImportOptions } from "../../../src/domain/import/row.ts";
import { type BulkApi, startBulkApi } from "./bulk-api.ts";
import { count, createList, importInto } from "./import-into.ts";
import { readFixture } from "../../domain/import/outcome.ts";

let server: BulkApi;

beforeEach(async () => {
  server = await startBulkApi();
});

afterEach(async () => {
  await server.close();
});

const importList = (text: string | Uint8Array, options: Partial<ImportOptions & RunOptions> = {}) =>
  importInto(server.api, text, options);

describe("runImport", () => {
  test("creates every row and ends with the counts", async () => {
    const { exitCode, report } = await importList("# from\tto\n/a\t/b\n/c\t/d\t302\n");
    expect(exitCode).toBe(0);
    expect(server.calls).toEqual([
      [
        { url: "old.example/a", destination: "https://new.example/b", status: 301 },
        { url: "old.example/c", destination: "https://new.example/d", status: 302 },
      ],
    ]);
    expect(count(report, "created")).toBe(2);
    expect(count(report, "lines ignored")).toBe(1);
  });

  test.each(["nasty.tsv", "nasty._redirects", "nasty.csv"] as const)(
    "changes nothing when %s is imported again",
    async (name) => {
      const format = name === "nasty.tsv" ? "tsv" : name === "nasty.csv" ? "csv" : "netlify-redirects";
      const first = await importList(readFixture(name), { format });
      const second = await importList(readFixture(name), { format });
      expect(count(first.report, "created")).toBeGreaterThan(10);
      expect(count(first.report, "updated")).toBe(0);
      expect(count(second.report, "unchanged")).toBe(count(first.report, "created"));
      expect(count(second.report, "created") + count(second.report, "updated")).toBe(0);
    },
  );

  test("counts a changed target as updated", async () => {
    await importList("/a\t/b\n/c\t/d");
    const { report } = await importList("/a\t/b\n/c\t/changed");
    expect([count(report, "updated"), count(report, "unchanged")]).toEqual([1, 1]);
  });

  test("sends what a rule of _redirects forwards, and everything as the bare host", async () => {
    await importList("/old/* /new/:splat\n/flat/* /x 302\n/* https://x.example/:splat", {
      format: "netlify-redirects",
    });
    expect(server.calls.flat()).toEqual([
      {
        url: "old.example/old/*",
        destination: "https://new.example/new/",
        status: 301,
        forward_path: true,
        forward_query: true,
      },
      {
        url: "old.example/flat/*",
        destination: "https://new.example/x",
        status: 302,
        forward_path: false,
        forward_query: true,
      },
      {
        url: "old.example",
        destination: "https://x.example/",
        status: 301,
        forward_path: true,
        forward_query: true,
      },
    ]);
  });

  test("sends a row with an alias as a short link that keeps the default of its kind", async () => {
    await importList("alias,to,tags,title\nsale,https://x.example,a;b,Sale", { format: "csv" });
    expect(server.calls.flat()).toEqual([
      {
        host: "old.example",
        alias: "sale",
        destination: "https://x.example",
        tags: ["a", "b"],
        title: "Sale",
      },
    ]);
  });

  test("gives --status to rows that name none, short links included", async () => {
    await importList("alias,url,to,status\n,/a,/b,\n,/c,/d,308\nx,,/e,\n", {
      format: "csv",
      status: 307,
    });
    expect(server.calls.flat()).toMatchObject([{ status: 307 }, { status: 308 }, { status: 307 }]);
  });

  test("lists refused and failed rows together, by line, and exits with 1", async () => {
    const { exitCode, report } = await importList(
      "https://unconnected.example/x\t/y\n/a\t/b\nno-slash\t/b\nhttps://unconnected.example/z\t/y",
    );
    expect(exitCode).toBe(1);
    expect([count(report, "failed"), count(report, "refused")]).toEqual([2, 1]);
    expect(report.split("\n").filter((line) => line.startsWith("line "))).toEqual([
      "line 1: unconnected.example/x: url: This host is not connected.",
      'line 3: no-slash /b: a source starts with "/", "https://" or "host.example/"',
      "line 4: unconnected.example/z: url: This host is not connected.",
    ]);
  });

  test("counts what was refused apart from what the API fails, and exits with 1", async () => {
    const { exitCode, report } = await importList("/a/:id/:id /b\n/c /d 200\n/only-source\n/e /f", {
      format: "netlify-redirects",
    });
    expect(exitCode).toBe(1);
    expect([count(report, "refused"), count(report, "failed")]).toEqual([3, 0]);
    expect(count(report, "created")).toBe(1);
  });

  test("sends no row whose link would open without what the API does not take yet", async () => {
    const hash = `$2a$10$${"a".repeat(53)}`;
    const text = `link,to,password,created\ngo.example/a,https://x.example,${hash},\ngo.example/b,https://x.example,,2026-01-01\n`;
    const { exitCode, report } = await importList(text, { format: "csv" });
    expect(exitCode).toBe(1);
    expect(report).toContain("line 2: go.example/a: imports do not take password_hash yet: not sent");
    expect(report).toContain("note: imports do not take created_at yet");
    expect(server.calls.flat()).toMatchObject([{ host: "go.example", alias: "b" }]);
  });

  test("asks for --origin at every row that needs it and sends the others", async () => {
    const { report } = await importList("/a\t/b\n/c\thttps://x.example", { origin: null });
    expect(report).toContain("line 1: /a /b: pass --origin");
    expect(server.calls.flat()).toHaveLength(1);
  });

  test("reports taken sources in create mode", async () => {
    await importList("/a\t/b");
    const { exitCode, report } = await importList("/a\t/b", { mode: "create" });
    expect(exitCode).toBe(1);
    expect(report).toContain("line 1: old.example/a: url: This source is taken.");
  });

  test("sends a long list in several calls and shows each", async () => {
    const { progress } = await importList(createList(2_500));
    expect(server.calls.map((rows) => rows.length)).toEqual([1_000, 1_000, 500]);
    expect(progress).toEqual(["1000/2500", "2000/2500", "2500/2500"]);
  });

  test("fails a row that the API did not answer", async () => {
    server.answers.push({ status: 200, body: { data: [{ row: 1, result: "created" }] } });
    const { exitCode, report } = await importList("/a\t/b\n/c\t/d");
    expect(exitCode).toBe(1);
    expect(report).toContain("line 1: old.example/a: the API gave no reason");
    expect(count(report, "created")).toBe(1);
  });

  test("lets no row of a list steer the terminal", async () => {
    const { report } = await importList("/\u001B[2J#x\t/b");
    expect(report).toContain("line 1: /\uFFFD[2J#x /b: ");
  });
});

describe("runImport on a dry run", () => {
  test("sends nothing and shows the first 20 rows, the counts and all problems", async () => {
    const { exitCode, report, progress } = await importList(`${createList(25)}\nbad\t/x`, {
      isDryRun: true,
      token: "",
    });
    expect(server.calls).toEqual([]);
    expect(progress).toEqual([]);
    expect(exitCode).toBe(1);
    expect(report).toContain(
      'line 20: {"url":"old.example/19","destination":"https://new.example/new/19","status":301}',
    );
    expect(report).not.toContain('"old.example/20"');
    expect(report).toContain("… and 5 more");
    expect(count(report, "would be sent")).toBe(25);
    expect(report).toContain("line 26: bad /x: a source starts with");
  });

  test("exits with 0 where everything could be sent", async () => {
    const { exitCode } = await importList("/a\t/b", { isDryRun: true });
    expect(exitCode).toBe(0);
  });
});
