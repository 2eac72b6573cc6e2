import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  addToken,
  createSite,
  expectRefused,
  historyOf,
  recordCounts,
  requireOk,
  send,
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

  it("that wrote nothing has nothing to undo", async () => {
    const { id } = await site.createLink({ alias: "edited" });
    const plan = await post("", { ids: [id], set: { title: "Planned" } });
    requireOk(await site.call("PUT", `/link/${id}`, { title: "Meanwhile" }));
    expect(await post(`/${plan.id}/apply`)).toMatchObject({ counts: { changed: 0, conflicts: 1 } });
    const { status, body } = await site.call("POST", `/changes/${plan.id}/undo`);
    expect([status, body.message]).toEqual([409, "It wrote nothing, so there is nothing to undo."]);
  });

  it("deletes, and brings back with history and clicks", async () => {
    const link = await site.createLink({ alias: "gone", destination: "https://a.example", tags: ["t"] });
    const edited = requireOk(
      await site.call("PUT", `/link/${link.id}`, { destination: "https://b.example" }),
    ).body;
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
    expect(Date.parse(back.updated_at)).toBeGreaterThan(Date.parse(edited.updated_at));
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

describe("[28.3] an edit of destinations", () => {
  it.each([
    ["a destination", { destination: "https://a.example" }],
    ["destinations", { destinations: ["https://a.example"] }],
    ["rules", { rules: [{ if: { device: ["mobile"] }, destination: "https://old.example/m" }] }],
    ["no rules", { rules: null }],
  ])("is refused if it also sets %s", async (_, set) => {
    const edit = {
      filter: { host },
      set,
      destination_find: "old.example",
      destination_replace: "new.example",
    };
    expectRefused(await site.call("POST", "/changes", edit), "set");
  });
});

describe("[28.6] the list of changes", () => {
  it("takes states, and counts a plan whose time is up as expired", async () => {
    await site.createLink({ alias: "a", destination: "https://a.example" });
    const plan = () => post("", { filter: { host }, tags_add: ["t"] });
    const [waiting, late, done] = [await plan(), await plan(), await plan()];
    await post(`/${done.id}/apply`);
    await env.DB.prepare("UPDATE changes SET ends_at = 1 WHERE id = ?1").bind(late.id).run();
    const listed = async (states: string) =>
      (await get(`/changes?per_page=1&filter[state]=${states}`)).data.map(({ id }: Body) => id);
    expect(await listed("planned,applying")).toEqual([waiting.id]);
    expect(await listed("expired")).toEqual([late.id]);
    expect(await listed("applied")).toEqual([done.id]);
    expectRefused(await site.call("GET", "/changes?filter[state]=gone"), "filter.state");
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

it("[28.2] a change keeps the label that it is given", async () => {
  const rows = [{ host, alias: "a", destination: "https://x.example" }];
  const plan = await post("", { mode: "create", rows, label: "links.csv" });
  expect(plan.label).toBe("links.csv");
  expect(await post(`/${plan.id}/apply`)).toMatchObject({ state: "applied", label: "links.csv" });
  const edit = await post("", { filter: { host }, set: { title: "T" } });
  expect((await get("/changes")).data).toMatchObject([
    { id: edit.id, label: null },
    { id: plan.id, label: "links.csv" },
  ]);
  for (const label of ["x".repeat(201), " "]) {
    expectRefused(await site.call("POST", "/changes", { mode: "create", rows, label }), "label");
  }
});

it("[28.2] a part, or a body, of more than 50,000 rows is refused as a whole", async () => {
  const { id } = await post("", { mode: "create", upload: true });
  const put = (text: string) =>
    site.call("PUT", `/changes/${id}/parts/1`, text, { "Content-Type": "application/x-ndjson" });
  expectRefused(await put("1\n".repeat(50_001)), "lines");
  requireOk(await put("1\n".repeat(600)));
  const rows = Array.from({ length: 50_001 }, () => 1);
  expectRefused(await site.call("POST", "/changes", { mode: "create", rows }), "rows");
});

describe("[28.15] an import", () => {
  it("is a change: calls with one import id are undone together", async () => {
    const row = (alias: string) => ({ host, alias, destination: `https://x.example/${alias}` });
    const call = async (body: object) => requireOk(await site.call("POST", "/bulk/import", body)).body;
    const kept = await site.createLink({ alias: "kept", destination: "https://old.example" });
    const first = await call({ import_id: "bitly", rows: [row("a"), row("b")] });
    const second = await call({
      import_id: "bitly",
      mode: "upsert",
      rows: [row("kept"), row("c"), row("a")],
    });
    expect(second).toMatchObject({ change: first.change, meta: { created: 1, updated: 1, unchanged: 1 } });
    expect((await call({ rows: [row("a")] })).change).toBeNull();
    const change = await get(`/changes/${first.change}`);
    expect(change).toMatchObject({ state: "applied", total: 4, counts: { created: 3, changed: 1 } });
    expect((await get(`/links/${kept.id}/history`)).data[0]).toMatchObject({
      source: "import",
      change: first.change,
    });
    expect(await post(`/${first.change}/undo`)).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect((await get("/link")).data.map(({ alias }: Body) => alias)).toEqual(["kept"]);
    expect((await get(`/link/${kept.id}`)).destination).toBe("https://old.example");
    const third = await call({ import_id: "bitly", rows: [row("a")] });
    expect(third.change).not.toBe(first.change);
  });
});

describe("[28.16] a tag", () => {
  it("is renamed, merged and deleted as a change", async () => {
    const one = await site.createLink({ alias: "one", tags: ["Spring", "a"] });
    const two = await site.createLink({ alias: "two", tags: ["spring", "summer"] });
    const renamed = requireOk(await site.call("PUT", "/tags/spring", { name: "Summer" })).body;
    expect(renamed).toMatchObject({ state: "applied", counts: { changed: 2 } });
    expect((await get("/tags")).data).toEqual([
      { name: "a", count: 1 },
      { name: "Summer", count: 2 },
    ]);
    expect((await get(`/link/${two.id}`)).tags).toEqual(["summer"]);
    await post(`/${renamed.id}/undo`);
    expect((await get(`/link/${one.id}`)).tags).toEqual(["Spring", "a"]);
    requireOk(await site.call("DELETE", "/tags/SPRING"));
    expect((await get(`/link/${one.id}`)).tags).toEqual(["a"]);
    expect((await site.call("DELETE", "/tags/spring")).status).toBe(404);
    expectRefused(await site.call("PUT", "/tags/a", { name: "x,y" }), "name");
  });
});

describe("[28.12] a record that a file manages", () => {
  it("is edited by hand only with force", async () => {
    const rows = [{ host, alias: "a", destination: "https://x.example" }];
    const mine = await site.createLink({ alias: "a", destination: "https://old.example", title: "mine" });
    const refused = await post("", { mode: "mirror", owner: "site.csv", rows });
    expect(refused.counts).toMatchObject({ conflicts: 1 });
    const plan = await post("", { mode: "mirror", owner: "site.csv", adopt: true, rows });
    await post(`/${plan.id}/apply`);
    expect(await get(`/link/${mine.id}`)).toMatchObject({ managed_by: "site.csv", title: "" });
    expectRefused(await site.call("PUT", `/link/${mine.id}`, { title: "x" }), "managed_by");
    expectRefused(await site.call("POST", `/links/${mine.id}/pause`), "managed_by");
    expectRefused(await site.call("DELETE", `/link/${mine.id}`), "managed_by");
    expect((await post("", { ids: [mine.id], set: { title: "x" } })).counts).toMatchObject({ conflicts: 1 });
    requireOk(await site.call("PUT", `/link/${mine.id}?force=true`, { title: "x" }));
    requireOk(await site.call("DELETE", `/link/${mine.id}?force=true`));
  });
});

describe("[28.9, 28.10] who may do what", () => {
  it("holds three plans open, and needs a manager to delete", async () => {
    const link = await site.createLink({ alias: "a", destination: "https://x.example" });
    const plans = [];
    for (const title of ["1", "2", "3"]) plans.push(await post("", { ids: [link.id], set: { title } }));
    expect((await site.call("POST", "/changes", { ids: [link.id], set: { title: "4" } })).status).toBe(409);
    expect(await post(`/${plans[0].id}/stop`)).toMatchObject({ state: "expired" });
    expect((await site.call("POST", `/changes/${plans[0].id}/apply`)).status).toBe(409);
    const deletion = await post("", { ids: [link.id], delete: true });
    const token = await addToken(site.id, { role: "editor" });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await send(`/changes/${deletion.id}/apply`, { method: "POST", headers })).status).toBe(484);
    expect((await send(`/changes/${plans[1].id}/apply`, { method: "POST", headers })).status).toBe(200);
    const csv = await exports.default.fetch(
      new Request(`http://localhost:8787/v1/changes/${plans[1].id}/rows`, {
        headers: { ...headers, Accept: "text/csv" },
      }),
    );
    const [head, line] = (await csv.text()).split("\r\n");
    expect(head).toBe("line,id,source,result,before,after,current,reasons");
    expect(line).toBe(`,${link.id},${host}/a,changed,"{""title"":""""}","{""title"":""2""}",,`);
  });
});
