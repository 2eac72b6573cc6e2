import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createSite,
  expectRefused,
  historyOf,
  recordCounts,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

async function post(path: string, body?: object): Promise<Body> {
  return requireOk(await site.call("POST", `/changes${path}`, body)).body;
}

async function get(path: string): Promise<Body> {
  return requireOk(await site.call("GET", path)).body;
}

const locationOf = async (path: string) => (await visit(`http://${host}${path}`)).headers.get("Location");

describe("[28.1] a change of a filter", () => {
  it("is planned, applied and undone", async () => {
    const link = await site.createLink({ alias: "a", destination: "https://old.example/a", tags: ["x"] });
    const other = await site.createLink({ alias: "b", destination: "https://else.example/b" });
    const plan = await post("", {
      filter: { host },
      destination_find: "old.example",
      destination_replace: "new.example",
    });
    expect(plan).toMatchObject({ state: "planned", kind: "edit", total: 2, confirm: null });
    expect(plan.counts).toMatchObject({ changed: 1, unchanged: 1 });
    expect(plan.sample).toMatchObject([
      { id: link.id, source: `${host}/a`, before: { destination: "https://old.example/a" } },
    ]);
    expect((await get(`/link/${link.id}`)).destination).toBe("https://old.example/a");
    const applied = await post(`/${plan.id}/apply`);
    expect(applied).toMatchObject({ state: "applied", counts: { changed: 1 } });
    expect(await locationOf("/a")).toBe("https://new.example/a");
    expect(await historyOf(link.id)).toMatchObject([{ source: "change" }]);
    const history = await get(`/links/${link.id}/history`);
    expect(history.data[0].change).toBe(plan.id);
    expect(await post(`/${plan.id}/undo`)).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect(await locationOf("/a")).toBe("https://old.example/a");
    expect((await get(`/link/${other.id}`)).destination).toBe("https://else.example/b");
  });

  it("deletes, and brings back with history and clicks", async () => {
    const link = await site.createLink({ alias: "gone", destination: "https://a.example", tags: ["t"] });
    requireOk(await site.call("PUT", `/link/${link.id}`, { destination: "https://b.example" }));
    await env.DB.prepare(
      "INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body) VALUES (?1, 1, ?2, 3, 0, 's', '{}')",
    )
      .bind(link.id, site.id)
      .run();
    const plan = await post("", { ids: [link.id], delete: true });
    expect(plan).toMatchObject({ kind: "delete", counts: { deleted: 1 } });
    await post(`/${plan.id}/apply`);
    expect((await site.call("GET", `/link/${link.id}`)).status).toBe(404);
    expect((await visit(`http://${host}/gone`)).status).toBe(404);
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
    await post(`/${plan.id}/undo`);
    const back = await get(`/link/${link.id}`);
    expect(back).toMatchObject({ destination: "https://b.example", tags: ["t"] });
    expect(await locationOf("/gone")).toBe("https://b.example");
    expect(await historyOf(link.id)).toHaveLength(1);
    const sheets = await env.DB.prepare("SELECT count(*) AS n FROM click_sheets WHERE scope_id = ?1")
      .bind(link.id)
      .first<{ n: number }>();
    expect(sheets?.n).toBe(1);
    expect(await recordCounts(site.id)).toEqual({ kept: 1, counted: 1 });
  });

  it("leaves records alone that were edited since the plan, and since the change", async () => {
    const one = await site.createLink({ alias: "one", destination: "https://a.example" });
    const two = await site.createLink({ alias: "two", destination: "https://a.example" });
    const plan = await post("", { filter: { host }, set: { title: "t", password: "secret" } });
    requireOk(await site.call("PUT", `/link/${one.id}`, { title: "mine" }));
    const applied = await post(`/${plan.id}/apply`);
    expect(applied.counts).toMatchObject({ changed: 1, conflicts: 1 });
    const rows = await get(`/changes/${plan.id}/rows?filter[result]=conflict`);
    expect(rows.data).toMatchObject([
      { id: one.id, current: { title: "mine" }, reasons: { version: [/./] } },
    ]);
    requireOk(await site.call("PUT", `/link/${two.id}`, { title: "mine, too" }));
    expect(await post(`/${plan.id}/undo`)).toMatchObject({ state: "undone", undo_conflicts: 1 });
    expect((await get(`/link/${two.id}`)).title).toBe("mine, too");
    const text = JSON.stringify(await get(`/changes/${plan.id}/rows`));
    expect(text).toContain('"password":true');
    expect(text).not.toContain("$2");
  });
});

describe("[28.2] rows", () => {
  it("create, upsert and mirror records", async () => {
    const rows = ["a", "b", "c"].map((alias) => ({ host, alias, destination: `https://x.example/${alias}` }));
    const first = await post("", { mode: "mirror", owner: "site.csv", rows });
    expect(first.counts).toMatchObject({ created: 3 });
    await post(`/${first.id}/apply`);
    const links = (await get("/link?filter[managed_by]=site.csv")).data;
    expect(links.map(({ managed_by }: Body) => managed_by)).toEqual(["site.csv", "site.csv", "site.csv"]);
    const second = await post("", {
      mode: "mirror",
      owner: "site.csv",
      rows: [
        { ...rows[0], title: "new" },
        rows[1],
        { host, alias: "no way", destination: "https://x.example" },
      ],
    });
    expect(second.counts).toMatchObject({ changed: 1, unchanged: 1, deleted: 1, invalid: 1 });
    expect(second.confirm).toEqual({ deletes: 1 });
    expectRefused(await site.call("POST", `/changes/${second.id}/apply`), "deletes");
    expect(await post(`/${second.id}/apply`, { deletes: 1 })).toMatchObject({ state: "applied" });
    expect((await get("/link")).data).toHaveLength(2);
    await post(`/${second.id}/undo`);
    expect((await get("/link")).data).toHaveLength(3);
  });

  it("come in parts, with line numbers through all of them", async () => {
    const { id } = await post("", { mode: "create", upload: true });
    const put = async (n: number, text: string) =>
      requireOk(
        await site.call("PUT", `/changes/${id}/parts/${n}`, text, { "Content-Type": "application/x-ndjson" }),
      );
    const line = (alias: string) => JSON.stringify({ host, alias, destination: "https://x.example" });
    await put(2, `${line("b")}\nnot json\n${line("a")}\n`);
    await put(1, line("wrong"));
    await put(1, `\n${line("a")}\n`);
    const plan = await post(`/${id}/plan`);
    expect(plan).toMatchObject({ state: "planned", counts: { created: 2, invalid: 2 } });
    const rows = await get(`/changes/${id}/rows?filter[result]=invalid`);
    expect(rows.data.map(({ line: n, reasons }: Body) => [n, reasons])).toEqual([
      [4, { row: ["is not valid JSON"] }],
      [5, { alias: ["duplicate: line 2 has the same source"] }],
    ]);
  });
});
