import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createSite, expectRefused, historyOf, requireOk, type Site } from "../../support/site.ts";

const [A, B, C] = ["https://a.example", "https://b.example", "https://c.example"];
const NO_UTM = { source: "", medium: "", campaign: "", term: "", content: "" };

let site: Site;

beforeAll(async () => {
  site = await createSite();
  for (const name of ["menu", "wine"]) requireOk(await site.call("PUT", `/files/${name}`, "<h1>"));
});

const START = {
  destinations: [A, B],
  type: "302",
  utm: { source: "x" },
  password: "open sesame",
};

async function write(id: string, body: object): Promise<void> {
  requireOk(await site.call("PUT", `/link/${id}`, body));
}

describe("[12.13] a write leaves one history entry with exactly what it changed", () => {
  it.each<[string, object, object, object]>([
    ["the primary destination", { destination: C }, { destination: [A, B] }, { destination: [C, B] }],
    ["all destinations", { destinations: [C] }, { destination: [A, B] }, { destination: [C] }],
    ["the order of destinations", { destinations: [B, A] }, { destination: [A, B] }, { destination: [B, A] }],
    ["no destinations any more", { destination: null }, { destination: [A, B] }, { destination: [] }],
    [
      "UTM",
      { utm: ["medium=y"] },
      { utm: { ...NO_UTM, source: "x" } },
      { utm: { ...NO_UTM, source: "x", medium: "y" } },
    ],
    ["UTM cleared", { utm: null }, { utm: { ...NO_UTM, source: "x" } }, { utm: NO_UTM }],
    ["the type", { type: "301" }, { type: "302" }, { type: "301" }],
    ["the type by its status", { status: 307 }, { type: "302" }, { type: "307" }],
    ["[12.13] a pause", { status: "paused" }, { status: "active" }, { status: "paused" }],
    ["another password", { password: "close sesame" }, { password: true }, { password: true }],
    ["no password any more", { password: null }, { password: true }, { password: false }],
    [
      "[12.13] everything at once",
      { destination: C, utm: null, type: "303", status: "303", password: null, title: "x" },
      { destination: [A, B], utm: { ...NO_UTM, source: "x" }, type: "302", password: true },
      { destination: [C, B], utm: NO_UTM, type: "303", password: false },
    ],
    [
      "[12.13] a page in place of destinations",
      { file: "menu" },
      { destination: [A, B], type: "302" },
      { destination: null, type: "html" },
    ],
  ])("%s", async (_, body, before, after) => {
    const { id } = await site.createLink(START);
    await write(id, body);
    const history = await historyOf(id);
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({ old: before, new: after });
    expect(Object.keys(history[0]?.old ?? {}).toSorted()).toEqual(Object.keys(before).toSorted());
    expect(Object.keys(history[0]?.new ?? {}).toSorted()).toEqual(Object.keys(after).toSorted());
  });

  it.each<[string, object, object, object, object]>([
    [
      "a resumption",
      {},
      { status: "paused" },
      { status: "active" },
      { old: { status: "paused" }, new: { status: "active" } },
    ],
    [
      "a first password",
      {},
      {},
      { password: "open sesame" },
      { old: { password: false }, new: { password: true } },
    ],
    [
      "a page that goes",
      {},
      { file: "menu" },
      { file: null },
      { old: { destination: null, type: "html" }, new: { destination: [], type: "302" } },
    ],
    [
      "a page that gives way",
      {},
      { file: "menu" },
      { destination: A },
      { old: { destination: null, type: "html" }, new: { destination: [A], type: "302" } },
    ],
  ])("%s", async (_, created, prepared, changed, entry) => {
    const { id } = await site.createLink(created);
    if (Object.keys(prepared).length > 0) await write(id, prepared);
    await write(id, changed);
    expect((await historyOf(id)).at(-1)).toMatchObject(entry);
  });
});

