import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { D1_FAILURES, type Fault, QUEUE_FAILURES } from "../../scripts/testbed/fault.ts";
import { readUntil } from "../../scripts/testbed/until.ts";
import { HOST, useWorkerPair, type Visited } from "../support/worker-pair.ts";

/** Values of the store that could not have been written by the worker: no header takes what they say. */

const LOST = "https://www.example/lost";
const ARCHIVE = "https://archive.example/";
const HOST_KEY = `h:${HOST}`;
const PLAIN_KEY = `p:${HOST}/plain`;
const FORWARDED_KEY = `p:${HOST}/forwarded`;
const SPLIT_KEY = `p:${HOST}/split`;

const pair = useWorkerPair();

const temporary = (location: string): Visited => ({ status: 302, location, isCacheable: false });
/** A repair would bring the good value back into memory, some time after the visit that asked for it. */
const PROJECTION: Fault = { does: "throw", text: QUEUE_FAILURES.overloaded };
const UNAVAILABLE: Visited = { status: 503, location: undefined, isCacheable: false };

let good: Record<string, string>;

beforeAll(async () => {
  const link = (alias: string, fields: object = {}) =>
    pair.writer.call("POST", "/link", { host: HOST, alias, destination: "https://good.example/", ...fields });
  await link("plain");
  await link("forwarded", { forward_query: true, utm: ["source=post"] });
  await link("split", { destination: undefined, destinations: [ARCHIVE, ARCHIVE] });
  await pair.writer.call("PUT", `/host/${HOST}`, { not_found_url: LOST });
  await pair.untilComplete();
  good = await pair.writer.stored();
});

/** What a worker gets that starts now. */
beforeEach(() => pair.reader.forget());

/** Has the store answer a value in which a member is another. */
function plant(key: string, change: (value: Planted) => void): Fault {
  const value: Planted = JSON.parse(good[key] ?? "");
  change(value);
  return { does: "answer", values: { [key]: JSON.stringify(value) } };
}

// Whatever the store holds: tests put anything into it.
// oxlint-disable-next-line typescript/no-explicit-any
type Planted = any;

/** Where a value says what reaches a header, and the visit that gets there. */
const SPOTS: [
  name: string,
  key: string,
  path: string,
  expected: Visited,
  put: (value: Planted, text: string) => void,
][] = [
  [
    "a destination",
    PLAIN_KEY,
    "/plain",
    temporary("https://good.example/"),
    (value, text) => {
      value.records[0].answer.target.destinations[0].url = `https://good.example/${text}`;
    },
  ],
  [
    "the base of a destination",
    FORWARDED_KEY,
    "/forwarded?a=1",
    temporary("https://good.example/?a=1&utm_source=post"),
    (value, text) => {
      value.records[0].answer.target.destinations[0].parts.base = `https://good.example/${text}`;
    },
  ],
  [
    "the fragment of a destination",
    FORWARDED_KEY,
    "/forwarded?a=1",
    temporary("https://good.example/?a=1&utm_source=post"),
    (value, text) => {
      value.records[0].answer.target.destinations[0].parts.fragment = `#${text}`;
    },
  ],
  [
    "a UTM parameter",
    FORWARDED_KEY,
    "/forwarded?a=1",
    temporary("https://good.example/?a=1&utm_source=post"),
    (value, text) => {
      value.records[0].answer.target.destinations[0].parts.utm = [["utm_source", text]];
    },
  ],
  [
    "the not_found_url",
    HOST_KEY,
    "/nowhere",
    temporary(LOST),
    (value, text) => {
      value.config.notFoundUrl = LOST + text;
    },
  ],
];

describe.each(SPOTS)("[20.5] %s in the store", (_, key, path, expected, put) => {
  it.each([
    ["a line break", "\r\nSet-Cookie: a=b"],
    ["a line feed", "\n"],
    ["a NUL", "\0"],
    ["a character beyond Latin-1", "\u{1f389}"],
  ])("with %s is none: the database answers, and with it down the 503 page", async (__, text) => {
    const SNAPSHOTS = plant(key, (value) => put(value, text));
    await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION });
    expect(await pair.visit(path)).toEqual(expected);
    // What the first visit left in memory changes nothing.
    expect(await pair.visit(path)).toEqual(expected);
    await pair.reader.forget();
    const DB: Fault = { does: "throw", text: D1_FAILURES.overloaded };
    await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION, DB });
    expect(await pair.visit(path)).toEqual(UNAVAILABLE);
  });
});

it("[20.5] answers from the database what nobody foresaw in a value, and logs it once", async () => {
  const SNAPSHOTS = plant(SPLIT_KEY, (value) => {
    value.records[0].answer.target.routing = null;
  });
  const failures = () => pair.reader.output().split('"event":"visit_failed"').length - 1;
  const before = failures();
  await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION });
  for (let visit = 0; visit < 3; visit++) expect(await pair.visit("/split")).toEqual(temporary(ARCHIVE));
  const DB: Fault = { does: "throw", text: D1_FAILURES.overloaded };
  await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION, DB });
  expect(await pair.visit("/split")).toEqual(UNAVAILABLE);
  await readUntil(failures, (count) => count > before, { deadlineMs: 90_000 });
  expect(failures()).toBe(before + 1);
});
