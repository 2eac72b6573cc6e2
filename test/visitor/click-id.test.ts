import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { ClickMessage } from "../../src/queue-messages.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { BOT } from "../support/click.ts";
import { createSite, expectRefused, requireOk, type Site } from "../support/site.ts";

/** The ids of clicks that destinations get (contract 38.1 to 38.3). */

let site: Site;
let bindings: Env;
let sent: ClickMessage[];

beforeAll(async () => {
  site = await createSite();
});

beforeEach(() => {
  sent = [];
  const send = async (message: ClickMessage) => void sent.push(message);
  bindings = { ...env, CLICKS: { send } as unknown as Env["CLICKS"] };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

async function visit(url: string, init: RequestInit = {}): Promise<Response> {
  return serveVisit(new Request(url, { redirect: "manual", ...init }), bindings, createExecutionContext());
}

async function sentIds(): Promise<unknown[]> {
  await vi.runAllTimersAsync();
  return sent.flatMap(({ clicks }) => clicks.map(([, , , , , , , , , id]) => id));
}

const ID = /[\w-]{22}/;
const locationOf = async (url: string, init?: RequestInit) =>
  (await visit(url, init)).headers.get("Location");

describe("[38.1] a destination", () => {
  it("gets a random id of each click, which the click has too", async () => {
    const fields = { destination: "https://a.example/x?y=1#z", type: "301", click_id_param: "cid" };
    const { url } = await site.createLink(fields);
    const first = await visit(url);
    expect(first.headers.get("Cache-Control")).toBe("no-store");
    const locations = [first.headers.get("Location"), await locationOf(url)];
    const pattern = /^https:\/\/a\.example\/x\?y=1&cid=([\w-]{22})#z$/;
    const ids = locations.map((location) => pattern.exec(location ?? "")?.[1]);
    expect(ids[0]).toMatch(ID);
    expect(new Set(ids).size).toBe(2);
    expect(await sentIds()).toEqual(ids);
  });

  it("gets none in place of the visitor's own, which it could choose", async () => {
    const fields = { destination: "https://a.example/", forward_query: true, click_id_param: "cid" };
    const { url } = await site.createLink(fields);
    expect(await locationOf(`${url}?c%69d=mine&b=2&cid=mine`)).toMatch(
      /^https:\/\/a\.example\/\?b=2&cid=[\w-]{22}$/,
    );
  });

  it("gets one by a rule as well", async () => {
    const rules = [{ if: { query: { a: "b" } }, destination: "https://b.example/" }];
    const fields = { destination: "https://a.example/", rules, click_id_param: "cid" };
    const { url } = await site.createLink(fields);
    expect(await locationOf(`${url}?a=b`)).toMatch(/^https:\/\/b\.example\/\?cid=/);
  });

  it("gets none unless the record asks for it, and the click none", async () => {
    const { url } = await site.createLink({ destination: "https://a.example/" });
    expect(await locationOf(url)).toBe("https://a.example/");
    await vi.runAllTimersAsync();
    expect(sent[0]?.clicks[0]).toHaveLength(9);
  });
});

describe("[38.2] no id is in an answer to", () => {
  const agent = (name: string) => ({ headers: { "User-Agent": name } });
  it.each([
    ["a bot", agent(BOT)],
    ["a HEAD", { method: "HEAD" }],
    ["a prefetch", { headers: { "Sec-Purpose": "prefetch" } }],
  ])("%s", async (_, init) => {
    const { url } = await site.createLink({ destination: "https://a.example/", click_id_param: "cid" });
    expect(await locationOf(url, init)).toBe("https://a.example/");
    expect((await sentIds()).filter((id) => id !== undefined)).toEqual([]);
  });

  it("a visitor who sees a frame", async () => {
    const fields = { destination: "https://a.example/", type: "frame", click_id_param: "cid" };
    const { url } = await site.createLink(fields);
    expect(await (await visit(url)).text()).not.toContain("cid=");
    expect(await sentIds()).toEqual([undefined]);
  });
});

describe("[38.3] click_id_param", () => {
  it.each(["", "a b", "utm_id", "x".repeat(31), "é"])("is refused: %j", async (name) => {
    const answer = await site.call("POST", "/link", { host: site.host, click_id_param: name });
    expectRefused(answer, "click_id_param");
  });

  it("cannot be a parameter that a destination has, whichever of them is written", async () => {
    const destination = "https://a.example/?cid=1";
    const both = await site.call("POST", "/link", { host: site.host, destination, click_id_param: "cid" });
    expectRefused(both, "click_id_param");
    const { id } = await site.createLink({ destination: "https://a.example/", click_id_param: "cid" });
    expectRefused(await site.call("PUT", `/link/${id}`, { destination }), "destinations");
    const { body } = requireOk(await site.call("PUT", `/link/${id}`, { destination, click_id_param: null }));
    expect(body.click_id_param).toBeNull();
  });
});

it("[38.4] an explanation shows where the id stands, and a check expects the Location without it", async () => {
  const fields = { destination: "https://a.example/x?y=1#z", forward_query: true, click_id_param: "cid" };
  const { url } = await site.createLink(fields);
  const { body } = requireOk(await site.call("POST", "/explain", { url: `${url}?q=1&cid=2` }));
  expect(body.location).toBe("https://a.example/x?y=1&q=1&cid={click_id}#z");
  expect(body.parts).toEqual([
    { text: "https://a.example/x?y=1", from: "destination" },
    { text: "&q=1", from: "query" },
    { text: "&cid={click_id}", from: "click_id" },
    { text: "#z", from: "destination" },
  ]);
  expect(body.warning_codes).toEqual([expect.objectContaining({ code: "explain_click_id" })]);
});
