import { readFile } from "node:fs/promises";
import { unstable_splitSqlQuery } from "wrangler";
import { hashToken } from "../../src/services/token/token.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { fillingOf, LINK_ID, PASSWORD, TOKEN, tokenIdOf, WORKSPACE_ID } from "./filling.ts";
import { SVG_LOGO } from "./logo.ts";
import type { RunningWorker } from "./running-worker.ts";

/**
 * An installation that holds something in every table and column of a backup: what each migration brings
 * (`filling.ts`), and what the API makes. A new feature adds its own here.
 */

export { PASSWORD, TOKEN };

/** Visits that have to be answered as before, with the headers and the body of each. */
export const VISITS: [host: string, target: string, headers?: string[], method?: string][] = [
  ["go.example.com", "/Spring/more?x=1"],
  ["go.example.com", "/Spring+"],
  ["go.example.com", "/locked"],
  ["go.example.com", "/locked", [`X-Link-Password: ${PASSWORD}`]],
  ["go.example.com", "/page"],
  ["go.example.com", "/paused"],
  ["go.example.com", "/over"],
  ["go.example.com", "/Old/thing"],
  ["go.example.com", "/ask?x=1"],
  ["go.example.com", "/whatever"],
  ["a.filled.localhost", "/"],
  ["a.filled.localhost", "/Caf%C3%A9"],
  ["a.filled.localhost", "/framed"],
  ["a.filled.localhost", "/framed+"],
  ["a.filled.localhost", "/poster.qr"],
  ["a.filled.localhost", "/poster+"],
  ["a.filled.localhost", "/large"],
  ["a.filled.localhost", "/ruled"],
  ["a.filled.localhost", "/ruled?a=b"],
  ["a.filled.localhost", "/ruled", ["User-Agent: Twitterbot/1.0"]],
  ["a.filled.localhost", "/p/5.html"],
  ["a.filled.localhost", "/secret", ["X-Link-Password: correct horse"]],
  ["a.filled.localhost", "/secret", ["X-Link-Password: wrong horse"]],
  ["a.filled.localhost", "/page-of-the-owner/none"],
  ["suspended.localhost", "/kept"],
  ["unknown.localhost", "/"],
];

/** Calls of the API that have to answer as before, by any workspace's owner. */
export const CALLS = [
  "/account",
  "/workspace/current",
  "/tokens",
  "/members",
  "/blocklist",
  "/files",
  "/host",
  "/links?per_page=1000",
  "/links?filter[search]=poster",
  "/links?filter[tags]=%C3%BCn%C3%AF",
  "/link/count",
  "/links/facets",
  "/stats?from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z",
  `/links/${LINK_ID}/history`,
  `/links/${LINK_ID}/stats?from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z`,
  "/host/go.example.com/history",
];

const HOST = "*.filled.localhost";
const PAST = "2026-01-01T00:00:00Z";
const LARGE_PAGE = `<!doctype html><p>It's "large": ${"é'\u2028".repeat(16_000)}`;