describe("[12.13] no history entry comes of", () => {
  it.each<[string, object]>([
    [
      "other fields",
      {
        title: "x",
        description: "y",
        tags: ["z"],
        plugins: ["sticky"],
      },
    ],
    [
      "QR style and monitoring",
      {
        qr: { theme: "dots" },
        is_notify: true,
      },
    ],
    ["a move", { alias: "moved" }],
    [
      "a write that repeats what stands",
      { destinations: [A, B], type: "302", status: 302, utm: { source: "x" } },
    ],
    ["a resumption of what is active", { status: "active" }],
    ["an empty write", {}],
  ])("%s", async (_, body) => {
    const { id } = await site.createLink(START);
    await write(id, body);
    expect(await historyOf(id)).toEqual([]);
  });

  it("creation, and a write that is refused", async () => {
    const { id } = await site.createLink(START);
    expectRefused(await site.call("PUT", `/link/${id}`, { destination: C, title: 5 }), "title");
    expect(await historyOf(id)).toEqual([]);
  });

  it("removing a password that is not there", async () => {
    const { id } = await site.createLink();
    await write(id, { password: null });
    expect(await historyOf(id)).toEqual([]);
  });
});

describe("an entry tells", () => {
  it("[12.14] the user's id with the token's name as it read at that time, and the source api", async () => {
    const { id, created_by } = await site.createLink(START);
    await write(id, { destination: C });
    await env.DB.prepare("UPDATE tokens SET name = 'renamed' WHERE workspace_id = ?1").bind(site.id).run();
    await write(id, { destination: A });
    expect(await historyOf(id)).toMatchObject([
      { actor_id: created_by, actor_name: "first token", source: "api" },
      { actor_id: created_by, actor_name: "renamed", source: "api" },
    ]);
  });

  it("[12.14] the user's name if an import changed the record", async () => {
    const { id, alias, created_by } = await site.createLink(START);
    const rows = [{ host: site.host, alias, destination: C }];
    requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows }));
    const user = await env.DB.prepare("SELECT name FROM users WHERE id = ?1").bind(created_by).first();
    expect(await historyOf(id)).toMatchObject([
      {
        actor_id: created_by,
        actor_name: user?.["name"],
        source: "import",
        old: { destination: [A, B] },
        new: { destination: [C, B] },
      },
    ]);
  });

  it("[12.13] nothing of a password but whether there is one", async () => {
    const { id } = await site.createLink(START);
    await write(id, { password: "close sesame" });
    expect(JSON.stringify(await historyOf(id))).not.toMatch(/sesame|\$2/);
  });

  it("the old value that the entry before it told as new", async () => {
    const { id } = await site.createLink(START);
    for (const destination of [C, A, B, C]) await write(id, { destination });
    const history = await historyOf(id);
    expect(history.map((entry) => entry.new["destination"])).toEqual([
      [C, B],
      [A, B],
      [B, B],
      [C, B],
    ]);
    for (const [index, entry] of history.slice(1).entries()) expect(entry.old).toEqual(history[index]?.new);
  });

  it("[20.12] changes in the order in which they were made, though the clock of a later one is behind", async () => {
    const { id, created_at } = await site.createLink({ destination: A });
    const clock = vi.spyOn(Date, "now");
    for (const [destination, aheadMs] of [
      [B, 60_000],
      [C, 0],
      [A, 30_000],
    ] as const) {
      clock.mockReturnValue(Date.parse(created_at) + aheadMs);
      await write(id, { destination });
    }
    clock.mockRestore();
    expect((await historyOf(id)).map((entry) => entry.new["destination"])).toEqual([[B], [C], [A]]);
  });

  it("[12.13] redirects as well", async () => {
    const { id } = await site.createRedirect("/redirect", { destination: A });
    requireOk(await site.call("PUT", `/redirect/${id}`, { destination: B, type: "308" }));
    expect(await historyOf(id)).toMatchObject([
      { old: { destination: [A], type: "301" }, new: { destination: [B], type: "308" } },
    ]);
  });
});
