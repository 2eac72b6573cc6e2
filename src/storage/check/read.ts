import type { ListPart } from "../../domain/list.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { fromTexts } from "../../domain/refusal/stored.ts";
import type { Hostname } from "../../domain/hostname.ts";
import {
  NO_COUNTS,
  type Check,
  type CheckCounts,
  type CheckResult,
  type CheckRow,
  type CheckUrl,
  type TargetAnswer,
} from "../../domain/check/check.ts";
import type { Reach } from "../../domain/reach.ts";
import { fromHostsColumn, hostsParameter } from "../reach.ts";
import { rowWithin, selectWithin } from "../within.ts";

/** A reason as text, as 0.2.0 reads and writes it, and its code beside. Empty for none. */
export type Stored<Row extends { reason: Refusal | null }> = Omit<Row, "reason"> & {
  reason: string;
  code?: Refusal;
};

export function toStoredReason<Row extends { reason: Refusal | null }>({ reason, ...row }: Row): Stored<Row> {
  return reason === null ? { ...row, reason: "" } : { ...row, reason: say(reason), code: reason };
}

export function fromStoredReason<Row extends { reason: Refusal | null }>({
  reason,
  code,
  ...row
}: Stored<Row>): Row {
  return { ...row, reason: readReason(reason === "" ? null : reason, code) } as unknown as Row;
}

/** Returns the reason of a text and its code, which is absent where 0.2.0 has written it. */
function readReason(text: string | null, code: Refusal | undefined): Refusal | null {
  return text === null ? null : (fromTexts([text], code && [code])[0] ?? null);
}

export interface CheckTableRow extends Pick<Check, "id" | "state" | "status" | "total" | "done"> {
  workspace_id: string;
  ask_targets: number;
  counts: string;
  created_by: string;
  created_at: number;
  finished_at: number | null;
  expires_at: number;
  reach: string | null;
  hosts: string | null;
}

export function toCheck(row: CheckTableRow): Check {
  return {
    id: row.id,
    state: row.state,
    status: row.status,
    total: row.total,
    done: row.done,
    workspaceId: row.workspace_id,
    reach: { workspaceId: row.workspace_id, hosts: fromHostsColumn(row.reach), tags: null },
    hosts: fromHostsColumn(row.hosts) ?? [],
    asksTargets: row.ask_targets === 1,
    counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<CheckCounts>) },
    createdBy: row.created_by,
    createdAtMs: row.created_at,
    finishedAtMs: row.finished_at,
    expiresAtMs: row.expires_at,
  };
}

/** Selects a check within a reach; null if there is none, or its time is over. */
export async function selectCheck(
  db: D1Database,
  reach: Reach,
  id: string,
  nowMs: number,
): Promise<Check | null> {
  const row = await db
    .prepare(
      `SELECT * FROM checks WHERE id = ?1 AND workspace_id = ?2 AND expires_at > ?3
         AND ${rowWithin("checks", "?4", "?2")}`,
    )
    .bind(id, reach.workspaceId, nowMs, hostsParameter(reach))
    .first<CheckTableRow>();
  return row === null ? null : toCheck(row);
}

/** Selects checks within a reach, newest first, after the id `after`, or before it in the other direction. */
export async function selectChecks(
  db: D1Database,
  reach: Reach,
  { nowMs, ...part }: ListPart & { nowMs: number },
): Promise<{ items: Check[]; end: string | null }> {
  const { items, end } = await selectWithin<CheckTableRow>(db, "checks", reach, part, "expires_at > ?5", [
    nowMs,
  ]);
  return { items: items.map(toCheck), end: end && end.id };
}

/** The usage of the workspace ?1 at the moment ?2, as SQL. */
export const USAGE = `SELECT count(*) FILTER (WHERE state IN ('collecting', 'running', 'asking')) AS open, coalesce(sum(total), 0) AS urls
  FROM checks WHERE workspace_id = ?1 AND expires_at > ?2`;

export async function selectCheckUsage(db: D1Database, workspaceId: string, nowMs: number) {
  const row = await db.prepare(USAGE).bind(workspaceId, nowMs).first<{ open: number; urls: number }>();
  return row ?? { open: 0, urls: 0 };
}

/** URLs that are not explained yet, with their position. */
interface CheckChunk {
  part: number;
  chunk: number;
  urls: CheckUrl[];
}

type PackedUrl = [url: string, location: string | null, status: number | null];

export function packUrls(urls: CheckUrl[]): string {
  return JSON.stringify(urls.map(({ url, location, status }): PackedUrl => [url, location, status]));
}

/** Selects the next URLs that are not explained; null if there is none. */
export async function selectNextChunk(db: D1Database, checkId: string): Promise<CheckChunk | null> {
  const row = await db
    .prepare("SELECT part, chunk, urls FROM check_parts WHERE check_id = ?1 ORDER BY part, chunk LIMIT 1")
    .bind(checkId)
    .first<{ part: number; chunk: number; urls: string }>();
  if (row === null) return null;
  const packed = JSON.parse(row.urls) as PackedUrl[];
  return { ...row, urls: packed.map(([url, location, status]) => ({ url, location, status })) };
}

