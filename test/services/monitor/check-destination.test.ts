import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckResult } from "../../../src/domain/health.ts";
import { guardAddresses } from "../../../src/services/monitor/address-guard.ts";
import { mapConcurrent } from "../../../src/runtime/map-concurrent.ts";
import { checkDestination } from "../../../src/services/monitor/internal/check-destination.ts";
import { fakeWeb, redirectTo, type FakeWeb } from "../../support/web.ts";

const START = "https://start.example/";

let web: FakeWeb;
let nowMs: number;

beforeEach(() => {
  nowMs = 0;
  web = fakeWeb();
});
afterEach(() => vi.restoreAllMocks());

function check(destination = START): Promise<CheckResult> {
  return checkDestination(destination, { guard: guardAddresses(env), clock: () => nowMs });
}

/** Redirects `/1` to `/2` and so on; the last answers 200. */
function chainOf(redirects: number): void {
  web.site = ({ url }) => {
    const step = Number(new URL(url).pathname.slice(1));
    return step < redirects ? redirectTo(`/${step + 1}`) : new Response("");
  };
}

describe("the verdict on an answer", () => {
  it.each([200, 204, 206, 300, 304, 399, 401, 403, 405, 429])(
    "[7.4] of status %i is healthy",
    async (status) => {
      web.site = () => new Response(null, { status });
      expect(await check()).toEqual({ kind: "success", latencyMs: 0 });
    },
  );

  it.each([400, 402, 404, 406, 410, 428, 430, 451, 499, 500, 502, 503, 522, 530, 599])(
    "[7.4] of status %i is a failure",
    async (status) => {
      web.site = () => new Response(null, { status });
      expect(await check()).toEqual({ kind: "failure", reason: `status ${status}` });
    },
  );

  it("[7.4] that never comes, because the connection or TLS fails, is a failure that tells no internals", async () => {
    web.site = () => {
      throw new TypeError("TLS peer's certificate is not trusted; reason = self signed certificate");
    };
    expect(await check()).toEqual({ kind: "failure", reason: "no connection" });
  });
});

