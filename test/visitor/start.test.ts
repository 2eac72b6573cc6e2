import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { outcomeCache } from "../../src/visitor/outcome-cache.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://example.com/sale";
const ANY = "https://example.com/any";
const START_MS = Date.UTC(2026, 11, 24);
const STARTS = new Date(START_MS).toISOString();

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS - 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

const locationOf = async (url: string) => (await visit(url)).headers.get("Location");

describe("[24.1] before it starts", () => {
  it("a record does not answer, and answers from exactly this millisecond on", async () => {
    const { url } = await site.createLink({ destination: DESTINATION, starts: STARTS });
    expect((await visit(url)).status).toBe(404);
    expect((await visit(`${url}+`)).status).toBe(404);
    vi.setSystemTime(START_MS);
    expect(await locationOf(url)).toBe(DESTINATION);
  });

  it("its picture is not there, either", async () => {
    const { url } = await site.createLink({
      destination: DESTINATION,
      starts: STARTS,
      qr: { theme: "dots" },
    });
    expect((await visit(`${url}.qr`)).status).toBe(404);
    vi.setSystemTime(START_MS);
    expect((await visit(`${url}.qr`)).status).toBe(200);
  });

  it("the next source answers, is not cached, and yields at the moment of the start", async () => {
    const wide = await createSite();
    const { url } = await wide.createRedirect("/a", { destination: DESTINATION, starts: STARTS });
    await wide.createRedirect("", { destination: ANY, forward_path: false });
    for (const forget of [() => {}, () => memory.clear()]) {
      forget();
      const before = await visit(url);
      expect(before.headers.get("Location")).toBe(ANY);
      expect(before.headers.get("Cache-Control")).toBe("no-store");
    }
    vi.setSystemTime(START_MS);
    expect(await locationOf(url)).toBe(DESTINATION);
  });

  it("a record of another spelling answers, as if the one ahead were not there", async () => {
    const { host } = site;
    await site.createLink({ alias: "Spelling", destination: DESTINATION, starts: STARTS });
    await site.createLink({ alias: "spelling", destination: ANY });
    expect(await locationOf(`http://${host}/SPELLING`)).toBe(ANY);
    expect(await locationOf(`http://${host}/Spelling`)).toBe(ANY);
    vi.setSystemTime(START_MS);
    expect(await locationOf(`http://${host}/Spelling`)).toBe(DESTINATION);
    expect((await visit(`http://${host}/SPELLING`)).status).toBe(404);
  });

  it("the record of every other path also gives way", async () => {
    const wide = await createSite();
    await wide.createRedirect("", { destination: ANY, starts: STARTS });
    expect((await visit(`http://${wide.host}/x`)).status).toBe(404);
    vi.setSystemTime(START_MS);
    expect(await locationOf(`http://${wide.host}/x`)).toContain(ANY);
  });

  it("[3.17] the record of every other path lets browsers keep what another source answers", async () => {
    const wide = await createSite();
    const { url } = await wide.createRedirect("/a", { destination: DESTINATION });
    await wide.createRedirect("", { destination: ANY, starts: STARTS });
    expect((await visit(url)).headers.get("Cache-Control")).toBe("private, max-age=90");
    expect(outcomeCache.get(url)).toBeDefined();
    expect((await visit(`http://${wide.host}/b`)).headers.get("Cache-Control")).toBe("no-store");
  });

  it("the source counts as taken", async () => {
    await site.createLink({ alias: "taken-ahead", destination: DESTINATION, starts: STARTS });
    const again = await site.call("POST", "/link", {
      host: site.host,
      alias: "taken-ahead",
      destination: ANY,
    });
    expect(again.status).toBe(422);
    expect(again.body.errors).toHaveProperty("alias");
  });
});

it("[24.2] starts has to come before expires", async () => {
  const refused = await site.call("POST", "/link", { host: site.host, starts: STARTS, expires: STARTS });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(["starts"]);
  const { id } = await site.createLink({ destination: DESTINATION, starts: STARTS });
  const early = await site.call("PUT", `/link/${id}`, { expires: "2026-01-01T00:00:00Z" });
  expect(Object.keys(early.body.errors)).toEqual(["expires"]);
  expect(requireOk(await site.call("PUT", `/link/${id}`, { starts: null })).body.starts).toBeNull();
});

it("[24.3] the previous release finds no destination and no page of a record with a start, a limit or rules", async () => {
  requireOk(await site.call("PUT", "/files/early", "<p>early</p>"));
  const { id } = await site.createLink({ destination: DESTINATION });
  requireOk(await site.call("PUT", `/link/${id}`, { file: "early", starts: STARTS }));
  const row = await env.DB.prepare("SELECT destinations, file FROM records WHERE id = ?1").bind(id).first();
  expect(row).toEqual({ destinations: "[]", file: null });
  // The page is still in use.
  expect((await site.call("DELETE", "/files/early")).status).toBe(422);
  const { url } = requireOk(await site.call("GET", `/link/${id}`)).body;
  vi.setSystemTime(START_MS);
  expect(await (await visit(url)).text()).toBe("<p>early</p>");
  requireOk(await site.call("PUT", "/files/early", "<p>later</p>"));
  expect(await (await visit(url)).text()).toBe("<p>later</p>");
  requireOk(await site.call("DELETE", `/link/${id}`));
  requireOk(await site.call("DELETE", "/files/early"));
});
