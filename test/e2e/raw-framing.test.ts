import { describe, expect, it } from "vitest";
import { exchange, open } from "../support/raw-socket.ts";
import { useTwoHosts } from "../support/raw-site.ts";

/** Where one request ends and the next begins: two readers who disagree on that is how one is smuggled in. */

const A = "Host: a.example.com\r\n";
const B = "Host: b.example.com\r\n";
const CLOSE = "Connection: close\r\n";
const TO_A = { status: 302, location: "https://a-destination.example/", isFromWorker: true };
const TO_B = { status: 302, location: "https://b-destination.example/", isFromWorker: true };

const site = useTwoHosts();

const smuggled = `GET /x HTTP/1.1\r\n${B}${CLOSE}\r\n`;

describe("the runtime refuses", () => {
  it.each([
    [
      "a transfer coding that it does not know",
      `Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n${CLOSE}\r\nhello`,
    ],
    [
      "two transfer codings",
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n${CLOSE}\r\n0\r\n\r\n`,
    ],
    ["a space before the colon", `Transfer-Encoding : chunked\r\n${CLOSE}\r\n0\r\n\r\n`],
    [
      "two lengths that differ",
      `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n${CLOSE}\r\n${smuggled}`,
    ],
    ["a list of lengths", `Content-Length: 0, ${smuggled.length}\r\n${CLOSE}\r\n${smuggled}`],
    ["a negative length", `Content-Length: -1\r\n${CLOSE}\r\n`],
    ["a length with a sign", `Content-Length: +5\r\n${CLOSE}\r\nhello`],
    ["a hexadecimal length", `Content-Length: 0x5\r\n${CLOSE}\r\nhello`],
    ["a length without end", `Content-Length: 99999999999999999999\r\n${CLOSE}\r\n`],
    ["a folded header", `X-A: 1\r\n Content-Length: 5\r\n${CLOSE}\r\n`],
    ["a carriage return inside a header", `X-A: a\rHost: b.example.com\r\n${CLOSE}\r\n`],
    ["NUL in a header", `X-A: a\0b\r\n${CLOSE}\r\n`],
    ["a header without a colon", `NoColon\r\n${CLOSE}\r\n`],
    ["a header with a space in its name", `X A: b\r\n${CLOSE}\r\n`],
  ])("%s", async (_, rest) => {
    const { answers } = await exchange(site.worker.port, `POST /x HTTP/1.1\r\n${A}${rest}`);
    expect(answers).toEqual([{ status: 400, location: null, isFromWorker: false }]);
  });

  it("a chunk of no size", async () => {
    const body = `Transfer-Encoding: chunked\r\n${CLOSE}\r\nZZ\r\nhello\r\n0\r\n\r\n${smuggled}`;
    const { answers } = await exchange(site.worker.port, `POST /x HTTP/1.1\r\n${A}${body}`);
    expect(answers).toEqual([{ status: 500, location: null, isFromWorker: false }]);
  });

  it.each([
    ["HTTP/0.9", "GET /x\r\n\r\n"],
    ["HTTP/2 without an upgrade", `GET /x HTTP/2.0\r\n${A}\r\n`],
    ["the first bytes of TLS", "\x16\x03\x01\x02\x00\x01\x00"],
    ["a method with NUL", `G\0T /x HTTP/1.1\r\n${A}${CLOSE}\r\n`],
    ["a method that nobody knows", `FOO /x HTTP/1.1\r\n${A}${CLOSE}\r\n`],
    ["a method in lower case", `get /x HTTP/1.1\r\n${A}${CLOSE}\r\n`],
  ])("%s", async (_, request) => {
    const { answers } = await exchange(site.worker.port, request);
    expect(answers.map(({ isFromWorker }) => isFromWorker)).toEqual([false]);
    expect([400, 501]).toContain(answers[0]?.status);
  });
});

describe("requests are taken apart where they end", () => {
  it("with a length and chunks, the chunks decide and nothing behind them is answered", async () => {
    const request = `POST /x HTTP/1.1\r\n${A}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`;
    const { answers } = await exchange(site.worker.port, request);
    expect(answers).toEqual([TO_A]);
  });

  it("a length that is told twice alike is that length", async () => {
    const request = `POST /x HTTP/1.1\r\n${A}Content-Length: 2\r\nContent-Length: 2\r\n\r\nab${smuggled}`;
    expect((await exchange(site.worker.port, request)).answers).toEqual([TO_A, TO_B]);
  });

  it("a request inside the body of another is not one", async () => {
    const request = `GET /x HTTP/1.1\r\n${A}Content-Length: ${smuggled.length}\r\n${CLOSE}\r\n${smuggled}`;
    expect((await exchange(site.worker.port, request)).answers).toEqual([TO_A]);
  });

  it("[1.3] requests in a row are answered in a row, each by its own host", async () => {
    const to = (host: string) => `GET /x HTTP/1.1\r\n${host}\r\n`;
    const { answers } = await exchange(site.worker.port, to(A) + to(B) + to(A) + smuggled);
    expect(answers).toEqual([TO_A, TO_B, TO_A, TO_B]);
  });

  it("visits and calls of the API share a connection and nothing else", async () => {
    const token = `Authorization: Bearer ${site.worker.token}\r\n`;
    const call = (rest: string) => `GET /v1/test HTTP/1.1\r\nHost: localhost\r\n${rest}\r\n`;
    const { answers, text } = await exchange(
      site.worker.port,
      `${call(token)}GET /x HTTP/1.1\r\n${A}\r\n${call("")}${smuggled}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 302, 401, 302]);
    expect(text).not.toContain(site.worker.token);
  });

  it("lines may end without a carriage return", async () => {
    const request = "GET /x HTTP/1.1\nHost: a.example.com\nConnection: close\n\n";
    expect((await exchange(site.worker.port, request)).answers).toEqual([TO_A]);
  });

  it("HTTP/1.0 is answered and closed", async () => {
    expect((await exchange(site.worker.port, `GET /x HTTP/1.0\r\n${A}\r\n`)).answers).toEqual([TO_A]);
  });
});

describe("a request that never ends", () => {
  it.each([
    ["in its first line", "GET /x HT"],
    ["in its headers", `GET /x HTTP/1.1\r\n${A}`],
    [
      "in its body",
      `POST /v1/link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"host":`,
    ],
  ])("%s holds up nobody, and is answered by no record", async (_, request) => {
    const half = open(site.worker.port);
    half.socket.write(request, "latin1");
    const others = Array.from({ length: 20 }, () => exchange(site.worker.port, smuggled));
    for (const { answers } of await Promise.all(others)) expect(answers).toEqual([TO_B]);
    half.socket.end();
    const { answers } = await half.closed;
    expect(answers.filter(({ location }) => location !== null)).toEqual([]);
  });
});
