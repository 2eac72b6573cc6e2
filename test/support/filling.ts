import { GONE_CHUNK, MONTH_BODY, SENT_ROWS } from "./filling-bytes.ts";

/**
 * Rows as the product wrote them in the days of each schema version, in the SQL of that version. A
 * migration that adds a table has rows of it here, and counts that writes keep, as they would be kept.
 */

export const WORKSPACE_ID = "0198c0de-7a10-7000-8000-000000000001";
export const LINK_ID = "0198c0de-7a10-7000-8000-000000000010";
/** A change that has deleted a record, and can be undone. */
export const CHANGE_ID = "0198c0de-7a10-7000-8000-000000000060";
const UPLOAD_ID = "0198c0de-7a10-7000-8000-000000000061";
/** A check that is done. */
export const CHECK_ID = "0198c0de-7a10-7000-8000-000000000070";
const SHARED_ID = "0198c0de-7a10-7000-8000-000000000090";
export const WEBHOOK_ID = "0198c0de-7a10-7000-8000-000000000080";
const OPEN_CHECK_ID = "0198c0de-7a10-7000-8000-000000000071";
/** One for each version: calls are limited by token. */
export const tokenIdOf = (version: number): string =>
  `0198c0de-7a10-7000-8000-${String(version).padStart(12, "0")}`;
export const TOKEN = `sp_${"0123456789".repeat(4)}`;
export const PASSWORD = "open sesame";
const USER_ID = "0198c0de-7a10-7000-8000-000000000002";
const MOMENT = 1_769_851_800_000;
const DAY = Math.floor(MOMENT / 86_400_000);
/** Long after any test runs. */
const END = MOMENT * 2;

/** bcrypt over the digest, at the least cost. */
const PASSWORD_HASH = "$2b$04$xzf/Hwp6q6dLwCmKsX3P8eR6uHZRoH49ZUb0bsdVnHC/ityxtwrpq";

interface Row {
  id: number;
  handler?: string;
  kind?: string;
  source: string;
  slot: string;
  destinations?: string[];
  more?: Record<string, string | number>;
}

/** The columns of a record of the first version; those that are not named have the defaults of the schema. */
function columnsOf({
  id,
  handler = "short-url",
  kind = "exact",
  source,
  slot,
  destinations = [],
  more = {},
}: Row): Record<string, string | number> {
  return {
    id: `${LINK_ID.slice(0, -2)}${id}`,
    workspace_id: WORKSPACE_ID,
    handler,
    runtime: handler === "short-url" ? "link" : "redirect",
    host: "go.example.com",
    source_kind: kind,
    source,
    slot,
    type: "302",
    destinations: JSON.stringify(destinations),
    search_text: `https://go.example.com${source}\n${destinations.join("\n")}`.toLowerCase(),
    created_by: USER_ID,
    created_via: "api",
    created_at: MOMENT,
    updated_at: MOMENT + id,
    ...more,
  };
}

function record(row: Row): string {
  const columns = { row: 2 ** 32 + row.id, ...columnsOf(row) };
  const values = Object.values(columns).map((value) => (typeof value === "number" ? value : `'${value}'`));
  return `INSERT INTO records (${Object.keys(columns).join(", ")}) VALUES (${values.join(", ")})`;
}

