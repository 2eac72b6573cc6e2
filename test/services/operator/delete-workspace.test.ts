import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { deleteWorkspace } from "../../../src/services/operator/delete-workspace.ts";
import { storeClicks } from "../../../src/storage/click/store.ts";
import { untilVisible } from "../../support/operator.ts";
import { addToken, createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** Tables that hold nothing of a workspace, or nothing that names it. A new table has to be told apart here. */
const WITHOUT_WORKSPACE = [
  "attempts",
  "click_batches",
  "cname_targets",
  "dead_letters",
  "installation",
  "installation_blocklist",
  "key_sweeps",
  "orphaned_certificates",
  "pending",
  "public_suffixes",
  "reprojections",
  "sequence",
  "slots",
  "threat_round",
];

let site: Site;
let other: Site;
let urls: string[];

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT GLOB 'record_search*' AND name NOT GLOB '_cf*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*'`;

/** All rows of the tables that may hold something of a workspace, as text. */
async function readOwnedRows(): Promise<string> {
  const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !WITHOUT_WORKSPACE.includes(name));
  const tables = await Promise.all(
    names.map(async (name) => ({ name, ...(await env.DB.prepare(`SELECT * FROM ${name}`).all()) })),
  );
  return JSON.stringify(tables.map(({ name, results }) => ({ name, results })));
}

async function fill(filled: Site): Promise<string[]> {
  await addToken(filled.id, { role: "editor" });
  requireOk(await filled.call("PUT", "/files/hello", "<p>hello"));
  const link = await filled.createLink({ destination: "https://example.com", tags: ["a"], is_notify: true });
  const page = await filled.createLink({ alias: "page" });
  requireOk(await filled.call("PUT", `/link/${page.id}`, { file: "hello" }));
  requireOk(await filled.call("PUT", `/link/${link.id}`, { destination: "https://example.com/2" }));
  const query = await filled.createRedirect("/a?x=1", { destination: "https://example.com" });
  const prefix = await filled.createRedirect("/blog/*", { destination: "https://example.com" });
  const any = await filled.createRedirect("", { destination: "https://example.com" });
  requireOk(await filled.call("PUT", "/blocklist", { hosts: ["evil.example"] }));
  requireOk(await filled.call("GET", "/links/facets?filter[search]=example"));
  const at = Date.now();
  const clicks = [link, page].map(({ id }): [string, number, number, string, string, string] => [
    id,
    at,
    0,
    "DE",
    "news.example",
    "Mozilla/5.0",
  ]);
  await storeClicks(env.DB, [{ kind: "clicks", id: `batch-${filled.id}`, clicks }]);
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO notifications (id, workspace_id, payload, due_at, created_at) VALUES (?1, ?1, '{}', 0, 0)",
    ).bind(filled.id),
    env.DB.prepare(
      `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at)
       VALUES (?1, ?1, 'x.example', 1, 'proof', '', '', 'system', 0)`,
    ).bind(filled.id),
  ]);
  return [link, page, query, prefix, any].map(({ url }) => url.replace("*", "x"));
}

beforeAll(async () => {
  [site, other] = [await createSite(), await createSite()];
  urls = await fill(site);
  await fill(other);
  await untilVisible();
});

describe("a deleted workspace", () => {
  it("[25.3] leaves no row that names it, its records or its users, and takes none of another workspace", async () => {
    const before = await readOwnedRows();
    expect(before).toContain(site.id);
    for (const url of urls) expect((await visit(url)).status).not.toBe(404);
    const { results: ids } = await env.DB.prepare(
      "SELECT id FROM records WHERE workspace_id = ?1 UNION SELECT user_id FROM memberships WHERE workspace_id = ?1",
    )
      .bind(site.id)
      .all<{ id: string }>();
    expect(ids.length).toBeGreaterThan(6);

    await deleteWorkspace(env.DB, site.id, Date.now());
    const after = await readOwnedRows();
    for (const id of [site.id, ...ids.map(({ id }) => id)]) expect(after).not.toContain(id);
    const ofOther = (text: string) => text.split(other.id).length;
    expect(ofOther(after)).toBe(ofOther(before));
  });

  it("[25.3] is answered by the 404 page, and its snapshots are tombstones", async () => {
    await untilVisible();
    for (const url of urls) expect((await visit(url)).status).toBe(404);
    const { keys } = await env.SNAPSHOTS.list({ prefix: `p:${site.host}` });
    expect(keys.length).toBeGreaterThan(2);
    for (const { name } of keys) {
      expect(JSON.parse((await env.SNAPSHOTS.get(name)) ?? "{}")).toMatchObject({ records: [] });
    }
    expect((await site.call("GET", "/links")).status).toBe(401);
    expect((await visit(`http://${other.host}/page`)).status).toBe(200);
  });

  it("[25.3] is gone after a second run where the first was stopped", async () => {
    const large = await createSite();
    const rows = Array.from({ length: 250 }, (_, index) => ({
      host: large.host,
      alias: `r${index}`,
      destination: "https://example.com",
    }));
    requireOk(await large.call("POST", "/bulk/import", { mode: "create", rows }));
    const stopped = deleteWorkspace(env.DB, large.id, Date.now(), () => {
      throw new Error("stopped");
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect((await large.call("GET", "/links")).status).toBe(401);
    await deleteWorkspace(env.DB, large.id, Date.now());
    expect(await readOwnedRows()).not.toContain(large.id);
  });
});
