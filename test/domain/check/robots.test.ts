import { expect, it } from "vitest";
import { mayAsk, readRobots } from "../../../src/domain/check/robots.ts";
import { judgeUrl, type CheckedAnswer } from "../../../src/domain/check/judge-url.ts";

const FILE = `
User-agent: other
Disallow: /

user-agent: *   # everybody
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow:
`;

it.each<[path: string, may: boolean]>([
  ["/", true],
  ["/private", false],
  ["/private/x", false],
  ["/private/open/x", true],
  ["/a/b.pdf", false],
  ["/a/b.pdf?x", true],
  ["/robots.txt", true],
])("[30.17] robots.txt decides by the longest rule: %s", (path, may) => {
  expect(mayAsk(readRobots(FILE, "signpost-check"), path)).toBe(may);
});

it.each<[text: string, may: boolean]>([
  ["", true],
  ["Disallow: /", true],
  ["User-agent: *\nDisallow: /", false],
  ["User-agent: Signpost-Check\nDisallow:\nUser-agent: *\nDisallow: /", true],
  ["User-agent: a\nUser-agent: signpost-check\nDisallow: /x*y", false],
  ["User-agent: *\nDisallow: /x\nAllow: /x", true],
  ["<html>not found", true],
])("[30.17] a program obeys the group that names it, else that of all: %j", (text, may) => {
  expect(mayAsk(readRobots(text, "signpost-check"), "/x-y")).toBe(may);
});

const redirect: CheckedAnswer = {
  outcome: "redirect",
  status: 301,
  locations: ["https://example.com"],
  choices: 1,
  hops: [],
  isLoop: false,
};
const nothing = { location: null, status: null };
const hop = { outcome: "redirect", status: 301, location: "https://end.example/" };

it.each<
  [
    expected: typeof nothing | { location: string | null; status: number | null },
    answer: CheckedAnswer,
    string,
  ]
>([
  [nothing, redirect, "covered"],
  [{ location: "https://example.com/", status: 301 }, redirect, "covered"],
  [{ location: "https://example.com/x", status: null }, redirect, "unexpected"],
  [{ location: null, status: 308 }, { ...redirect, status: 307 }, "temporary"],
  [{ location: null, status: 302 }, redirect, "unexpected"],
  [nothing, { ...redirect, outcome: "paused", status: 404, locations: [] }, "uncovered"],
  [nothing, { ...redirect, outcome: "gone", status: 410, locations: [] }, "covered"],
  [nothing, { ...redirect, hops: [hop] }, "chain"],
  [{ location: "https://end.example/", status: 301 }, { ...redirect, hops: [hop] }, "chain"],
  [nothing, { ...redirect, outcome: "upgrade", hops: [hop] }, "covered"],
  [
    { location: "https://end.example/", status: 301 },
    { ...redirect, outcome: "upgrade", status: 301, hops: [hop] },
    "covered",
  ],
  [
    { location: "https://middle.example/", status: null },
    { ...redirect, hops: [{ ...hop, location: "https://middle.example/" }, hop] },
    "chain",
  ],
  [nothing, { ...redirect, outcome: "upgrade", hops: [] }, "uncovered"],
  [nothing, { ...redirect, hops: [{ ...hop, outcome: "expired" }] }, "uncovered"],
  [nothing, { ...redirect, hops: [hop], isLoop: true }, "loop"],
])("[30.11] judges %j against %j", (expected, answer, result) => {
  expect(judgeUrl(expected, answer).result).toBe(result);
});

it.each<
  [expected: Parameters<typeof judgeUrl>[0], answer: Partial<CheckedAnswer>, reason: string | undefined]
>([
  [nothing, {}, undefined],
  [nothing, { choices: 2 }, "check_one_of"],
  [nothing, { outcome: "gate", status: 200, locations: [] }, "check_asks_password"],
  [{ location: null, status: 301 }, { outcome: "gate", status: 200, locations: [] }, "check_asks_password"],
  [
    { location: "https://a.example/", status: null },
    { outcome: "gate", locations: [] },
    "check_asks_password",
  ],
  [
    { location: "https://a.example/", status: null },
    { outcome: "frame", locations: [] },
    "check_leads_nowhere",
  ],
  [{ location: null, status: 301 }, { outcome: "frame", status: 200 }, "check_answers"],
])("[30.11] says of %j against %j", (expected, answer, reason) => {
  expect(judgeUrl(expected, { ...redirect, ...answer }).reason?.code).toBe(reason);
});
