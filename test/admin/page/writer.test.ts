import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Hostname } from "../../../src/domain/hostname.ts";
import { SVG_LOGO } from "../../support/logo.ts";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

/** Which stored files a token with `hosts` writes. All tokens here are of one user: the owner makes them. */

let site: Site;
let elsewhere: Hostname;
/** A token for the site's first hostname. */
let narrow: string;

beforeEach(async () => {
  site = await createSite();
  elsewhere = await connectHost(site);
  narrow = await makeToken([site.host]);
});

async function makeToken(hosts: Hostname[], role = "editor"): Promise<string> {
  return requireOk(await site.call("POST", "/tokens", { name: "narrow", role, hosts })).body.token;
}

const as = (token: string) => ({ Authorization: `Bearer ${token}` });
const store = (name: string, html: string, token = site.token) =>
  site.call("PUT", `/files/${name}`, html, as(token));
const remove = (name: string, token = site.token) =>
  site.call("DELETE", `/files/${name}`, undefined, as(token));

/** Creates a link that serves a page, and returns its id. */
async function serve(host: Hostname, file: string): Promise<string> {
  const { id } = requireOk(await site.call("POST", "/link", { host })).body.data[0];
  requireOk(await site.call("PUT", `/link/${id}`, { file }));
  return id;
}

async function change(body: object): Promise<string> {
  const { id, counts } = requireOk(await site.call("POST", "/changes", body)).body;
  const deletes = counts.deleted === 0 ? {} : { deletes: counts.deleted };
  requireOk(await site.call("POST", `/changes/${id}/apply`, deletes));
  return id;
}

const contentOf = (name: string) =>
  env.DB.prepare("SELECT html FROM pages WHERE workspace_id = ?1 AND name = ?2")
    .bind(site.id, name)
    .first("html");

describe("[27.9] a caller with hosts", () => {
  it("writes and deletes no file that somebody else stored, before it is shown anywhere", async () => {
    requireOk(await store("menu", "<p>owner"));
    expectRefused(await store("menu", "<p>planted", narrow), "name");
    expectRefused(await remove("menu", narrow), "name");
    const logo = { "Content-Type": "image/svg+xml" };
    requireOk(await site.call("PUT", "/files/logo", SVG_LOGO, logo));
    expectRefused(await site.call("PUT", "/files/logo", SVG_LOGO, { ...logo, ...as(narrow) }), "name");
    expect(await contentOf("menu")).toBe("<p>owner");
    requireOk(await store("menu", "<p>newer"));
    requireOk(await remove("menu"));
  });

  it("writes a new file, and its own until another hostname shows it", async () => {
    requireOk(await store("own", "<p>1", narrow));
    requireOk(await store("own", "<p>2", narrow));
    const id = await serve(elsewhere, "own");
    expectRefused(await store("own", "<p>3", narrow), "name");
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await store("own", "<p>3", narrow));
    requireOk(await remove("own", narrow));
    expect((await remove("own", narrow)).status).toBe(404);
  });

  it("has not stored what another token of the same user stored, or stored again", async () => {
    const other = await makeToken([site.host]);
    requireOk(await store("own", "<p>1", narrow));
    expectRefused(await store("own", "<p>2", other), "name");
    requireOk(await store("own", "<p>1"));
    expectRefused(await store("own", "<p>2", narrow), "name");
  });

  it("writes a page of somebody else that its own hostnames show, and no other", async () => {
    requireOk(await store("shared", "<p>1"));
    await serve(site.host, "shared");
    requireOk(await store("shared", "<p>2", narrow));
    const id = await serve(elsewhere, "shared");
    expectRefused(await store("shared", "<p>3", narrow), "name");
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await store("shared", "<p>3", narrow));
  });

  it("has not stored what an earlier version of the Worker has stored, also over its own page", async () => {
    requireOk(await store("own", "<p>1", narrow));
    await storeByEarlierVersion("own", "<p>2");
    expectRefused(await store("own", "<p>3", narrow), "name");
    await storeByEarlierVersion("new", "<p>1");
    expectRefused(await remove("new", narrow), "name");
    requireOk(await store("new", "<p>2"));
  });

  it.each([
    ["deleted", { delete: true }],
    ["changed", { set: { destination: "https://example.com/" } }],
  ])("writes no page that the undo of a change shows elsewhere: records %s", async (_, edit) => {
    requireOk(await store("menu", "<p>owner"));
    await serve(site.host, "menu");
    const ids = [await serve(elsewhere, "menu")];
    const id = await change({ ids, ...edit });
    expectRefused(await store("menu", "<p>planted", narrow), "name");
    expectRefused(await remove("menu", narrow), "name");
    requireOk(await site.call("POST", `/changes/${id}/undo`));
    requireOk(await site.call("DELETE", `/link/${ids[0]}`));
    requireOk(await store("menu", "<p>planted", narrow));
  });

  it("writes no page that the undo of an import shows elsewhere", async () => {
    requireOk(await store("menu", "<p>owner"));
    await serve(site.host, "menu");
    const id = await serve(elsewhere, "menu");
    const { alias } = requireOk(await site.call("GET", `/link/${id}`)).body;
    const rows = [{ host: elsewhere, alias, destination: "https://example.com/" }];
    const imported = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows })).body;
    expectRefused(await store("menu", "<p>planted", narrow), "name");
    requireOk(await site.call("POST", `/changes/${imported.change}/undo`));
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await store("menu", "<p>new", narrow));
  });

  it("writes a page that only undos on its own hostnames show", async () => {
    requireOk(await store("menu", "<p>owner"));
    const id = await serve(site.host, "menu");
    await change({ ids: [id], delete: true });
    requireOk(await store("menu", "<p>narrow", narrow));
  });

  it("writes a page once the undo that showed it elsewhere is no longer kept", async () => {
    requireOk(await store("own", "<p>1", narrow));
    const id = await change({ ids: [await serve(elsewhere, "own")], delete: true });
    expectRefused(await store("own", "<p>2", narrow), "name");
    expectRefused(await remove("own", narrow), "name");
    // As a plan does that needs the room of its undo.
    await env.DB.prepare("UPDATE changes SET bytes = 0 WHERE id = ?1").bind(id).run();
    requireOk(await store("own", "<p>2", narrow));
  });
});

