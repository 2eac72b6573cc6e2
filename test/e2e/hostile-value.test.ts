import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { D1_FAILURES, type Fault, QUEUE_FAILURES } from "../../scripts/lab/testbed/fault.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { HOST, useWorkerPair, type Visited } from "../support/worker-pair.ts";

/** Values in KV that the Worker cannot have written, because headers do not allow their characters. */

const LOST = "https://www.example/lost";
const ARCHIVE = "https://archive.example/";
const HOST_KEY = `h:${HOST}`;
const PLAIN_KEY = `p:${HOST}/plain`;
const FORWARDED_KEY = `p:${HOST}/forwarded`;
const SPLIT_KEY = `p:${HOST}/split`;

const pair = useWorkerPair();

const temporary = (location: string): Visited => ({ status: 302, location, isCacheable: false });
/** Stops the repair, which would put the good value back into memory some time after the visit that queued it. */
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

// Each test begins with the empty memory of a new worker.
beforeEach(() => pair.reader.forget());

/** Returns the fault with which KV answers the good value of a key with one changed member. */
function plant(key: string, change: (value: Planted) => void): Fault {
  const value: Planted = JSON.parse(good[key] ?? "");
  change(value);
  return { does: "answer", values: { [key]: JSON.stringify(value) } };
}

// Tests put values of any shape into KV.
// oxlint-disable-next-line typescript/no-explicit-any
type Planted = any;

/** The members of values that reach a header, each with a visit that uses it. */
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

describe.each(SPOTS)("[20.5] %s in KV", (_, key, path, expected, put) => {
  it.each([
    ["a line break", "\r\nSet-Cookie: a=b"],
    ["a line feed", "\n"],
    ["a NUL", "\0"],
    ["a character beyond Latin-1", "\u{1f389}"],
  ])("with %s is ignored: D1 answers, or the 503 page if D1 is down", async (__, text) => {
    const SNAPSHOTS = plant(key, (value) => put(value, text));
    await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION });
    expect(await pair.visit(path)).toEqual(expected);
    // The second visit gets the same answer, although memory now has an entry.
    expect(await pair.visit(path)).toEqual(expected);
    await pair.reader.forget();
    const DB: Fault = { does: "throw", text: D1_FAILURES.overloaded };
    await pair.reader.breakBindings({ SNAPSHOTS, PROJECTION, DB });
    expect(await pair.visit(path)).toEqual(UNAVAILABLE);
  });
});

it("[20.5] answers from D1 if a value in KV causes an unexpected exception, and logs it once", async () => {
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
  await readUntil(failures, (count) => count > before);
  expect(failures()).toBe(before + 1);
});
