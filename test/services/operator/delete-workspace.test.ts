import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { deleteWorkspace } from "../../../src/services/operator/delete-workspace.ts";
import { storeClicks } from "../../../src/storage/click/store.ts";
import { clickOn, fold, messageOf, store } from "../../support/click.ts";
import { untilVisible } from "../../support/operator.ts";
import { addToken, createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** Tables that hold nothing of a workspace, or nothing that names it. A new table has to be told apart here. */
const WITHOUT_WORKSPACE = [
  "attempts",
  "backup_runs",
  "click_batches",
  "cname_targets",
  "crawler_lists",
  "dead_letters",
  "hosts_elsewhere",
  "installation",
  "installation_blocklist",
  "job_leases",
  "key_sweeps",
  "miss_batches",
  "move_notes",
  "orphaned_certificates",
  "orphaned_values",
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

/** What features keep for a workspace (?1) that the calls of `fill` do not make. */
const ROWS_OF_A_WORKSPACE = [
  "INSERT INTO sessions VALUES ('session ' || ?1, ?1, 'user', NULL, 0, 0, NULL)",
  `INSERT INTO webhooks (id, workspace_id, url, events, secret, created_at, updated_at)
   VALUES ('webhook of ' || ?1, ?1, 'https://hook.example/', '[]', 'whsec_', 0, 0)`,
  `INSERT INTO webhook_deliveries (webhook_id, event_id, workspace_id, type, payload, created_at)
   VALUES ('webhook of ' || ?1, 'event', ?1, 'link.created', '{}', 0)`,
  "INSERT INTO click_ids VALUES ('click of ' || ?1, ?1, 'gone', 0, '{\"all\":\"\"}')",
  "INSERT INTO conversions (click_id, name, workspace_id, amount, at) VALUES ('click of ' || ?1, 'sale', ?1, 0, 0)",
  "INSERT INTO shared_statistics VALUES ('shared of ' || ?1, ?1, 'hash of ' || ?1, '{}', NULL, NULL, NULL, 'user', 0)",
  "INSERT INTO sign_in_codes VALUES ('code ' || ?1, ?1, 'token', 0)",
  "INSERT INTO misses SELECT ?1, 'x.example', 'p/lost', 0, '/lost', 'open', 0, 1, 0, 0, 1, 0, 0, 0, '{}', '{}', NULL, NULL",
  "INSERT INTO miss_reviews VALUES (?1, 'x.example', '', 1)",
  "INSERT INTO miss_days VALUES (?1 || '.example', 0, ?1, 1, 0, 0, '')",
  "INSERT INTO sitemaps VALUES (?1, 'x.example', 1, 'stamp', 'user', 0)",
  "INSERT INTO sitemap_parts VALUES (?1, 'x.example', 1, x'00')",
  `INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at)
   VALUES (?1, 'move of ' || ?1, 'arrived', 'DB_01', 0, 0)`,
  "INSERT INTO invitations VALUES (?1, 'user', 'invitation of ' || ?1, 0, 0, NULL)",
  "INSERT INTO idempotency_counts VALUES (?1, 0, 1)",
  "INSERT INTO idempotency_token_counts VALUES (?1, 'gone', 0, 1)",
  "INSERT INTO clicks_daily VALUES (?1, 0, 1, 0)",
  "INSERT INTO clicks_hourly VALUES (?1, 0, 1, 0)",
  "INSERT INTO clicks_by_value VALUES (?1, 'country', 0, 'DE', 1)",
  "INSERT INTO click_sheets VALUES ('gone of ' || ?1, 0, ?1, 1, 0, 'stamp', '{}')",
  "INSERT INTO click_months VALUES ('gone of ' || ?1, 0, ?1, 0, 'stamp', '[1]', '[0]', x'00')",
  `INSERT INTO changes (id, workspace_id, state, kind, request, actor_id, progress, created_at, updated_at, ends_at)
   VALUES ('change of ' || ?1, ?1, 'collecting', 'create', '{}', 'user', '{}', 0, 0, 9000000000000)`,
  "INSERT INTO change_inputs VALUES ('change of ' || ?1, 1, 0, 1, x'00')",
  "UPDATE changes SET state = 'applied' WHERE id = 'change of ' || ?1",
  "INSERT INTO change_chunks (change_id, n, counts, places, applied_by) VALUES ('change of ' || ?1, 0, '{}', x'00', 'run')",
  "INSERT INTO records_aside VALUES ('aside of ' || ?1, ?1, 'change of ' || ?1, '{}', 0)",
  "INSERT INTO history_aside VALUES ('entry of ' || ?1, 'aside of ' || ?1, '{}', '{}', 'user', '', 'api', 0, NULL)",
  `INSERT INTO checks (id, workspace_id, state, ask_targets, total, created_by, created_at, expires_at)
   VALUES ('check of ' || ?1, ?1, 'collecting', 0, 0, 'user', 0, 9000000000000)`,
  "INSERT INTO check_parts VALUES ('check of ' || ?1, 1, 0, ?1, 0, '[]')",
  "INSERT INTO check_hosts VALUES ('check of ' || ?1, 'x.example', ?1, '{}', '[]', NULL)",
  "INSERT INTO check_rows VALUES ('check of ' || ?1, 1, 'covered', 0, ?1, '[]')",
  "INSERT INTO check_targets VALUES ('check of ' || ?1, 'https://example.com', 'example.com', ?1, NULL, NULL, NULL, NULL, NULL)",
];

/** Tables that are not filled: rows of the one go with their records, those of the other within a day. */
const NOT_FILLED = ["guarded_pages", "card_pictures", "code_logos", "idempotency_keys"];

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
    ...ROWS_OF_A_WORKSPACE.map((sql) => env.DB.prepare(sql).bind(filled.id)),
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
    const empty = (JSON.parse(before) as { name: string; results: unknown[] }[])
      .filter(({ results }) => results.length === 0)
      .map(({ name }) => name);
    expect(empty.filter((name) => !NOT_FILLED.includes(name))).toEqual([]);
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

  it("[25.3] gets no sheet of clicks that were stored before and are added to sheets later", async () => {
    const late = await createSite();
    const { id } = await late.createLink({ destination: "https://example.com" });
    await store([messageOf(clickOn(id))]);
    await deleteWorkspace(env.DB, late.id, Date.now());
    await fold();
    expect(await readOwnedRows()).not.toContain(late.id);
  });
});