describe("[27.14] a caller with hosts", () => {
  let edited: string;

  beforeEach(async () => {
    ({ id: edited } = await site.createLink());
    narrow = await makeToken([site.host], "manager");
  });

  const call = (method: string, path: string, body: object) => site.call(method, path, body, as(narrow));
  const ways: [string, string, (file: string) => ReturnType<typeof call>][] = [
    ["a record", "file", (file) => call("PUT", `/link/${edited}`, { file })],
    ["a change", "set.file", (file) => call("POST", "/changes", { ids: [edited], set: { file } })],
    ["a hostname", "pages.404", (file) => call("PUT", `/host/${site.host}`, { pages: { "404": file } })],
  ];

  it.each(ways)("lets %s show no file of somebody else that nothing shows", async (_, field, show) => {
    requireOk(await store("menu", "<p>owner"));
    expectRefused(await show("menu"), field);
    await serve(elsewhere, "menu");
    requireOk(await show("menu"));
  });

  it.each(ways)(
    "lets %s show its own file, and one that a record of its hostname shows",
    async (_, field, show) => {
      requireOk(await store("own", "<p>1", narrow));
      requireOk(await show("own"));
      requireOk(await store("menu", "<p>owner"));
      await serve(site.host, "menu");
      requireOk(await show("menu"));
    },
  );

  it("lets its hostname show no logo of somebody else that nothing shows", async () => {
    const logo = { "Content-Type": "image/svg+xml" };
    requireOk(await site.call("PUT", "/files/logo", SVG_LOGO, logo));
    const show = () => call("PUT", `/host/${site.host}`, { branding: { logo: "logo" } });
    expectRefused(await show(), "branding.logo");
    requireOk(await site.call("PUT", "/workspace", { branding: { logo: "logo" } }));
    requireOk(await show());
  });
});

it("[14.7] a file that is stored again with the same content keeps its time", async () => {
  const first = requireOk(await store("same", "<p>1")).body;
  expect(requireOk(await store("same", "<p>1")).body).toEqual(first);
  const { updated_at } = requireOk(await store("same", "<p>2")).body;
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
});

/** Stores a page by the statement of release 0.2.0. */
async function storeByEarlierVersion(name: string, html: string): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO pages (workspace_id, name, html, created_at, updated_at, type) VALUES (?1, ?2, ?3, ?4, ?4, ?5)
     ON CONFLICT (workspace_id, name) DO UPDATE SET html = excluded.html, type = excluded.type,
       updated_at = max(excluded.updated_at, updated_at + 1)`,
  )
    .bind(site.id, name, html, Date.now(), "text/html")
    .run();
}