/** The rows that the API creates. */
const WRITES: [method: string, path: string, body: unknown][] = [
  ["POST", "/host", { host: HOST }],
  [
    "PUT",
    `/host/${HOST}`,
    {
      expired_url: "https://example.com/expired",
      not_found_url: "https://example.com/lost",
      hsts: { max_age: 300, include_subdomains: true },
    },
  ],
  ["PUT", "/files/large.html", LARGE_PAGE],
  [
    "PUT",
    `/host/${HOST}`,
    {
      branding: { name: "Filled 'n' \"full\"", color: "#0b57d0" },
      pages: { "404": "large.html" },
    },
  ],
  ["PUT", "/host/go.example.com", { is_preview_off: true }],
  ["PUT", `/host/${HOST}/files/assetlinks.json`, [{ relation: ["r"], target: { namespace: "'web'" } }]],
  ["PUT", "/workspace", { branding: { link: "https://example.com/" }, pages: { paused: "large.html" } }],
  ["PUT", "/blocklist", { hosts: ["evil.example"] }],
  [
    "POST",
    "/link",
    { host: HOST, alias: "Café", destination: "https://example.com/?q='", tags: ["Ünï", "b"] },
  ],
  [
    "POST",
    "/link",
    {
      host: HOST,
      alias: "framed",
      destination: "https://example.com/f",
      type: "frame",
      is_preview_off: true,
      title: "🎉 'quoted' \"\\ \u2028",
    },
  ],
  [
    "POST",
    "/links",
    {
      host: HOST,
      alias: "poster",
      handler: "qr",
      destination: "https://example.com/p",
      qr: { theme: "dots" },
    },
  ],
  // With a start its page is guarded.
  ["POST", "/link", { host: HOST, alias: "large", destination: "https://example.com/l", starts: PAST }],
  [
    "POST",
    "/link",
    {
      host: HOST,
      alias: "ruled",
      destination: "https://example.com/r",
      rules: [
        { name: "Ünï", if: { query: { a: "b" } }, destination: "https://example.com/r/1" },
        {
          if: { country: ["AQ"] },
          destinations: ["https://example.com/r/2"],
          destination_routing: "fastest",
        },
      ],
      expired_url: "https://example.com/r/over",
      preview: { title: "Prévu", image: "https://example.com/r.png" },
    },
  ],
  [
    "POST",
    "/link",
    {
      host: HOST,
      alias: "ending",
      destinations: ["https://example.com/e/1", "https://example.com/e/2"],
      routing_ends: { at: "2120-01-01T00:00:00Z", destination: "https://example.com/e/2" },
    },
  ],
  ["POST", "/link", { host: HOST, alias: "limited", destination: "https://example.com/m", max_clicks: 5 }],
  [
    "POST",
    "/link",
    { host: HOST, alias: "secret", destination: "https://example.com/s", password: "correct horse" },
  ],
  ["POST", "/redirect", { url: HOST, destination: "https://example.com/any", forward_path: true }],
  ["POST", "/redirect", { url: `${HOST}/p/:id.html`, destination: "https://example.com/:id" }],
  ["POST", "/tokens", { name: "second", role: "viewer", expires: "2100-01-01T00:00:00Z" }],
  ["POST", "/tokens", { name: "narrow", hosts: [HOST] }],
  ["POST", "/tokens", { name: "folder", hosts: [HOST], tags: ["Sales"] }],
  ["POST", "/door-keys", { name: "blog", hosts: [HOST] }],
  ["POST", "/members", { email: "grace@example.com", name: "Grace", role: "editor", hosts: [HOST] }],
  ["POST", "/members", { email: "hedy@example.com", name: "Hedy", role: "editor", tags: ["Sales"] }],
];

/** The rows that the API creates in a second workspace, which is suspended afterwards. */
const SUSPENDED: typeof WRITES = [
  ["POST", "/host", { host: "suspended.localhost" }],
  ["POST", "/link", { host: "suspended.localhost", alias: "kept", destination: "https://example.com/kept" }],
];

