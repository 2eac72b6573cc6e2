import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as Client from "../../src/dashboard/api/client.ts";
import type * as Early from "../../src/dashboard/api/early.ts";

/** What a page asks the API for before its code is there. */

const fetched = vi.fn<(url: string) => Promise<Response>>();
let early: typeof Early;
let client: typeof Client;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetched);
  early = await import("../../src/dashboard/api/early.ts");
  client = await import("../../src/dashboard/api/client.ts");
  client.setShownWorkspace("w");
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const SESSION = { session: { hosts: null, tags: null, role: "owner", workspace: { id: "w" } } };

/** Asks for `/tags`, which is answered so, and waits until the answer is there. */
async function askTags(answer: Response): Promise<void> {
  fetched.mockResolvedValueOnce(Response.json(SESSION)).mockResolvedValueOnce(answer);
  early.askFirst([["/tags"]]);
  await early.whenAsked();
  await new Promise((resolve) => setImmediate(resolve));
}

it("has an answer that is there already without waiting, and once", async () => {
  await askTags(Response.json({ data: ["spring"] }, { headers: { "X-Signpost-Bookmark": "DB:02" } }));
  expect(client.takeAnswered("/tags")).toEqual({ data: ["spring"] });
  expect(client.takeAnswered("/tags")).toBeUndefined();
  fetched.mockResolvedValueOnce(Response.json({}));
  await client.call("GET", "/tags");
  expect(fetched.mock.lastCall).toMatchObject(["/v1/tags", { headers: { "X-Signpost-Bookmark": "DB:02" } }]);
});

it.each([
  ["the API", Response.json({ message: "Slow down." }, { status: 429 })],
  ["somebody before it", new Response("<h1>Bad gateway</h1>", { status: 502 })],
])("leaves a refusal of %s to the call that says why", async (_, refusal) => {
  await askTags(refusal);
  expect(client.takeAnswered("/tags")).toBeUndefined();
  await expect(client.call("GET", "/tags")).rejects.toMatchObject({ status: refusal.status });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("[32.32] has no answer that was asked for before a write", async () => {
  await askTags(Response.json({ data: [] }));
  fetched.mockResolvedValueOnce(Response.json({}));
  await client.call("POST", "/links");
  expect(client.takeAnswered("/tags")).toBeUndefined();
});

it("[32.33] has no answer of another workspace", async () => {
  await askTags(Response.json({ data: [] }));
  client.setShownWorkspace("other");
  expect(client.takeAnswered("/tags")).toBeUndefined();
});