describe("a request", () => {
  it("is a GET that says who asks, follows nothing by itself and no cache answers", async () => {
    const path = "a%20b/%C3%A9?x=%2F&y=a+b";
    await check(`${START}${path}#fragment`);
    const [request] = web.requests;
    expect(web.lines()).toEqual([`GET ${START}${path}#fragment`]);
    expect(request?.redirect).toBe("manual");
    expect(request?.cache).toBe("no-store");
    expect(request?.headers.get("User-Agent")).toMatch(/^Signpost-Monitor/);
    expect(request?.headers.has("Cookie")).toBe(false);
  });

  it("[7.5] reads no body: it is cancelled, however it takes that", async () => {
    const cancel = vi.fn<() => void>();
    const pull = vi.fn<(controller: ReadableStreamDefaultController) => void>();
    web.site = () => new Response(new ReadableStream({ cancel, pull }, { highWaterMark: 0 }));
    expect(await check()).toMatchObject({ kind: "success" });
    expect(cancel).toHaveBeenCalledOnce();
    expect(pull).not.toHaveBeenCalled();
    web.site = () =>
      new Response(
        new ReadableStream({
          cancel: () => {
            throw new Error("too late");
          },
        }),
      );
    expect(await check()).toMatchObject({ kind: "success" });
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("[7.5] of status %i is followed by hand", async (status) => {
    web.site = ({ url }) =>
      url === START ? redirectTo("https://next.example/a", status) : new Response(null, { status: 404 });
    expect(await check()).toEqual({ kind: "failure", reason: "status 404" });
    expect(web.lines()).toEqual([`GET ${START}`, "GET https://next.example/a"]);
  });

  it.each([
    ["a path", "/b?c", "https://start.example/b?c"],
    ["a relative path", "b", "https://start.example/a/b"],
    ["a scheme-relative URL", "//next.example/b", "https://next.example/b"],
    ["http", "http://next.example/", "http://next.example/"],
  ])("may be %s", async (_, location, expected) => {
    web.site = ({ url }) => (url === `${START}a/` ? redirectTo(location) : new Response(""));
    expect(await check(`${START}a/`)).toMatchObject({ kind: "success" });
    expect(web.lines()).toEqual([`GET ${START}a/`, `GET ${expected}`]);
  });

  it("without a Location is an answer", async () => {
    web.site = () => new Response(null, { status: 302 });
    expect(await check()).toMatchObject({ kind: "success" });
  });

  it.each(["ftp://next.example/", "javascript:alert(1)", "file:///etc/passwd", "https://", "http://[::/"])(
    "to %s is a failure",
    async (location) => {
      web.site = () => redirectTo(location);
      expect(await check()).toEqual({
        kind: "failure",
        reason: "redirects to a URL that is not http or https",
      });
      expect(web.requests).toHaveLength(1);
    },
  );

  it("[7.5] is followed five times", async () => {
    chainOf(5);
    expect(await check(`${START}0`)).toMatchObject({ kind: "success" });
    expect(web.requests).toHaveLength(6);
  });

  it.each([
    ["six redirects", 6],
    ["a loop", Infinity],
  ])("[7.5] is not followed a sixth time: %s", async (_, redirects) => {
    chainOf(redirects);
    expect(await check(`${START}0`)).toEqual({ kind: "failure", reason: "more than 5 redirects" });
    expect(web.requests).toHaveLength(6);
  });
});

describe("ten seconds", () => {
  /** Takes the place of the platform's timers: what was asked for, and one that has run out. */
  function watchTimeouts(hasRunOut: (timeoutMs: number) => boolean): number[] {
    const timeouts: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((timeoutMs) => {
      timeouts.push(timeoutMs);
      return hasRunOut(timeoutMs) ? AbortSignal.abort() : new AbortController().signal;
    });
    return timeouts;
  }

  it("[7.4] without an answer are a failure", async () => {
    const timeouts = watchTimeouts((timeoutMs) => timeoutMs === 10_000);
    web.site = ({ signal }) => {
      signal.throwIfAborted();
      return new Response("");
    };
    expect(await check("https://93.184.215.14/")).toEqual({
      kind: "failure",
      reason: "no answer in 10 seconds",
    });
    expect(timeouts).toEqual([10_000]);
  });

  it("are for all hops together", async () => {
    const timeouts = watchTimeouts(() => false);
    web.site = ({ url }) => {
      nowMs += 4_000;
      return url.endsWith("/3") ? new Response("") : redirectTo(`/${Number(url.slice(-1)) + 1}`);
    };
    await check("https://93.184.215.14/0");
    expect(timeouts).toEqual([10_000, 6_000, 2_000, 0]);
  });

  it("are for the destination only: the time of the resolver counts neither towards them nor as latency", async () => {
    const { resolver } = web;
    web.resolver = (question) => {
      nowMs += 3_000;
      return resolver(question);
    };
    web.site = ({ url }) => {
      nowMs += 40;
      return url === START ? redirectTo("https://next.example/") : new Response("");
    };
    const timeouts = watchTimeouts(() => false);
    expect(await check()).toEqual({ kind: "success", latencyMs: 80 });
    expect(timeouts.filter((timeoutMs) => timeoutMs !== 5_000)).toEqual([10_000, 9_960]);
  });
});

describe("requests at the same time", () => {
  it("are five at most, and one that waits for its turn has not begun", async () => {
    const open: (() => void)[] = [];
    const begun: number[] = [];
    const done = mapConcurrent([0, 1, 2, 3, 4, 5, 6], 5, async (item) => {
      begun.push(item);
      await new Promise<void>((resolve) => open.push(resolve));
      return item * 10;
    });
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    open[3]?.();
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5]);
    open[5]?.();
    await expect.poll(() => begun).toHaveLength(7);
    for (const finish of open) finish();
    expect(await done).toEqual([0, 10, 20, 30, 40, 50, 60]);
  });

  it("are none where there are no destinations", async () => {
    expect(await mapConcurrent([], 5, () => Promise.reject(new Error("asked")))).toEqual([]);
  });
});
