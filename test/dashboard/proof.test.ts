import { describe, expect, it } from "vitest";
import type { Miss } from "../../src/dashboard/api/types.ts";
import { toParts } from "../../src/dashboard/api/parts.ts";
import { toLine } from "../../src/dashboard/screen/check/upload.tsx";
import { coveredShare, readResult } from "../../src/dashboard/screen/check/check-parts.tsx";
import { judge } from "../../src/dashboard/screen/check/verdict.ts";
import {
  readQuestion,
  toCurl,
  toExplainBody,
  toExplainHref,
  toValues,
} from "../../src/dashboard/screen/explain/question.ts";
import {
  countProbes,
  folderOf,
  isAnswerable,
  keptSince,
  type MissedRow,
  readMissFilter,
  toCurrentRows,
  toMissedRows,
  toMissQuery,
} from "../../src/dashboard/screen/misses/missed-row.ts";
import { planResolve } from "../../src/dashboard/screen/misses/resolve-plan.ts";
import { filledForm } from "../../src/dashboard/screen/record/record-form.ts";

const MISS: Miss = {
  host: "old.example",
  path: "/a",
  is_redacted: false,
  state: "open",
  visits: 3,
  people: 3,
  crawlers: 0,
  bots: 0,
  first_at: "2026-01-01T00:00:00.000Z",
  last_at: "2026-01-01T00:00:00.000Z",
  referrers: [],
  suggestions: null,
};
const PAGE = { current: null, prev: null, next: null, count: 1 };
const suggest = (destination: string) => [{ destination, score: 0.9, reason: "page" as const }];
const missed = (path: string, changed: Partial<Miss> = {}): MissedRow => ({
  ...MISS,
  path,
  ...changed,
  id: `${changed.host ?? MISS.host} ${path}`,
});

describe("missed paths", () => {
  it("[32.14] stand in the address, and what it does not know is the default", () => {
    expect(toMissQuery(readMissFilter({}))).toEqual({
      "filter[host]": "",
      "filter[kind]": undefined,
      "filter[state]": "open",
      sort: "-visits",
    });
    expect(readMissFilter({ kind: "probes", state: "no", sort: "path" })).toEqual(readMissFilter({}));
    expect(readMissFilter({ host: "h", kind: "crawlers", state: "ignored", sort: "-last_at" })).toEqual({
      host: "h",
      kind: "crawlers",
      state: "ignored",
      sort: "-last_at",
    });
  });

  it("[32.14] leaves probes out of the list and sums them", () => {
    const data = [MISS, { ...MISS, path: "(probes)", visits: 7 }, { ...MISS, path: "(other)" }];
    const page = { data, meta: { cursor: PAGE } };
    expect(toMissedRows(page).data.map(({ path }) => path)).toEqual(["/a", "(other)"]);
    expect(countProbes(page)).toBe(7);
    expect(data.map(isAnswerable)).toEqual([true, true, false]);
    expect(isAnswerable({ ...MISS, is_redacted: true })).toBe(false);
    const twins = toMissedRows({ data: [MISS, { ...MISS, is_redacted: true }], meta: { cursor: PAGE } });
    expect(new Set(twins.data.map(({ id }) => id)).size).toBe(2);
  });

  it("[32.14] are answered by the suggestions that have arrived since they were selected", () => {
    const suggested = missed("/a", { suggestions: suggest("https://new.example/a") });
    const rows = toCurrentRows([missed("/a"), missed("/gone")], [suggested]);
    expect(rows).toEqual([suggested, missed("/gone")]);
    expect(planResolve(rows, "suggestion").rows).toEqual([suggested]);
  });

  it("[32.14] are answered by hostname, 1,000 a call, and those without a suggestion are left", () => {
    const many = Array.from({ length: 1_001 }, (_, index) => missed(`/${index}`));
    const other = missed("/x", { host: "other.example", suggestions: suggest("https://new.example/x") });
    expect(
      planResolve([...many, other], "gone").calls.map(({ host, paths }) => [host, paths.length]),
    ).toEqual([
      ["old.example", 1_000],
      ["old.example", 1],
      ["other.example", 1],
    ]);
    const plan = planResolve([missed("/a"), missed("/b", { suggestions: [] }), other], "suggestion");
    expect(plan.calls).toEqual([{ host: "other.example", paths: ["/x"] }]);
    expect(plan.left.map(({ path }) => path)).toEqual(["/a", "/b"]);
  });

  it.each([
    [
      ["/blog/2019/a.html", "/blog/2020/b"],
      ["", ""],
      { source: "old.example/blog/*", to: "", forwardsPath: false },
    ],
    [
      ["/blog/a", "/blog/b"],
      ["https://n.example/news/a", "https://n.example/news/b"],
      { source: "old.example/blog/*", to: "https://n.example/news", forwardsPath: true },
    ],
    [
      ["/blog/a", "/blog/b"],
      ["https://n.example/news/a", "https://n.example/b"],
      { source: "old.example/blog/*", to: "", forwardsPath: false },
    ],
    [["/a/b/c"], [""], { source: "old.example/a/b/*", to: "", forwardsPath: false }],
    [["/a", "/b"], ["", ""], null],
    [["/blog/a", "/shop/b"], ["", ""], null],
    [["/blogs/a", "/blog/b"], ["", ""], null],
  ])("[32.14] makes one redirect of the folder of %j", (paths, suggested, folder) => {
    const rows = paths.map((path, index) =>
      missed(path, { suggestions: suggested[index] ? suggest(suggested[index]) : null }),
    );
    expect(folderOf(rows)).toEqual(folder);
  });

  it("[32.14] makes no folder of several hostnames", () => {
    expect(folderOf([missed("/a/b"), missed("/a/c", { host: "other.example" })])).toBeNull();
    expect(folderOf([])).toBeNull();
  });

  it("[32.14] says since when it looks: since the hostname was connected, for 30 days at most", () => {
    const nowMs = Date.parse("2026-03-01T00:00:00Z");
    const since = (at: string[]) =>
      keptSince(
        at.map((connected_at) => ({ connected_at })),
        nowMs,
      ).toISOString();
    expect(since(["2026-02-20T00:00:00.000Z", "2026-02-10T00:00:00.000Z"])).toBe("2026-02-10T00:00:00.000Z");
    expect(since(["2020-01-01T00:00:00.000Z"])).toBe("2026-01-30T00:00:00.000Z");
    expect(since([])).toBe("2026-03-01T00:00:00.000Z");
  });
});

