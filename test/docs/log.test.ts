import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findLogCalls } from "./log-calls.ts";

/** Every member that a line of the log may have. A new one has to hold no secret and nothing of a visitor. */
const FIELDS = new Set([
  "answered_from",
  "are_tombstones_now",
  "attempts",
  "cause",
  "clicks",
  "database",
  "error",
  "host",
  "hosts",
  "id",
  "is_json",
  "is_timeout",
  "job",
  "key",
  "keys",
  "kind",
  "left",
  "message",
  "messages",
  "method",
  "ms",
  "name",
  "part",
  "path",
  "reason",
  "record_id",
  "request_id",
  "rows",
  "seconds",
  "since",
  "size",
  "statements",
  "status",
  "workspace_id",
]);

const FILES = globSync("src/**/*.ts").filter((file) => file !== "src/runtime/log.ts");
const calls = FILES.flatMap((file) =>
  findLogCalls(readFileSync(file, "utf8")).map((call) => ({ file, ...call })),
);

describe("findLogCalls", () => {
  it("finds level, event and fields, spread ones and those of several levels too", () => {
    const source = `catalog(1); x.log(2); log(status >= 500 ? "error" : "info", "api_error", {
      request_id: id, path: "a, { b".slice(0, 9), error, ...(isNew && { reason: text }), ...rest });`;
    expect(findLogCalls(source)).toEqual([
      {
        level: "error or info",
        event: "api_error",
        fields: ["request_id", "path", "error", "reason", "..."],
      },
    ]);
  });

  it("refuses a call whose event or fields stand elsewhere", () => {
    expect(() => findLogCalls('log("warn", name, {})')).toThrow("no literal event");
    expect(() => findLogCalls('log("warn", "a_b", fields)')).toThrow("no literal event");
  });
});

describe("the log", () => {
  it("[25.7] has no field but those that hold no secret and no visitor's address", () => {
    expect(calls.length).toBeGreaterThan(20);
    const unknown = calls.filter(({ fields }) => !fields.every((field) => FIELDS.has(field)));
    expect(unknown).toEqual([]);
    const used = new Set(calls.flatMap(({ fields }) => fields));
    expect([...FIELDS].filter((field) => !used.has(field))).toEqual([]);
  });

  it("[25.7] is written by one function alone, a JSON object a line", () => {
    const others = FILES.filter((file) => /\bconsole\./.test(readFileSync(file, "utf8")));
    expect(others).toEqual([]);
  });

  it("[25.7] names the call of the API that caused a line", () => {
    const ofCalls = calls.filter(({ file }) => /^src\/admin\/(?:app|error|request-context)\.ts$/.test(file));
    expect(ofCalls.length).toBeGreaterThan(1);
    expect(ofCalls.filter(({ fields }) => !fields.includes("request_id"))).toEqual([]);
  });

  it("has each event in docs/operating.md, and no other", () => {
    const page = readFileSync("docs/operating.md", "utf8");
    const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (?:info|warn|error)/gm)].map(([, event]) => event);
    expect(listed.toSorted()).toEqual([...new Set(calls.map(({ event }) => event))].toSorted());
  });
});
