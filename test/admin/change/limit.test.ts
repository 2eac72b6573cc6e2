import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const PERSON = {
  headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36" },
};

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

const statusOf = async (url: string) => (await visit(url, PERSON)).status;
const leftOf = async (id: string) => requireOk(await site.call("GET", `/link/${id}`)).body.clicks_left;
const counterOf = (id: string) => env.LIMITS.get(env.LIMITS.idFromName(id));

async function applied(id: string, set: object): Promise<string> {
  const plan = requireOk(await site.call("POST", "/changes", { ids: [id], set })).body;
  expect(requireOk(await site.call("POST", `/changes/${plan.id}/apply`)).body.counts.changed).toBe(1);
  return plan.id;
}

async function undo(change: string): Promise<void> {
  const undone = requireOk(await site.call("POST", `/changes/${change}/undo`)).body;
  expect(undone).toMatchObject({ state: "undone", undo_conflicts: 0 });
}

describe("[24.12] the undo of a change of max_clicks", () => {
  it("restores the limit with the places that were left, whoever passed in between", async () => {
    const { id, url } = await site.createLink({ destination: "https://a.example", max_clicks: 2 });
    expect([await statusOf(url), await statusOf(url), await statusOf(url)]).toEqual([302, 302, 410]);
    const change = await applied(id, { max_clicks: 1000 });
    expect(await leftOf(id)).toBe(1000);
    expect(await statusOf(url)).toBe(302);
    await undo(change);
    expect(await leftOf(id)).toBe(0);
    expect(await statusOf(url)).toBe(410);
  });

  it("goes on with each earlier counter, one undo after the other", async () => {
    const { id, url } = await site.createLink({ destination: "https://a.example", max_clicks: 5 });
    await statusOf(url);
    const first = await applied(id, { max_clicks: 1000 });
    await statusOf(url);
    await statusOf(url);
    const second = await applied(id, { max_clicks: 50 });
    await statusOf(url);
    await undo(second);
    expect(await leftOf(id)).toBe(998);
    await statusOf(url);
    await undo(first);
    expect(await leftOf(id)).toBe(4);
    expect([await statusOf(url), await leftOf(id)]).toEqual([302, 3]);
  });

  it("of its removal goes on with the counter, and of a first limit removes it", async () => {
    const { id, url } = await site.createLink({ destination: "https://a.example", max_clicks: 5 });
    await statusOf(url);
    const removed = await applied(id, { max_clicks: null });
    await statusOf(url);
    await undo(removed);
    expect(await leftOf(id)).toBe(4);
    const other = await site.createLink({ destination: "https://b.example" });
    await undo(await applied(other.id, { max_clicks: 1 }));
    expect(await leftOf(other.id)).toBeNull();
    expect([await statusOf(other.url), await statusOf(other.url)]).toEqual([302, 302]);
  });

  it("knows the places left at the plan if the counter has lost its storage", async () => {
    const { id, url } = await site.createLink({ destination: "https://a.example", max_clicks: 5 });
    await env.DB.prepare("UPDATE records SET places_left = ?2 WHERE id = ?1")
      .bind(id, JSON.stringify({ left: 1, version: 1 }))
      .run();
    const change = await applied(id, { max_clicks: 1000 });
    expect(await statusOf(url)).toBe(302);
    await undo(change);
    await runInDurableObject(counterOf(id), async (_, { storage }) => storage.deleteAll());
    expect([await statusOf(url), await statusOf(url)]).toEqual([302, 410]);
  });
});
