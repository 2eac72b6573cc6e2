import { env } from "cloudflare:workers";
import { databasesOf } from "../../src/databases-of.ts";
import { requireOk } from "./site.ts";
import type { Answer, TestWorkspace } from "./workspace.ts";

/** Calls of the API and rows of the database for tests of lists. */

export const DAY_MS = 86_400_000;

/** A query string; member names of objects become `name[member]`. */
export function queryOf(parameters: Record<string, string | number | Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "object") query.append(name, String(value));
    else for (const [member, text] of Object.entries(value)) query.append(`${name}[${member}]`, text);
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** The rows of a list that must be answered. */
export async function listAll(
  workspace: TestWorkspace,
  filter: Record<string, string>,
  { path = "/links", sort }: { path?: string; sort?: string } = {},
): Promise<Answer["body"][]> {
  const query = queryOf({ filter, per_page: 1000, ...(sort !== undefined && { sort }) });
  return requireOk(await workspace.call("GET", path + query)).body.data;
}

/** Puts clicks of a day into the database, as the counting of clicks does. */
export async function addClicks(recordId: string, atMs: number, clicks = 1): Promise<void> {
  const day = Math.floor(atMs / DAY_MS);
  for (const { DB } of databasesOf(env))
    await DB.batch([
      DB.prepare("INSERT INTO clicks_daily (scope_id, day, clicks, bots) VALUES (?1, ?2, ?3, 0)").bind(
        recordId,
        day,
        clicks,
      ),
      DB.prepare("UPDATE records SET clicked_week = max(clicked_week, ?2) WHERE id = ?1").bind(
        recordId,
        day - ((day + 3) % 7),
      ),
    ]);
}

/** Sets columns of a record that no request sets. */
export async function setColumns(recordId: string, columns: Record<string, number | string>): Promise<void> {
  const names = Object.keys(columns);
  const sql = `UPDATE records SET ${names.map((name, i) => `${name} = ?${i + 2}`).join(", ")} WHERE id = ?1`;
  for (const { DB } of databasesOf(env)) {
    await DB.prepare(sql)
      .bind(recordId, ...Object.values(columns))
      .run();
  }
}

/** The result of the DNS check of a hostname. */
export async function setDnsCorrect(host: string, isCorrect: boolean): Promise<void> {
  const errors = isCorrect ? [] : [{ scope: "dns", code: "wrong", message: "wrong" }];
  for (const { DB } of databasesOf(env)) {
    await DB.prepare("UPDATE hosts SET correct = ?2, errors = ?3 WHERE host = ?1")
      .bind(host, Number(isCorrect), JSON.stringify(errors))
      .run();
  }
}

/** Midnight, UTC, of the Monday on which "the last four weeks" begin: this ISO week and the three before it. */
export function mondayOfLastFourWeeks(nowMs: number): number {
  const now = new Date(nowMs);
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday - 21);
}
