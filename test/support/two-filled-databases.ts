import type { DatabaseSync } from "node:sqlite";
import { fillingOf, tokenIdOf } from "./filling.ts";

/**
 * Two databases of one installation, each with rows in every table: those of `filling.ts`, and the same with other ids,
 * hostname and number. What both know of the same message, letter, certificate and name of the DNS stays the same.
 */

export const FIRST_HOST = "go.example.com";
export const SECOND_HOST = "far.example.com";
export const FIRST_WORKSPACE = "0198c0de-7a10-7000-8000-000000000001";
export const SECOND_WORKSPACE = "0298c0de-7a10-7000-8000-000000000001";
const FIRST_LINK = "0198c0de-7a10-7000-8000-000000000010";
const SECOND_LINK = "0298c0de-7a10-7000-8000-000000000010";

/** A message whose clicks the first database has added, and the second has not. */
export const HALF_ADDED = "0mkv0abcd-0198c0de";
/** One that neither has added. */
export const STORED = "0mkv0abcd-0198c0df";
export const MISSED = "0mkv0abcd-0198c0e0";

/** A number that the second database gives. */
const NUMBER = 512_001;
const FIRST_NUMBER_OF_SECOND = (NUMBER - 1) * 2 ** 32;

const clicksOf = (workspace: string, link: string) =>
  JSON.stringify({ v: 1, of: { [workspace]: { [link]: { days: { 20490: { h: { 9: [1, 0] }, v: {} } } } } } });
const missesOf = (host: string) => JSON.stringify({ v: 1, of: { [host]: { 20490: [] } } });

/** The order of their ids as bytes is not that of their UTF-16 units. */
const [FIRST_USER, SHARED_USER] = ["！", "😀"].map(
  (id) => `INSERT INTO users (id, name, created_at) VALUES ('${id}', 'Left behind', 1)`,
) as [string, string];

export function fillFirst(db: DatabaseSync): void {
  run(db, [
    ...Object.values(fillingOf("hash of a token", tokenIdOf(1))).flat(),
    FIRST_USER,
    SHARED_USER,
    `UPDATE click_batches SET body = '${clicksOf(FIRST_WORKSPACE, FIRST_LINK)}' WHERE id = '${STORED}'`,
    `UPDATE miss_batches SET body = '${missesOf(FIRST_HOST)}' WHERE id = '${MISSED}'`,
  ]);
}

export function fillSecond(db: DatabaseSync): void {
  const filling = Object.values(fillingOf("hash of another token", tokenIdOf(1))).flat();
  run(db, [
    ...filling.map(toSecond),
    `UPDATE workspaces SET number = ${NUMBER}`,
    SHARED_USER,
    `UPDATE click_batches SET body = '${clicksOf(SECOND_WORKSPACE, SECOND_LINK)}', ids = '["other"]', waits_until = NULL
     WHERE id IN ('${HALF_ADDED}', '${STORED}')`,
    `UPDATE miss_batches SET body = '${missesOf(SECOND_HOST)}' WHERE id = '${MISSED}'`,
    `UPDATE installation_blocklist SET hosts = '["later.example"]', updated_at = updated_at + 1`,
    "UPDATE cname_targets SET asked_at = asked_at - 1, seen_at = seen_at + 5",
    "UPDATE dead_letters SET received_at = received_at + 1",
    // A claim on a hostname of the other database.
    `INSERT INTO hosts (host, workspace_id, domain, tld, waiting_since, connected_via, connected_at, created_by, created_at, updated_at)
     SELECT '${FIRST_HOST}|' || workspace_id, workspace_id, domain, tld, 6, 'api', 1, created_by, 1, 2 FROM hosts`,
  ]);
}

function run(db: DatabaseSync, statements: string[]): void {
  for (const sql of statements) db.exec(sql);
}

function toSecond(sql: string): string {
  return sql
    .replaceAll("0198c0de-7a10", "0298c0de-7a10")
    .replaceAll(FIRST_HOST, SECOND_HOST)
    .replaceAll("hash of a secret", "hash of another secret")
    .replaceAll(/\b42949673\d\d\b/g, (row) => String(Number(row) + FIRST_NUMBER_OF_SECOND));
}