const RECORDS = [
  record({
    id: 10,
    source: "/Spring",
    slot: "p/spring",
    destinations: ["https://example.com/a", "https://example.com/b"],
    more: {
      title: "Spring",
      tags: '["News"]',
      utm: '{"source":"poster"}',
      qr: '{"theme":"dots","color":"#000000","logo":false,"show_url":false,"margin":"4"}',
      forward_path: 1,
      forward_query: 1,
      is_notify: 1,
      total_clicks: 7,
      version: 3,
    },
  }),
  record({
    id: 11,
    source: "/locked",
    slot: "p/locked",
    destinations: ["https://example.com/locked"],
    more: { password_hash: PASSWORD_HASH, password_version: 1 },
  }),
  record({ id: 12, source: "/page", slot: "p/page", more: { type: "html", file: "page.html" } }),
  record({
    id: 13,
    source: "/paused",
    slot: "p/paused",
    destinations: ["https://example.com/p"],
    more: { paused_by: "user" },
  }),
  record({
    id: 14,
    source: "/over",
    slot: "p/over",
    destinations: ["https://example.com/o"],
    more: { expires_at: MOMENT },
  }),
  record({
    id: 15,
    handler: "redirect",
    kind: "prefix",
    source: "/Old/*",
    slot: "w/old",
    destinations: ["https://example.com/new"],
    more: { prefix_depth: 1, forward_path: 1, type: "301" },
  }),
  record({
    id: 16,
    handler: "redirect",
    kind: "query",
    source: "/ask?x=1",
    slot: "q/ask?x=1",
    destinations: ["https://example.com/asked"],
  }),
  record({
    id: 17,
    handler: "migration",
    kind: "any",
    source: "*",
    slot: "h",
    destinations: ["https://example.com/any"],
    more: { type: "308" },
  }),
];

/** The record that the change has deleted. */
const GONE = columnsOf({
  id: 18,
  source: "/gone",
  slot: "p/gone",
  destinations: ["https://example.com/gone"],
});
const GONE_ROW = `{"id":"${GONE["id"]}","handler":"short-url","place":{"host":"go.example.com","source":{"kind":"exact","path":"/gone"}},"line":null,"result":"deleted","version":1,"before":{"destinations":["https://example.com/gone"]},"after":null}`;
const SLOTS = ["h", "p/spring", "p/locked", "p/page", "p/paused", "p/over", "w/old", "p/ask", "q/ask?x=1"];

