import { env } from "cloudflare:workers";
import { databasesOf } from "../../src/databases-of.ts";
import type { Env } from "../../src/env.ts";
import { numbersOf, type Numbers } from "../../src/storage/workspace/number.ts";

/**
 * In which database the workspaces of tests live. It is one for all, unless the tests run with a second one
 * (vitest.config.ts): then the workspaces of a test take turns, so that what it does with two of them is done across
 * databases. The first one lives in the database that tests look into.
 */

/** Whether workspaces live in two databases: tests of what there is with one alone are skipped. */
export const HAS_SECOND_DATABASE = env.SECOND_DATABASE !== undefined;

/** The databases of workspaces that do not live in the one that tests look into. */
const elsewhere = new Map<string, D1Database>();
/** Workspaces made so far: outside of tests, and in the current one. */
const made = { outside: 0, inside: 0 };
let isInside = false;

/** Tells that a file or a test begins, or that a test has ended. */
export function turnTo(part: "file" | "test" | "between"): void {
  if (part === "file") made.outside = 0;
  made.inside = 0;
  isInside = part === "test";
}

/** Chooses the database of a new workspace, and the numbers that it gives. */
export function chooseHome(): { home: D1Database; numbers?: Numbers } {
  const before = isInside ? Math.min(made.outside, 1) + made.inside++ : made.outside++;
  if (!HAS_SECOND_DATABASE) return { home: env.DB };
  return before % 2 === 0
    ? { home: env.DB, numbers: numbersOf("DB_01") }
    : { home: env.DB_01, numbers: numbersOf("DB") };
}

/** Remembers the database of a workspace. */
export function noteHome(workspaceId: string, home: D1Database): void {
  if (home !== env.DB) elsewhere.set(workspaceId, home);
}

/** Returns the database of a workspace of a test. */
export function homeOf(workspaceId: string): D1Database {
  return elsewhere.get(workspaceId) ?? env.DB;
}

/** Returns the environment of the database of a workspace of a test. */
export function envOf(workspaceId: string): Env {
  return databasesOf(env).find(({ DB }) => DB === homeOf(workspaceId)) ?? env;
}

/** Returns what messages of the database of a workspace of a test carry. */
export function addressOf(workspaceId: string): { database?: string } {
  const { DATABASE } = envOf(workspaceId);
  return DATABASE === undefined ? {} : { database: DATABASE };
}

/** Returns the rows of a query in all databases. */
export async function selectInAll<T>(sql: string, ...parameters: unknown[]): Promise<T[]> {
  const found = databasesOf(env).map(({ DB }) =>
    DB.prepare(sql)
      .bind(...parameters)
      .all<T>(),
  );
  return (await Promise.all(found)).flatMap(({ results }) => results);
}
