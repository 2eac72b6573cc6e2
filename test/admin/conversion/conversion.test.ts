import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { deleteOldConversions } from "../../../src/storage/conversion/prune.ts";
import { BOT, clickOn, IPHONE, messageOf, store, type ClickFields } from "../../support/click.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type Site,
} from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";
import { HAS_SECOND_DATABASE } from "../../support/home.ts";

/** Conversions of clicks (contract 38). */

const A = "https://a.example/";
const B = "https://b.example/";
let site: Site;
let id: string;
let ids = 0;

beforeAll(async () => {
  site = await createSite();
  ({ id } = await site.createLink({
    destinations: [A, B],
    destination_routing: "random",
    click_id_param: "c",
  }));
});

const newClickId = () => `click-${String(ids++).padStart(16, "0")}`;
const messageWith = (click: string, fields: ClickFields = {}, record = id) =>
  messageOf(clickOn(record, { agent: IPHONE, ...fields, id: click }));
const report = (click: string, name: string, value?: number, token?: string): Promise<Answer> =>
  site.call(
    "POST",
    "/conversions",
    { click, name, ...(value !== undefined && { value }) },
    token === undefined ? {} : { Authorization: `Bearer ${token}` },
  );
const stateOf = async (...call: Parameters<typeof report>) =>
  requireOk(await report(...call)).body.state as string;

async function statsOf(name: string, path = `/links/${id}/stats`) {
  const { body } = requireOk(await site.call("GET", path));
  return body.conversions.find((one: { name: string }) => one.name === name);
}

describe("[38.5] a conversion", () => {
  it("counts once for each click and name, with what the click counted as", async () => {
    const click = newClickId();
    const query = "utm_campaign=spring";
    await store([messageWith(click, { destination: 1, query })]);
    expect(await stateOf(click, "order", 19.99)).toBe("counted");
    expect(await stateOf(click, "order", 5)).toBe("repeated");
    expect(await stateOf(click, "order.paid")).toBe("counted");
    const once = { count: 1, value: 19.99 };
    const stats = {
      name: "order",
      ...once,
      destinations: [{ of: B, ...once }],
      rules: [],
      sources: [{ of: "link", ...once }],
      utm_campaign: [{ of: "spring", ...once }],
    };
    expect(await statsOf("order")).toEqual(stats);
    expect(await statsOf("order", "/stats")).toEqual(stats);
    expect(await statsOf("order", `/stats?filter[search]=nothing-like-this`)).toBeUndefined();
  });

  it.each([
    ["click", { click: "short", name: "a" }],
    ["name", { click: "x".repeat(22), name: "Big" }],
    ["value", { click: "x".repeat(22), name: "a", value: 0.001 }],
    ["value", { click: "x".repeat(22), name: "a", value: -1 }],
  ])("is refused for its %s", async (field, body) => {
    expectRefused(await site.call("POST", "/conversions", body), field);
  });

  it("of another workspace's click is unknown", async () => {
    const click = newClickId();
    await store([messageWith(click)]);
    const other = await createSite();
    const answer = await other.call("POST", "/conversions", { click, name: "order" });
    // No database knows the clicks of another: there the conversion waits for its click, in vain.
    expect(answer).toMatchObject(
      HAS_SECOND_DATABASE ? { status: 200, body: { state: "waiting" } } : { status: 404 },
    );
    expect(await stateOf(click, "order")).toBe("counted");
  });

  it("needs a name that is among twenty", async () => {
    const other = await createSite();
    const send = (name: string) => other.call("POST", "/conversions", { click: newClickId(), name });
    for (let one = 0; one < 20; one++) requireOk(await send(`name-${one}`));
    expect((await send("name-20")).status).toBe(482);
    requireOk(await send("name-7"));
  });
});