/** The values that neither a migration's filling nor the API sets. */
const COLUMNS = [
  `UPDATE workspaces SET personal = 1, headurl = 'https://example.com/head', logo = 'logo', email = 'w@example.com',
     pm_type = 'card', pm_ending = '42', billing_extra = 'extra', expired_url = 'https://example.com/e' WHERE id = '${WORKSPACE_ID}'`,
  `UPDATE hosts SET https_requested = 0, force_https = 1, short_links_enabled = 0, errors = '[]', ssl_issued_at = 1, ssl_renews_at = 2,
     certificate = '{"id":"c","status":"active","expiresAtMs":2,"records":[]}', proof = 'txt', proven_at = 3, absent_since = 4,
     yielded_to = 'w', claim_due_at = 5 WHERE host = 'go.example.com'`,
  `UPDATE hosts SET errors = '[{"scope":"dns","code":"mismatch","message":"m","updated_at":"2026-01-01T00:00:00.000Z"}]' WHERE host = '${HOST}'`,
  "UPDATE workspaces SET suspended_at = 5, host_count = 2 WHERE name = 'Second'",
  `UPDATE records SET paused_by_suspension = 1, paused_by = 'system' WHERE host = 'suspended.localhost'`,
  `INSERT INTO hosts (host, workspace_id, domain, tld, waiting_since, connected_via, connected_at, created_by, created_at, updated_at)
     SELECT 'go.example.com|' || workspace_id, workspace_id, 'example.com', 'com', 6, 'api', 1, user_id, 1, 2
     FROM memberships WHERE workspace_id = (SELECT id FROM workspaces WHERE name = 'Second')`,
  `UPDATE records SET destination_routing = 'random', plugins = '["noindex"]', description = 'Décrit', is_switch_unbroken_destination = 1,
     threats = '{"https://example.com/b":"MALWARE"}', clicked_week = 20000,
     managed_by = 'site.csv', clicks_before = 7 WHERE id = '${LINK_ID}'`,
  `UPDATE records SET paused_by_claim = 1, paused_by_suspension = 1, paused_by_takedown = 1, paused_by = 'system'
     WHERE source = '/over'`,
  // Its first visit changes no count that is cached.
  `UPDATE records SET clicked_week = 30000 WHERE source = '/limited'`,
  "UPDATE history SET change_id = '0198c0de-7a10-7000-8000-0000000000c1'",
  // So far ahead that no check changes what the filling says.
  `UPDATE hosts SET check_due_at = 9000000000000 WHERE waiting_since IS NULL`,
  `UPDATE hosts SET claim_due_at = 9000000000000 WHERE waiting_since IS NOT NULL`,
  `UPDATE misses SET state = 'ignored', state_at = 5`,
  // Paths that a record answers by now.
  `INSERT INTO misses SELECT m.workspace_id, m.host, r.slot, m.redacted, r.source, iif(r.source = '/page', 'ignored', 'resolved'), 7,
       people, crawlers, bots, visits, first_at, last_at, oldest_day, referrers, days, suggestions, suggested_at
     FROM misses m CROSS JOIN records r ON r.host = m.host AND r.source IN ('/page', '/locked')`,
  `UPDATE hosts SET misses = 'all' WHERE host = 'go.example.com'`,
  `INSERT INTO pages (workspace_id, name, html, created_at, updated_at, type) VALUES ('${WORKSPACE_ID}', 'logo.svg', '${SVG_LOGO}', 1, 2, 'image/svg+xml')`,
  "UPDATE tokens SET last_used_at = 1, is_invited = 1 WHERE name = 'second'",
  `INSERT INTO users (id, name, created_at, left_workspace) VALUES ('left', 'Charles', 1, '${WORKSPACE_ID}')`,
  // The filling of the migration has a page without the record that guards it.
  "DELETE FROM guarded_pages WHERE record_id NOT IN (SELECT id FROM records WHERE guarded_file IS NOT NULL)",
  "DELETE FROM card_pictures WHERE record_id NOT IN (SELECT id FROM records WHERE preview ->> 'file' IS NOT NULL)",
  "DELETE FROM code_logos WHERE record_id NOT IN (SELECT id FROM records WHERE typeof(qr ->> 'logo') = 'text')",
];

/** Fills the installation of a worker, in place of the workspace that it began with. */
export async function fillInstallation(worker: RunningWorker): Promise<void> {
  await emptyInstallation(worker.db);
  const filling = fillingOf(await hashToken(TOKEN), tokenIdOf(1));
  await run(worker.db, Object.values(filling).flat());
  await write(worker, WRITES, TOKEN);
  const second = await newWorkspace({ name: "Second", plan: "pro", role: "owner", nowMs: 1 });
  for (const { sql, parameters } of second.statements)
    await worker.db
      .prepare(sql)
      .bind(...parameters)
      .run();
  await write(worker, SUSPENDED, second.token);
  const { body } = await worker.call("GET", "/links?filter[search]=/large", undefined, TOKEN);
  const { status } = await worker.call("PUT", `/link/${body.data[0].id}`, { file: "large.html" }, TOKEN);
  if (status !== 200) throw new Error(`the large page: ${status}`);
  await run(worker.db, COLUMNS);
  await run(worker.db, unstable_splitSqlQuery(await readFile("scripts/recount.sql", "utf8")));
}

async function write(worker: RunningWorker, writes: typeof WRITES, token: string): Promise<void> {
  for (const [method, path, body] of writes) {
    const { status, body: answer } = await worker.call(method, path, body, token);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  }
}

/** Deletes the workspace that a worker for tests begins with. */
export async function emptyInstallation(db: D1Database): Promise<void> {
  await run(
    db,
    ["tokens", "memberships", "users", "workspaces"].map((table) => `DELETE FROM ${table}`),
  );
}

async function run(db: D1Database, statements: string[]): Promise<void> {
  for (const sql of statements) await db.prepare(sql).run();
}
