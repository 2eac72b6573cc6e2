import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { call as Call } from "../../src/dashboard/api/client.ts";

/** How the dashboard reads nearby: each answer has a bookmark, and the next call sends the newest. */

type Send = (url: string, init: { headers: Record<string, string> }) => Promise<Response>;

const fetched = vi.fn<Send>();
let call: typeof Call;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetched);
  ({ call } = await import("../../src/dashboard/api/client.ts"));
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const answerOf = (bookmark?: string, status = 200) =>
  new Response("{}", { status, headers: bookmark === undefined ? {} : { "X-Signpost-Bookmark": bookmark } });

/** Makes a call that gets an answer, and returns the bookmark that it sent. */
async function send(answer: Response | Error): Promise<string | undefined> {
  if (answer instanceof Error) fetched.mockRejectedValueOnce(answer);
  else fetched.mockResolvedValueOnce(answer);
  await call("GET", "/links").catch(() => {});
  return fetched.mock.lastCall?.[1].headers["X-Signpost-Bookmark"];
}

it("[9.24] sends the newest bookmark of the answers so far", async () => {
  expect(await send(answerOf("DB:02"))).toBeUndefined();
  expect(await send(answerOf("DB:03"))).toBe("DB:02");
  expect(await send(answerOf("DB:01"))).toBe("DB:03");
  expect(await send(answerOf())).toBe("DB:03");
  expect(await send(answerOf("DB:04", 422))).toBe("DB:03");
  expect(await send(answerOf())).toBe("DB:04");
});

it.each([
  ["is a 503", answerOf(undefined, 503)],
  ["does not arrive", new Error("lost")],
])("[9.24] sends no bookmark after a call whose answer %s", async (_, failure) => {
  await send(answerOf("DB:02"));
  expect(await send(failure)).toBe("DB:02");
  expect(await send(answerOf("DB:01"))).toBeUndefined();
  expect(await send(answerOf())).toBe("DB:01");
});

it("[9.24] takes no bookmark from a call that began before one failed, which may have written since", async () => {
  const early = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(early.promise);
  const reading = call("GET", "/links");
  await send(new Error("lost"));
  early.resolve(answerOf("DB:02"));
  await reading;
  expect(await send(answerOf())).toBeUndefined();
});
