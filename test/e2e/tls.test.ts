import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** `force_https` and `hsts` behind sockets: one worker speaks plain HTTP, the other TLS, and both hold the same. */

const FORCED = "forced.localhost";
const WAITING = "waiting.localhost";
const PLAIN = "plain.localhost";
const HSTS = "max-age=300; includeSubDomains";

let plain: RunningWorker;
let secure: RunningWorker;

beforeAll(async () => {
  [plain, secure] = await Promise.all([startWorker(), startWorker({ isSecure: true })]);
  await Promise.all([fill(plain), fill(secure)]);
});

afterAll(() => Promise.all([plain?.close(), secure?.close()]));

async function fill({ call, db }: RunningWorker): Promise<void> {
  const write = async (...request: Parameters<typeof call>) =>
    expect(await call(...request)).toMatchObject({ status: 200 });
  for (const host of [FORCED, WAITING, PLAIN]) {
    await write("POST", "/host", { host });
    if (host !== WAITING)
      await db.prepare("UPDATE hosts SET ssl_issued_at = 1 WHERE host = ?1").bind(host).run();
    const hsts = { max_age: 300, include_subdomains: true };
    if (host !== PLAIN) await write("PUT", `/host/${host}`, { force_https: true, hsts });
    const destination = "https://example.com/a?b=%2F";
    await write("POST", "/link", { host, alias: "a", destination, forward_query: true });
  }
}

/** Returns what a visit gets: the status, the Location, and Strict-Transport-Security. */
async function ask(worker: RunningWorker, host: string, target: string, method = "GET") {
  const { status, headers } = await worker.visit(host, target, method);
  return [status, headers.get("location"), headers.get("strict-transport-security")];
}

describe("[3.2] force_https", () => {
  it.each([
    ["GET", "/a", 301],
    ["HEAD", "/a?x=%C3%A9&y=a+b", 301],
    ["POST", "/a", 308],
    ["DELETE", "/none//b%2Fc%e9?", 308],
  ])("sends %s %s from http to https with the same bytes", async (method, target, status) => {
    // wrangler writes its own protocol over that of a Location on the requested hostname: the rest is the worker's.
    const upgraded = [status, `http://${FORCED}${target}`, undefined];
    expect(await ask(plain, FORCED, target, method)).toEqual(upgraded);
    // The port of http is left out, because nobody speaks TLS there.
    expect(await ask(plain, `${FORCED}:${plain.port}`, target, method)).toEqual([
      status,
      `https://${FORCED}${target}`,
      undefined,
    ]);
  });

  it("answers over TLS, and sends nobody on who is there", async () => {
    for (const host of [FORCED, `${FORCED}:${secure.port}`]) {
      expect(await ask(secure, host, "/a?x=1")).toEqual([302, "https://example.com/a?b=%2F&x=1", HSTS]);
      expect((await ask(secure, host, "/none"))[0]).toBe(404);
    }
  });

  it("waits for the certificate, and leaves other hostnames alone", async () => {
    for (const host of [WAITING, PLAIN]) {
      for (const worker of [plain, secure])
        expect(await ask(worker, host, "/a")).toEqual([302, "https://example.com/a?b=%2F", undefined]);
    }
  });
});

it("[10.23] sends hsts over TLS with every answer of the hostname that wants it, and never over http", async () => {
  for (const [target, method] of [
    ["/a", "GET"],
    ["/a", "HEAD"],
    ["/a+", "GET"],
    ["/none", "GET"],
    ["/robots.txt", "GET"],
    ["/a", "OPTIONS"],
  ] as const) {
    expect((await ask(secure, FORCED, target, method))[2], `${method} ${target}`).toBe(HSTS);
    expect((await ask(plain, FORCED, target, method))[2], `${method} ${target}`).toBeUndefined();
    expect((await ask(secure, PLAIN, target, method))[2], `${method} ${target}`).toBeUndefined();
  }
  expect((await ask(secure, "unknown.localhost", "/a"))[2]).toBeUndefined();
});