export async function selectUploaded(db: D1Database, checkId: string): Promise<number> {
  const row = await db
    .prepare("SELECT coalesce(sum(lines), 0) AS lines FROM check_parts WHERE check_id = ?1")
    .bind(checkId)
    .first<{ lines: number }>();
  return row?.lines ?? 0;
}

/** The number of chunks of results that are read at once. Each has up to 1,000 rows. */
const CHUNKS_AT_ONCE = 3;

/** Selects results after or before a line, of one kind or all. */
export async function selectCheckRows(
  db: D1Database,
  checkId: string,
  result: CheckResult | null,
  { after, isBackward, limit }: ListPart<number>,
): Promise<CheckRow[]> {
  const rows: CheckRow[] = [];
  // The chunk with the line begins before the line.
  let bound = after;
  let includesBound = true;
  while (rows.length < limit) {
    const chunks = await selectChunks(db, checkId, result, bound, { isBackward, includesBound });
    if (chunks.length === 0) break;
    for (const { rows: found } of chunks) {
      const fitting = found.filter(
        ({ line }) => after === null || (isBackward ? line < after : line > after),
      );
      rows.push(...(isBackward ? fitting.toReversed() : fitting));
    }
    bound = chunks.at(-1)?.firstLine ?? null;
    includesBound = false;
  }
  return rows.slice(0, limit);
}

async function selectChunks(
  db: D1Database,
  checkId: string,
  result: CheckResult | null,
  bound: number | null,
  { isBackward, includesBound }: { isBackward: boolean; includesBound: boolean },
): Promise<{ firstLine: number; rows: CheckRow[] }[]> {
  // Starts at the chunk with the bound, or at the next chunk.
  const from = isBackward
    ? `first_line ${includesBound ? "<=" : "<"} ?3`
    : includesBound
      ? "first_line >= coalesce((SELECT max(first_line) FROM check_rows WHERE check_id = ?1 AND first_line <= ?3), 0)"
      : "first_line > ?3";
  const order = isBackward ? "DESC" : "ASC";
  const { results } = await db
    .prepare(
      `SELECT first_line, rows FROM check_rows
       WHERE check_id = ?1 AND (?2 IS NULL OR result = ?2) AND first_line IN (
         SELECT DISTINCT first_line FROM check_rows
         WHERE check_id = ?1 AND (?2 IS NULL OR result = ?2) AND (?3 IS NULL OR ${from})
         ORDER BY first_line ${order} LIMIT ${CHUNKS_AT_ONCE})
       ORDER BY first_line ${order}`,
    )
    .bind(checkId, result, bound)
    .all<{ first_line: number; rows: string }>();
  const parse = ({ rows }: { rows: string }) =>
    (JSON.parse(rows) as Stored<CheckRow>[]).map(fromStoredReason<CheckRow>);
  const chunks = Map.groupBy(results, ({ first_line }) => first_line);
  return Array.from(chunks, ([firstLine, pieces]) => ({
    firstLine,
    rows: pieces.flatMap(parse).toSorted((a, b) => a.line - b.line),
  }));
}

export async function selectTargetAnswers(
  db: D1Database,
  checkId: string,
  urls: string[],
): Promise<Map<string, TargetAnswer>> {
  const { results } = await db
    .prepare(
      `SELECT t.url, t.status, t.location, t.reason, t.reason_code FROM json_each(?2) j
       CROSS JOIN check_targets t ON t.check_id = ?1 AND t.url = j.value WHERE t.due_at IS NULL`,
    )
    .bind(checkId, JSON.stringify(urls))
    .all<Omit<TargetAnswer, "reason"> & { url: string; reason: string | null; reason_code: string | null }>();
  return new Map(
    results.map(({ url, reason, reason_code, ...answer }) => {
      const code = reason_code === null ? undefined : (JSON.parse(reason_code) as Refusal);
      return [url, { ...answer, reason: readReason(reason, code) }];
    }),
  );
}

export async function selectTargetCounts(
  db: D1Database,
  checkId: string,
): Promise<{ total: number; open: number }> {
  const row = await db
    .prepare(`SELECT count(*) AS total, count(due_at) AS open FROM check_targets WHERE check_id = ?1`)
    .bind(checkId)
    .first<{ total: number; open: number }>();
  return row ?? { total: 0, open: 0 };
}

export async function selectDueTargets(
  db: D1Database,
  checkId: string,
  nowMs: number,
  limit: number,
): Promise<{ host: Hostname; urls: string[] }[]> {
  const { results } = await db
    .prepare(
      `SELECT host, url FROM check_targets INDEXED BY check_targets_due
       WHERE check_id = ?1 AND due_at <= ?2 ORDER BY due_at LIMIT ?3`,
    )
    .bind(checkId, nowMs, limit)
    .all<{ host: Hostname; url: string }>();
  const groups = Map.groupBy(results, ({ host }) => host);
  return Array.from(groups, ([host, found]) => ({ host, urls: found.map(({ url }) => url) }));
}