/** By the number of the migration behind which they fit. @param tokenHash of TOKEN @param tokenId its id */
export function fillingOf(tokenHash: string, tokenId: string): Record<number, string[]> {
  return {
    1: [
      `INSERT INTO workspaces (id, name, plan, country, not_found_url, record_count, number, last_row, host_count, created_at, updated_at)
       VALUES ('${WORKSPACE_ID}', 'Acme', 'enterprise', 'DE', 'https://example.com/lost', 8, 1, 17, 1, ${MOMENT}, ${MOMENT})`,
      `INSERT INTO users (id, name, email, created_at) VALUES ('${USER_ID}', 'Ada', 'ada@example.com', ${MOMENT})`,
      `INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('${WORKSPACE_ID}', '${USER_ID}', 'owner', ${MOMENT})`,
      `INSERT INTO tokens (hash, id, workspace_id, user_id, name, role, created_at)
       VALUES ('${tokenHash}', '${tokenId}', '${WORKSPACE_ID}', '${USER_ID}', 'first token', 'owner', ${MOMENT})`,
      `INSERT INTO hosts (host, workspace_id, domain, tld, correct, current, dns_verified_at, checked_at, connected_via, connected_at, created_by, created_at, updated_at)
       VALUES ('go.example.com', '${WORKSPACE_ID}', 'example.com', 'com', 1, '["CNAME go.example.com edge.signpost.example"]', ${MOMENT}, ${MOMENT}, 'api', ${MOMENT}, '${USER_ID}', ${MOMENT}, ${MOMENT})`,
      `INSERT INTO pages (workspace_id, name, html, created_at, updated_at) VALUES ('${WORKSPACE_ID}', 'page.html', '<p>Back soon', ${MOMENT}, ${MOMENT})`,
      ...RECORDS,
      `INSERT INTO record_tags VALUES ('${WORKSPACE_ID}', 'news', '${LINK_ID}')`,
      `INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
       VALUES ('0198c0de-7a10-7000-8000-000000000020', '${LINK_ID}', '{"status":"active"}', '{"status":"paused"}', '${USER_ID}', 'first token', 'api', ${MOMENT})`,
      "UPDATE sequence SET value = 12",
      ...SLOTS.map((slot, index) => `INSERT INTO slots VALUES ('go.example.com', '${slot}', ${index + 1})`),
      // A snapshot that a crash left to be written.
      `INSERT INTO pending (seq, host, slot, created_at) VALUES (2, 'go.example.com', 'p/spring', ${MOMENT})`,
    ],
    2: [
      ...[LINK_ID, WORKSPACE_ID].flatMap((scope) => [
        `INSERT INTO clicks_daily VALUES ('${scope}', ${DAY}, 7, 2)`,
        `INSERT INTO clicks_hourly VALUES ('${scope}', ${DAY * 24}, 7, 2)`,
        `INSERT INTO clicks_by_value VALUES ('${scope}', 'country', ${DAY}, 'DE', 7)`,
      ]),
      "INSERT INTO click_batches (id) VALUES ('0mkv0abcd-0198c0de')",
    ],
    3: [
      "UPDATE workspaces SET notify_url = 'https://hook.example/in', notify_secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='",
      `UPDATE records SET health = '{"https://example.com/a":{"failures":3}}', monitor_state = 'broken', monitor_due_at = ${MOMENT} WHERE id = '${LINK_ID}'`,
      `INSERT INTO notifications VALUES ('0198c0de-7a10-7000-8000-000000000030', '${WORKSPACE_ID}', '{"type":"record.broken"}', 2, ${MOMENT * 2}, ${MOMENT})`,
    ],
    4: [
      `UPDATE hosts SET check_due_at = ${MOMENT}, turned_at = ${MOMENT}`,
      `INSERT INTO orphaned_certificates VALUES ('certificate', 'was.example.com', 1, ${MOMENT})`,
    ],
    10: [
      `INSERT INTO reprojections (host, created_at) VALUES ('was.example.com', ${MOMENT})`,
      `INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, '0198c0de-7a10-7000-8000-000000000040', ${MOMENT})`,
      `INSERT INTO key_sweeps (one, writes_tombstones, created_at, finished_at) VALUES (1, 0, ${MOMENT}, ${MOMENT})`,
    ],
    12: [
      `INSERT INTO cname_targets VALUES ('edge.signpost.example', ${MOMENT}, ${MOMENT})`,
      `INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at) VALUES ('0198c0de-7a10-7000-8000-000000000050', '${WORKSPACE_ID}', 'go.example.com', 1, 'proof', '', 'Signpost', 'system', ${MOMENT})`,
    ],
    56: [
      `INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source) VALUES ('${WORKSPACE_ID}', '0198c0de-7a10-7000-8000-000000000051', 'member', 'created', '${USER_ID}', 'Ada', NULL, '["role"]', '${USER_ID}', 'Ada', NULL, 'api')`,
      `INSERT INTO invitations VALUES ('${WORKSPACE_ID}', '${USER_ID}', 'invitation', ${MOMENT}, ${MOMENT}, NULL)`,
    ],
    14: [
      `INSERT INTO installation_blocklist VALUES (1, '["refused.example"]', ${MOMENT})`,
      `INSERT INTO dead_letters (id, body, received_at) VALUES ('0123456789abcdef', '{"kind":"clicks","id":"a","clicks":[]}', ${MOMENT})`,
    ],
    13: [
      `INSERT INTO backup_runs (one, name, upload_id, started_at, restarts, progress, finished_at) VALUES (1, 'signpost-2026-01-31.ndjson', 'upload', ${MOMENT}, 0, '{}', ${MOMENT})`,
    ],
    15: [
      ...[LINK_ID, WORKSPACE_ID].map(
        (scope) =>
          `INSERT INTO click_sheets VALUES ('${scope}', ${DAY + 1}, '${WORKSPACE_ID}', 3, 1, 'stamp', '{"h":{"9":[3,1]},"v":{"country":{"DE":3}}}')`,
      ),
      `INSERT INTO click_batches (id, body) VALUES ('0mkv0abcd-0198c0df', '{"v":1,"of":{"${WORKSPACE_ID}":{"${LINK_ID}":{"days":{"${DAY + 1}":{"h":{"9":[1,0]},"v":{"country":{"DE":1}}}}}}}}')`,
    ],
    16: ["UPDATE workspaces SET retention = '12m', retention_days = 366"],
    19: [`INSERT INTO guarded_pages VALUES ('${LINK_ID.slice(0, -2)}14', '${WORKSPACE_ID}', 'page.html')`],
    18: [
      `INSERT INTO idempotency_keys (token_id, path, key, body, run, started_at, result, created_at) VALUES ('0198c0de-7a10-7000-8000-000000000018', '/v1/link', 'key', 'digest', 'run', ${MOMENT}, '["${LINK_ID}"]', ${MOMENT})`,
      `INSERT INTO idempotency_counts VALUES ('${WORKSPACE_ID}', ${DAY}, 1)`,
    ],
    25: [
      `INSERT INTO changes (id, workspace_id, state, kind, request, actor_id, progress, counts, sample, chunks, done, bytes, created_at, updated_at, ends_at)
       VALUES ('${CHANGE_ID}', '${WORKSPACE_ID}', 'applied', 'delete', '{"kind":"delete","filter":{"search":"gone"},"isForced":false}', '${USER_ID}',
         '{"phase":"rows","position":0,"line":0,"behind":"","undoConflicts":0,"inputBytes":0}', '{"deleted":1}', '[${GONE_ROW}]', 1, 1, 205, ${MOMENT}, ${MOMENT}, ${END})`,
      `INSERT INTO change_chunks (change_id, n, counts, places, planned_by, applied_by, body)
       VALUES ('${CHANGE_ID}', 0, '{"deleted":1}', x'4317806d4dd70e8400000000', 'plan', 'run', x'${GONE_CHUNK}')`,
      `INSERT INTO records_aside VALUES ('${GONE["id"]}', '${WORKSPACE_ID}', '${CHANGE_ID}', '${JSON.stringify(GONE)}', 0)`,
      `INSERT INTO history_aside VALUES ('0198c0de-7a10-7000-8000-000000000021', '${GONE["id"]}', '{"status":"active"}', '{"status":"paused"}', '${USER_ID}', 'first token', 'api', ${MOMENT}, NULL)`,
      `INSERT INTO changes (id, workspace_id, state, kind, request, actor_id, progress, bytes, created_at, updated_at, ends_at)
       VALUES ('${UPLOAD_ID}', '${WORKSPACE_ID}', 'collecting', 'create', '{"kind":"create","owner":null,"hosts":null,"adopts":false,"isForced":false}', '${USER_ID}',
         '{"phase":"rows","position":0,"line":0,"behind":"","undoConflicts":0,"inputBytes":0}', 0, ${MOMENT}, ${MOMENT}, ${END})`,
      `INSERT INTO change_inputs VALUES ('${UPLOAD_ID}', 1, 0, 1, x'${SENT_ROWS}')`,
    ],
    28: [
      `INSERT INTO checks (id, workspace_id, state, ask_targets, total, done, counts, created_by, created_at, finished_at, expires_at)
       VALUES ('${CHECK_ID}', '${WORKSPACE_ID}', 'done', 1, 1, 1, '{"covered":1}', '${USER_ID}', ${MOMENT}, ${MOMENT}, ${END})`,
      `INSERT INTO check_rows VALUES ('${CHECK_ID}', 1, 'covered', 0, '${WORKSPACE_ID}',
         '[{"url":"http://go.example.com/ask?x=1","location":null,"status":null,"line":1,"result":"covered","reason":"","actualStatus":302,"actualLocation":"https://example.com/asked","recordId":"${LINK_ID.slice(0, -2)}16","hops":[],"target":"https://example.com/asked"}]')`,
      `INSERT INTO check_targets (check_id, url, host, workspace_id, due_at, status, location, reason)
       VALUES ('${CHECK_ID}', 'https://example.com/asked', 'example.com', '${WORKSPACE_ID}', NULL, 200, NULL, NULL)`,
      `INSERT INTO checks (id, workspace_id, state, ask_targets, total, created_by, created_at, expires_at)
       VALUES ('${OPEN_CHECK_ID}', '${WORKSPACE_ID}', 'collecting', 0, 0, '${USER_ID}', ${MOMENT}, ${END})`,
      `INSERT INTO check_parts VALUES ('${OPEN_CHECK_ID}', 1, 0, '${WORKSPACE_ID}', 1, '[["http://go.example.com/ask?x=1",null,null]]')`,
    ],
    29: [
      `INSERT INTO misses (workspace_id, host, slot, redacted, path, people, crawlers, bots, visits, first_at, last_at, oldest_day, referrers, days, suggestions, suggested_at)
       VALUES ('${WORKSPACE_ID}', 'go.example.com', 'p/lost', 0, '/Lost', 2, 1, 0, 3, ${MOMENT}, ${MOMENT}, ${DAY}, '{"news.example":2}', '{"${DAY}":[2,1,0]}', '[]', ${MOMENT})`,
      `INSERT INTO miss_days VALUES ('go.example.com', ${DAY}, '${WORKSPACE_ID}', 1, 0, 0, 'abcdefghp0001')`,
      `INSERT INTO miss_batches VALUES ('0mkv0abcd-0198c0e0', '{"v":1,"of":{}}')`,
      `INSERT INTO crawler_lists VALUES ('https://crawlers.example/list.json', '["192.0.2.0/27"]', ${MOMENT}, ${MOMENT})`,
    ],
    30: [
      `INSERT INTO sitemaps VALUES ('${WORKSPACE_ID}', 'go.example.com', 1, 'stamp', '${USER_ID}', ${MOMENT})`,
      `INSERT INTO sitemap_parts VALUES ('${WORKSPACE_ID}', 'go.example.com', 1, x'00ff')`,
    ],
    31: [
      `INSERT INTO sessions VALUES ('0f', '${WORKSPACE_ID}', '${USER_ID}', '${tokenHash}', ${MOMENT}, ${END}, ${MOMENT})`,
      `INSERT INTO sign_in_codes VALUES ('1f', '${WORKSPACE_ID}', '${tokenHash}', ${END})`,
    ],
    34: [
      `INSERT INTO check_hosts VALUES ('${CHECK_ID}', 'go.example.com', '${WORKSPACE_ID}', '{"covered":1}', '[]', ${MOMENT})`,
    ],
    35: [`INSERT INTO miss_reviews (workspace_id, host) VALUES ('${WORKSPACE_ID}', 'go.example.com')`],
    36: ["INSERT INTO orphaned_values VALUES ('0198c0de-7a10-7000-8000-0000000000ff', 2)"],
    41: [
      `INSERT INTO idempotency_token_counts VALUES ('${WORKSPACE_ID}', '0198c0de-7a10-7000-8000-000000000018', ${DAY}, 1)`,
    ],
    48: [
      `UPDATE click_batches SET ids = '["0mkv0abce-0198c0e0"]', waits_until = ${MOMENT} WHERE body IS NOT NULL`,
    ],
    54: [
      `INSERT INTO card_pictures VALUES ('${LINK_ID.slice(0, -2)}14', '${WORKSPACE_ID}', 'page.html')`,
      `INSERT INTO pages (workspace_id, name, html, created_at, updated_at, type) VALUES ('${WORKSPACE_ID}', 'go.example.com/robots.txt', '# ours', ${MOMENT}, ${MOMENT}, 'text/plain')`,
    ],
    52: [
      `INSERT INTO webhooks (id, workspace_id, url, events, hosts, secret, old_secret, old_secret_until, created_at, updated_at,
         off_at, off_reason, failures, failing_since)
       VALUES ('${WEBHOOK_ID}', '${WORKSPACE_ID}', 'https://hook.example/events', '["link.created"]', '["go.example.com"]', 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
         'whsec_MTEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=', ${END}, ${MOMENT}, ${MOMENT}, ${MOMENT}, 'failing', 3, ${MOMENT})`,
      `INSERT INTO webhook_deliveries (webhook_id, event_id, workspace_id, type, payload, created_at, accepted_at, attempts, attempted_at, status)
       VALUES ('${WEBHOOK_ID}', '0198c0de-7a10-7000-8000-000000000081', '${WORKSPACE_ID}', 'link.created', '{}', ${MOMENT}, ${MOMENT}, 1, ${MOMENT}, 200)`,
    ],
    62: [
      `UPDATE records SET click_id_param = 'cid' WHERE id = '${LINK_ID}'`,
      `INSERT INTO click_ids VALUES ('Zm9yIG9uZSBjbGljay4uLg', '${WORKSPACE_ID}', '${LINK_ID}', ${MOMENT}, '{"all":"","source":"link"}')`,
      `INSERT INTO conversion_names VALUES ('${WORKSPACE_ID}', 'signup', ${DAY})`,
      `INSERT INTO conversions VALUES ('Zm9yIG9uZSBjbGljay4uLg', 'signup', '${WORKSPACE_ID}', NULL, 4990, ${MOMENT}, 1, '${LINK_ID}')`,
      `INSERT INTO conversion_sums VALUES ('${LINK_ID}', '${WORKSPACE_ID}', ${DAY}, 'signup', 'all', '', 1, 4990)`,
    ],
    60: [
      `INSERT INTO shared_statistics VALUES ('${SHARED_ID}', '${WORKSPACE_ID}', 'hash of a secret',
         '{"name":"Spring","record":"${LINK_ID}","host":null,"tag":null,"shows":["series"],"days":28}', '["go.example.com"]', '${PASSWORD_HASH}', ${END}, '${USER_ID}', ${MOMENT})`,
    ],
    58: [`UPDATE webhook_deliveries SET hosts = '["go.example.com"]'`],
    51: ["UPDATE workspaces SET doors = 'shlink'"],
    70: [
      `INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at, arrived_at) VALUES ('${WORKSPACE_ID}', 'move', 'arrived', 'DB_01', ${MOMENT}, ${MOMENT}, ${MOMENT})`,
      `INSERT INTO move_notes (name, key, place, gone) VALUES ('records', '[1]', 1, 0)`,
    ],
    69: [`INSERT INTO hosts_elsewhere VALUES ('far.example.com', 'DB_01', ${MOMENT}, NULL, NULL)`],
    65: [`UPDATE activity SET diff = '{"old":{"role":"viewer"},"new":{"role":"editor"}}'`],
    64: [
      `UPDATE workspaces SET qr_styles = '[{"name":"Poster","style":{"theme":"dots"}}]'`,
      `INSERT INTO code_logos VALUES ('${LINK_ID.slice(0, -2)}14', '${WORKSPACE_ID}', 'page.html')`,
    ],
    57: [`UPDATE workspaces SET utm_templates = '[{"name":"News","utm":{"source":"news"}}]'`],
    47: ["UPDATE workspaces SET click_thresholds = '100,1000'"],
    46: [LINK_ID, WORKSPACE_ID].map(
      (scope) =>
        `INSERT INTO click_months VALUES ('${scope}', ${DAY - 90}, '${WORKSPACE_ID}', ${DAY - 88}, 'stamp', '[0,0,4]', '[0,0,1]', x'${MONTH_BODY}')`,
    ),
    44: [`INSERT INTO job_leases VALUES ('fold-misses', 'reach:0198c0de', ${MOMENT})`],
    6: [`INSERT INTO blocklists VALUES ('${WORKSPACE_ID}', '["blocked.example"]', ${MOMENT})`],
  };
}
