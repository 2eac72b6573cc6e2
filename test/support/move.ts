import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { moveWorkspace } from "../../src/jobs/move/move-workspace.ts";
import { runWithQueues } from "../../src/jobs/run-job.ts";
import type { Env } from "../../src/env.ts";
import { beginMove } from "../../src/storage/operator/move.ts";
import { bindPlain } from "../../src/storage/statement.ts";
import { hookedDatabase, type Around } from "./hooked-database.ts";
import { severalDatabases, type Installation } from "./several-databases.ts";

/** Moves of workspaces, without the rest of a minute of cron. */

const ALONE = { statements: 900, subrequests: 900, ms: 50_000 };
/** Enough to copy, and too little to end the move. */
export const COPIES_ONLY = { statements: 499, subrequests: 900, ms: 50_000 };
/** From then on the rows of a workspace that has left are deleted. */
export const KEPT_MS = 15 * 60_000;

/** A run of the job in the database that a workspace leaves. Returns whether something is left to do. */
export function runMove(env: Env, nowMs = Date.now(), allowance = ALONE): Promise<boolean> {
  return moveWorkspace(runWithQueues(env, allowance, nowMs));
}

export async function startMove(
  env: Env,
  workspaceId: string,
  to: string,
  nowMs = Date.now(),
): Promise<void> {
  await bindPlain(env.DB, beginMove(workspaceId, crypto.randomUUID(), to, nowMs)).run();
}

/** Copies all tables, and what is written meanwhile. */
export async function copyAll(env: Env): Promise<void> {
  let before: string | null;
  let progress: string | null = null;
  do {
    before = progress;
    await runMove(env, Date.now(), COPIES_ONLY);
    progress = await env.DB.prepare("SELECT progress FROM moves").first<string>("progress");
  } while (progress !== before);
}

/** Moves a workspace, and deletes its old rows. */
export async function moveTo(env: Env, workspaceId: string, to: string): Promise<void> {
  await startMove(env, workspaceId, to);
  await endMove(env);
}

/** Goes on with the move from a database to its end. @throws Error if it does not come to an end */
export async function endMove(env: Env): Promise<void> {
  const nowMs = Date.now();
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    const state = await stateOf(env);
    if (state === null) return;
    await runMove(env, state === "left" ? nowMs + KEPT_MS : nowMs);
  }
  const { results } = await env.DB.prepare("SELECT state, failures, error, progress FROM moves").all();
  throw new Error(`The move does not end: ${JSON.stringify(results)}`);
}

const MOST_RUNS = 30;

/** The state of the workspace that leaves a database; null if none does. */
export async function stateOf(env: Env): Promise<string | null> {
  return env.DB.prepare(
    "SELECT state FROM moves WHERE state NOT IN ('arriving', 'arrived', 'cancelled')",
  ).first<string>("state");
}

/** An installation on the same databases, each of whose calls goes through a function. */
export function hookedInstallation(around: Around): Installation {
  const { DB, DB_01, DB_02 } = env;
  const hooked = Object.entries({ DB, DB_01, DB_02 }).map(([name, db]) => [name, hookedDatabase(db, around)]);
  return severalDatabases(Object.fromEntries(hooked));
}

/**
 * Makes runs of a move until one dies, once the workspace has reached a state. With `closed`, the first slots are copied; with
 * `left`, its hostnames still pass.
 */
export async function runMoveUntil(source: Env, state: "closed" | "left"): Promise<void> {
  let isDead = false;
  const dying = hookedInstallation(async (call, sql) => {
    if (isDead) throw new Error("the invocation is dead");
    isDead = (await stateOf(source)) === state && (state === "left" || /INSERT INTO slots/.test(sql));
    if (isDead && state === "closed") await call();
    if (isDead) throw new Error("the invocation died");
    return call();
  });
  const from = dying.envs.find(({ DATABASE }) => DATABASE === source.DATABASE);
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    await runMove(from ?? source).catch(() => {});
    if (isDead) break;
  }
  expect(await stateOf(source)).toBe(state);
}
