import { beforeAll, describe, expect, it } from "vitest";
import { exchange } from "../support/raw-socket.ts";
import { useTwoHosts } from "../support/raw-site.ts";

/** Which host a request is for, and which path: in forms that no browser would send. */

const A = "Host: a.example.com\r\n";
const CLOSE = "Connection: close\r\n";
const DESTINATION = "https://a-destination.example/";
const TO_A = { status: 302, location: DESTINATION, isFromWorker: true };
const NOT_FOUND = { status: 404, location: null, isFromWorker: true };

const site = useTwoHosts();

beforeAll(async () => {
  const deep = { url: "a.example.com/deep/*", destination: DESTINATION, status: 302 };
  const forwards = { forward_path: true, forward_query: true };
  expect((await site.worker.call("POST", "/redirect", { ...deep, ...forwards })).status).toBe(200);
});

const get = async (target: string, headers = A) =>
  (await exchange(site.worker.port, `GET ${target} HTTP/1.1\r\n${headers}${CLOSE}\r\n`)).answers;

/** By the runtime, before the worker: the statuses are its own. */
function expectRefused(answers: Awaited<ReturnType<typeof get>>, status: number): void {
  expect(answers).toEqual([{ status, location: null, isFromWorker: false }]);
}

describe("[1.3] a target that names a host itself does not choose one", () => {
  it.each([
    "http://b.example.com/x",
    "https://b.example.com/x",
    "http://user:secret@b.example.com/x",
    "ftp://b.example.com/x",
  ])("%s", async (target) => {
    expect(await get(target)).toEqual([TO_A]);
  });

  it("nor the admin side", async () => {
    expect(await get("http://localhost/v1/openapi.json")).toEqual([NOT_FOUND]);
  });

  it.each(["//b.example.com/x", "x", "/x/../../b.example.com/x"])("%s is a path", async (target) => {
    expect(await get(target)).toEqual([NOT_FOUND]);
  });

  it("a fragment is no part of it", async () => {
    expect(await get("/x#@b.example.com")).toEqual([TO_A]);
  });

  it.each(["@b.example.com/x", "\\\\b.example.com\\x", " /x"])(
    "%j is refused by the runtime",
    async (target) => {
      expectRefused(await get(target), 400);
    },
  );

  it.each([
    ["CONNECT", "b.example.com:443"],
    ["OPTIONS", "*"],
  ])("%s %s ends in the runtime", async (method, target) => {
    const { answers } = await exchange(site.worker.port, `${method} ${target} HTTP/1.1\r\n${A}${CLOSE}\r\n`);
    expectRefused(answers, 500);
  });
});

describe("a host", () => {
  it.each([
    ["that is given twice", "Host: a.example.com\r\nHost: b.example.com\r\n"],
    ["that is given twice, the second as the admin side", "Host: a.example.com\r\nhOST: localhost\r\n"],
    ["with a space", "Host: a.example.com b.example.com\r\n"],
    ["with a comma", "Host: a.example.com, b.example.com\r\n"],
    ["with a port that is none", "Host: a.example.com:99999\r\n"],
    ["with a port of letters", "Host: a.example.com:abc\r\n"],
    ["with half a bracket", "Host: [::1\r\n"],
  ])("%s makes no URL, and ends in the runtime", async (_, host) => {
    expectRefused(await get("/x", host), 500);
  });

  it.each([
    ["that is missing", ""],
    ["that is empty", "Host:\r\n"],
    ["with a byte that is no UTF-8", "Host: a\xff.example.com\r\n"],
    ["with NUL", "Host: a.example.com\0\r\n"],
    ["that goes on in the next line", "Host: a.example.com\r\n .evil.example\r\n"],
  ])("%s is refused by the runtime", async (_, host) => {
    expectRefused(await get("/x", host), 400);
  });

  it.each([
    ["that is escaped is the one that it means", "Host: %61.example.com\r\n", TO_A],
    ["with a user in front is the one behind it, as in a URL", "Host: b.example.com@a.example.com\r\n", TO_A],
    ["with a path behind is the one in front of it", "Host: a.example.com/x?\r\n", TO_A],
    ["in letters of another script is its own", "Host: \xc3\xa4.example.com\r\n", NOT_FOUND],
    ["that is an address is nobody's", "Host: [::1]\r\n", NOT_FOUND],
    ["of 5,000 characters is nobody's", `Host: ${"a".repeat(5_000)}.example.com\r\n`, NOT_FOUND],
  ])("%s", async (_, host, expected) => {
    expect(await get("/x", host)).toEqual([expected]);
  });
});

describe("bytes in a target", () => {
  it.each([
    ["that are no UTF-8", "/deep/\xff"],
    ["that are no UTF-8, in the query", "/deep/a?q=\xfe"],
    ["that spell a slash too long", "/deep/\xc0\xaf"],
    ["of half a surrogate pair", "/deep/\xed\xa0\x80"],
    ["NUL", "/deep/a\0b"],
    ["tab", "/deep/a\tb"],
    ["carriage return", "/deep/a\rb"],
    ["escape", "/deep/a\x1bb"],
    ["delete", "/deep/a\x7fb"],
  ])("%s: refused by the runtime", async (_, target) => {
    expectRefused(await get(target), 400);
  });

  it.each([
    ["/deep/%ff%fe", "%ff%fe"],
    ["/deep/%00", "%00"],
    ["/deep/%0d%0aSet-Cookie:%20a=b", "%0d%0aSet-Cookie:%20a=b"],
    ["/deep/%0D%0A%0D%0A%3Cscript%3E", "%0D%0A%0D%0A%3Cscript%3E"],
    ["/deep/a?b=%0d%0aSet-Cookie:%20a=b", "a?b=%0d%0aSet-Cookie:%20a=b"],
    ["/deep/%c0%af", "%c0%af"],
  ])("escaped, they stay escaped: %s", async (target, forwarded) => {
    const { answers, text } = await exchange(site.worker.port, `GET ${target} HTTP/1.1\r\n${A}${CLOSE}\r\n`);
    expect(answers).toEqual([{ ...TO_A, location: DESTINATION + forwarded }]);
    expect(text).not.toMatch(/^set-cookie/im);
  });
});

describe("sizes", () => {
  it.each([
    ["100 kB in one header", `X-A: ${"a".repeat(100_000)}\r\n`],
    ["200 kB in one header", `X-A: ${"a".repeat(200_000)}\r\n`],
    ["100 kB of cookies", `Cookie: ${"a=b;".repeat(25_000)}\r\n`],
    ["a user agent of 100 kB", `User-Agent: ${"Mozilla/5.0 (".repeat(8_000)}\r\n`],
    ["a referrer of 100 kB", `Referer: https://${"a.".repeat(50_000)}example\r\n`],
    ["5,000 headers", "X-A: b\r\n".repeat(5_000)],
  ])("%s change nothing for a visitor", async (_, headers) => {
    expect(await get("/x", A + headers)).toEqual([TO_A]);
  });

  it("a token of 100 kB is a 401", async () => {
    const token = `Authorization: Bearer sp_${"a".repeat(100_000)}\r\n`;
    const [answer] = await get("/v1/test", `Host: localhost\r\n${token}`);
    expect(answer?.status).toBe(401);
  });

  it("a target of 60 kB is answered without what it would forward", async () => {
    expect(await get(`/deep/${"a".repeat(60_000)}`)).toEqual([TO_A]);
  });

  it("a target of 100 kB is refused by the runtime", async () => {
    expectRefused(await get(`/deep/${"a".repeat(100_000)}`), 414);
  });
});