describe("the form of a new redirect", () => {
  it("[32.14] is filled in by the address, and a link takes no source", () => {
    const values = { source: "old.example/a/*", to: "https://n.example/", forward: "path" };
    const form = filledForm("redirect", values);
    expect(form).toMatchObject({
      url: values.source,
      forward_path: true,
      destinations: [{ url: values.to }],
    });
    expect(filledForm("link", { source: "x" }).url).toBe("");
    expect(filledForm("redirect", { host: "h.example" })).toMatchObject({
      url: "h.example/",
      forward_path: false,
    });
  });
});

describe("a question", () => {
  const asked = { url: "go.example/a?b=1&c", country: "DE", agent: "iphone", held: "1" };

  it("[32.15] stands in the address whole", () => {
    const question = readQuestion(asked);
    expect(readQuestion(toValues(question))).toEqual(question);
    expect(toExplainHref(asked.url)).toBe("/explain?url=go.example%2Fa%3Fb%3D1%26c");
  });

  it("[32.15] goes to the API with what was said, and nothing else", () => {
    expect(toExplainBody(readQuestion({ url: " go.example/a " }))).toEqual({ url: "go.example/a" });
    expect(toExplainBody(readQuestion(asked))).toEqual({
      url: asked.url,
      as: { country: "DE", user_agent: expect.stringContaining("iPhone"), held: true },
    });
    expect(toExplainBody(readQuestion({ url: "x.example", agent: "curl/8", unlocked: "1" }))).toMatchObject({
      as: { user_agent: "curl/8", unlocked: true },
    });
  });

  it("[32.15] is copied as a command that no quote breaks out of", () => {
    const command = toCurl(readQuestion({ url: "go.example/it's" }), "https://admin.example");
    expect(command).toContain(String.raw`-d '{"url":"go.example/it'\''s"}'`);
    expect(command).toContain("https://admin.example/v1/explain");
  });
});

describe("a check", () => {
  it("[32.16] is sent in parts, a line for each URL", () => {
    const urls = [
      { url: "a.example/1" },
      { url: "a.example/2", location: "https://b.example/", status: 301 },
      { url: "a.example/3" },
    ];
    const split = (maxBytes: number) => [...toParts(urls.map(toLine), maxBytes)];
    expect(split(90).map(({ sent }) => sent)).toEqual([2, 3]);
    const text = split(90).map(({ body }) => new TextDecoder().decode(body));
    const lines = text.flatMap((part) =>
      part
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    );
    expect(lines).toEqual(["a.example/1", urls[1], "a.example/3"]);
    expect(split(1)).toHaveLength(3);
    expect([...toParts([])]).toEqual([]);
  });

  it("[32.16] is judged by its worst result, and says what arrives and what breaks", () => {
    const none = { covered: 0, uncovered: 0, unexpected: 0, chain: 0, loop: 0, temporary: 0 };
    expect(judge({ ...none, covered: 3 })).toEqual({
      kind: "good",
      parts: [
        { name: "direct", count: 3 },
        { name: "broken", count: 0 },
      ],
    });
    expect(judge({ ...none, covered: 100, chain: 100 })).toEqual({
      kind: "warn",
      parts: [
        { name: "direct", count: 100 },
        { name: "detour", count: 100 },
        { name: "broken", count: 0 },
      ],
    });
    expect(judge({ ...none, uncovered: 1, loop: 2, temporary: 4, unexpected: 5 })).toEqual({
      kind: "bad",
      parts: [
        { name: "direct", count: 0 },
        { name: "temporary", count: 4 },
        { name: "elsewhere", count: 5 },
        { name: "broken", count: 3 },
      ],
    });
  });

  it("[32.16] is 100 % covered only where nothing is left", () => {
    const counts = { covered: 199_999, uncovered: 1, unexpected: 0, chain: 0, loop: 0, temporary: 0 };
    expect(coveredShare({ counts, done: 200_000 })).toBe(0.999);
    expect(coveredShare({ counts, done: 199_999 })).toBe(1);
    expect(coveredShare({ counts, done: 0 })).toBeNull();
    expect([readResult("chain"), readResult("all"), readResult(undefined)]).toEqual(["chain", null, null]);
  });
});