describe("[38.6] before its click is stored, a conversion", () => {
  it("waits, and counts with it, once however often the click is delivered", async () => {
    const click = newClickId();
    expect(await stateOf(click, "early", 2)).toBe("waiting");
    expect(await stateOf(click, "early", 2)).toBe("waiting");
    expect(await statsOf("early")).toBeUndefined();
    const message = messageWith(click);
    await store([message]);
    await store([message]);
    expect(await statsOf("early")).toMatchObject({ count: 1, value: 2 });
    expect(await stateOf(click, "early", 2)).toBe("repeated");
  });

  it("waits in vain for the click of a bot", async () => {
    const click = newClickId();
    await store([messageWith(click, { agent: BOT })]);
    expect(await stateOf(click, "bot")).toBe("waiting");
  });

  it("of a token for other hostnames does not count", async () => {
    const click = newClickId();
    const token = await addToken(site.id, { hosts: [await connectHost(site)] });
    expect(await stateOf(click, "strange", 1, token)).toBe("waiting");
    await store([messageWith(click)]);
    expect(await statsOf("strange")).toBeUndefined();
    expect((await report(click, "strange", 1, token)).status).toBe(404);
    expect(await stateOf(click, "strange")).toBe("counted");
  });
});

it("[38.7] ids are kept for 30 days, and what waits for an hour", async () => {
  const [old, young, waiting] = [newClickId(), newClickId(), newClickId()];
  const nowMs = Date.now();
  await store([messageWith(old, { atMs: nowMs - 31 * DAY_MS }), messageWith(young)]);
  await report(waiting, "late");
  await deleteOldConversions(env.DB, nowMs);
  const kept = async (table: string, column: string) => {
    const { results } = await env.DB.prepare(`SELECT ${column} AS id FROM ${table}`).all<{ id: string }>();
    return results.map((row) => row.id);
  };
  expect(await kept("click_ids", "id")).toContain(young);
  expect(await kept("click_ids", "id")).not.toContain(old);
  expect(await kept("conversions", "click_id")).toContain(waiting);
  await deleteOldConversions(env.DB, nowMs + 2 * HOUR_MS);
  expect(await kept("conversions", "click_id")).not.toContain(waiting);
});

describe("[38.8] a token for conversions", () => {
  it("reports, and does nothing else", async () => {
    const { body } = requireOk(
      await site.call("POST", "/tokens", { name: "shop", role: "editor", only: "conversions" }),
    );
    expect(body.only).toBe("conversions");
    const click = newClickId();
    await store([messageWith(click)]);
    expect(await stateOf(click, "shop", 1, body.token)).toBe("counted");
    const Authorization = `Bearer ${body.token}`;
    for (const path of ["/account", "/links", "/stats", "/test"]) {
      expect((await site.call("GET", path, undefined, { Authorization })).status, path).toBe(484);
    }
    const signIn = await exports.default.fetch("http://localhost:8787/v1/session", {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
      body: JSON.stringify({ token: body.token }),
    });
    expect([signIn.status, signIn.headers.get("Set-Cookie")]).toEqual([484, null]);
    expect(await signIn.json()).toMatchObject({ message_code: { code: "needs_whole_token" } });
  });

  it("has a role that can report", async () => {
    const fields = { name: "shop", role: "viewer", only: "conversions" };
    expectRefused(await site.call("POST", "/tokens", fields), "role");
    requireOk(await site.call("POST", "/tokens", { ...fields, only: null }));
  });

  it("has no tags", async () => {
    const fields = { name: "shop", only: "conversions", tags: ["News"] };
    expectRefused(await site.call("POST", "/tokens", fields), "tags");
  });

  it("is not needed by an editor, and not given to a viewer", async () => {
    const viewer = await addToken(site.id, { role: "viewer", only: "conversions" });
    expect((await report(newClickId(), "order", 1, viewer)).status).toBe(484);
  });
});

it("[38.9] deleting the clicks of a record deletes its conversions and ids", async () => {
  const { id: other } = await site.createLink({ destination: A, click_id_param: "c" });
  const click = newClickId();
  await store([messageWith(click, {}, other)]);
  await report(click, "gone");
  requireOk(await site.call("DELETE", `/links/${other}/stats`));
  const { body } = requireOk(await site.call("GET", `/links/${other}/stats`));
  expect(body.conversions).toEqual([]);
  expect(await stateOf(click, "gone.again")).toBe("waiting");
});
