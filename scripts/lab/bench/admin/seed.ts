import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { newWorkspace } from "../../../../src/services/workspace/new-workspace.ts";
import { writeAll } from "../../../support/local-database.ts";
import { PROJECT_FOLDER } from "../../../support/project.ts";

/** Creates records like those of the API, by SQL only: a million in about two minutes. */

export const HOSTS = 20;
/** Records with the tag `rare` and the word `rareword`, however many there are. */
const RARE = 10;
const CHUNK = 50_000;
const DAY_MS = 86_400_000;
/** The period over which the records' times of creation are spread. */
const AGE_MS = 730 * DAY_MS;

export const hostname = (index: number) => `go${index}.example.com`;

/** Fills an empty database. Returns the token of the workspace. */
export async function seed(db: DatabaseSync, size: number, nowMs: number): Promise<string> {
  const options = { name: "Benchmark", plan: "enterprise", role: "owner", nowMs } as const;
  const { id, userId, token, statements } = await newWorkspace(options);
  writeAll(db, statements);
  writeAll(
    db,
    Array.from({ length: HOSTS }, (_, index) => ({
      sql: `INSERT INTO hosts (host, workspace_id, domain, tld, correct, ssl_issued_at, connected_via, connected_at, created_by, created_at, updated_at, check_due_at)
            VALUES (?1, ?2, 'example.com', 'com', ?3, ?4, 'api', ?4, ?5, ?4, ?4, ?6)`,
      parameters: [hostname(index), id, Number(index > 1), nowMs, userId, nowMs + 365 * DAY_MS],
    })),
  );
  for (let from = 0; from < size; from += CHUNK) {
    const parameters = { from, to: Math.min(from + CHUNK, size), size, nowMs, id, userId };
    writeAll(db, chunk(parameters));
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  writeAll(db, [
    {
      sql: "UPDATE workspaces SET record_count = ?2, last_row = ?2, host_count = ?3 WHERE id = ?1",
      parameters: [id, size, HOSTS],
    },
  ]);
  db.exec(await readFile(join(PROJECT_FOLDER, "scripts/recount.sql"), "utf8"));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return token;
}

/** Deletes the records that a run has created. */
export function removeTraces(db: DatabaseSync, size: number): void {
  writeAll(db, [
    { sql: "DELETE FROM count_cache", parameters: [] },
    {
      sql: "DELETE FROM records WHERE row > (SELECT (number << 32) + ?1 FROM workspaces)",
      parameters: [size],
    },
    { sql: "UPDATE workspaces SET record_count = ?1", parameters: [size] },
  ]);
}

type Chunk = Record<"from" | "to" | "size" | "nowMs", number> & Record<"id" | "userId", string>;

function chunk({ from, to, size, nowMs, id, userId }: Chunk) {
  const rareEvery = Math.max(1, Math.floor(size / RARE));
  const week = Math.floor((Math.floor(nowMs / DAY_MS) + 3) / 7) * 7 - 3;
  const numbers = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1}),
    m AS (SELECT i, ${nowMs - AGE_MS} + CAST(${AGE_MS / size} * i AS INTEGER) AS at, i % ${rareEvery} = 0 AS rare FROM n)`;
  const recordId = "printf('%08x-%04x-7%03x-8000-%012x', at >> 16, at & 65535, i % 4096, i)";
  const host = `'go' || (i / 2 % ${HOSTS}) || '.example.com'`;
  const tags = `json_array('all', 'Tag ' || (i % 50), iif(rare, 'rare', 'common'))`;
  const title = "'number ' || i || ' common' || iif(rare, ' rareword', '')";
  return [
    {
      sql: `${numbers}
        INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type,
          destinations, title, tags, paused_by, total_clicks, clicked_week, search_text, created_by, created_via,
          created_at, updated_at)
        SELECT (w.number << 32) + 1 + i, ${recordId}, w.id, iif(i % 2 = 0, 'short-url', 'redirect'),
          iif(i % 2 = 0, 'link', 'redirect'), ${host}, 'exact', '/s' || i, 'p/s' || i,
          iif(i % 4 = 1, '301', '302'), json_array('https://example.com/page/' || i), ${title}, ${tags},
          iif(i % 21 = 0, 'user', NULL), i % 977, iif(i % 9 = 0, ${week}, 0),
          'https://' || ${host} || '/s' || i || char(10) || ${title} || char(10) || 'https://example.com/page/' || i
            || char(10) || 'all' || char(10) || 'tag ' || (i % 50) || char(10) || iif(rare, 'rare', 'common'),
          ?1, 'api', at, at
        FROM m CROSS JOIN workspaces w ON w.id = ?2`,
      parameters: [userId, id],
    },
    {
      sql: `${numbers} INSERT INTO record_tags (workspace_id, tag, record_id)
        SELECT ?1, lower(t.value), ${recordId} FROM m CROSS JOIN json_each(${tags}) t`,
      parameters: [id],
    },
    {
      sql: `${numbers} INSERT INTO clicks_daily (scope_id, day, clicks, bots)
        SELECT ${recordId}, ${week}, 1 + i % 5, 0 FROM m WHERE i % 9 = 0`,
      parameters: [],
    },
  ];
}
