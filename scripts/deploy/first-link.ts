import { setTimeout as delay } from "node:timers/promises";
import { newId } from "../../src/services/new-id.ts";
import { generateToken, hashToken } from "../../src/services/token/token.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { CommandError } from "../support/command.ts";
import { toLiteral } from "../support/sql-text.ts";
import type { DeployedDatabase } from "./database.ts";

/** Brings an installation to its first link, through its own API. */

/** Creates a workspace in the first database if none has one. Returns the token of its owner, which cannot be read again. */
export async function ensureFirstWorkspace(
  [first, ...further]: [DeployedDatabase, ...DeployedDatabase[]],
  name: () => Promise<string>,
  nowMs: number,
): Promise<{ name: string; token: string } | null> {
  for (const db of [first, ...further]) {
    if ((await db.rows("SELECT 1 FROM workspaces LIMIT 1")).length > 0) return null;
  }
  const workspace = { name: await name(), plan: "enterprise", role: "owner" } as const;
  const { token, statements } = await newWorkspace({ ...workspace, nowMs });
  await first.write(statements);
  return { name: workspace.name, token };
}

const TOKEN_LIFETIME_MS = 3_600_000;

/**
 * Runs work with a token of the first workspace's owner that exists for as long as the work does, and for an hour at
 * most. Returns null if no workspace has an owner.
 */
export async function withOwnerToken<T>(
  db: DeployedDatabase,
  nowMs: number,
  work: (token: string) => Promise<T>,
): Promise<T | null> {
  const [owner] = await db.rows(
    `SELECT m.workspace_id, m.user_id FROM workspaces w JOIN memberships m ON m.workspace_id = w.id
     WHERE m.role = 'owner' ORDER BY w.number LIMIT 1`,
  );
  if (owner === undefined) return null;
  const [secret, id] = [generateToken(), newId(nowMs)];
  const sql = `INSERT INTO tokens (hash, id, workspace_id, user_id, name, role, created_at, expires_at)
    VALUES (?1, ?2, ?3, ?4, 'deployment', 'owner', ?5, ?6)`;
  const parameters = [
    await hashToken(secret),
    id,
    String(owner["workspace_id"]),
    String(owner["user_id"]),
    nowMs,
    nowMs + TOKEN_LIFETIME_MS,
  ];
  await db.write([{ sql, parameters }]);
  try {
    return await work(secret);
  } finally {
    await db.write([{ sql: "DELETE FROM tokens WHERE id = ?1", parameters: [id] }]);
  }
}

/** The timing of attempts to reach a service that may not answer yet, and the function that reports them. */
export interface Patience {
  attempts: number;
  pauseMs: number;
  say(line: string): void;
}

/** Waits until the API answers. Throws CommandError with the last error. */
export async function untilApiAnswers(origin: string, token: string, patience: Patience): Promise<void> {
  let problem = "";
  for (let attempt = 1; attempt <= patience.attempts; attempt++) {
    if (attempt === 2)
      patience.say(
        `Waiting for ${origin} (${problem}). A new hostname needs some minutes for its certificate`,
      );
    if (attempt > 1) await delay(patience.pauseMs);
    try {
      const { status } = await callApi(origin, token, "GET", "/account");
      if (status === 200) return;
      problem = `it answers ${status}`;
    } catch (error) {
      problem = toCause(error);
    }
  }
  throw new CommandError(
    `The Worker is deployed, but ${origin} does not answer as it should: ${problem}.\n` +
      "A new hostname can take longer than this: its certificate is shown in the dashboard (the zone, SSL/TLS, Edge " +
      "Certificates). Run npm run deploy again later; it goes on from here.",
  );
}

export function toCause(error: unknown): string {
  return String((error as Error).cause ?? error);
}

/** Connects hostnames of links that no workspace has yet. Returns the failures as sentences. */
export async function connectHosts(
  db: DeployedDatabase,
  origin: string,
  token: string,
  hosts: string[],
  say: (line: string) => void,
): Promise<string[]> {
  const todo: string[] = [];
  for (const host of hosts) {
    const held = await db.rows(`SELECT 1 FROM hosts WHERE name = ${toLiteral(host)} LIMIT 1`);
    if (held.length > 0) continue;
    const { status, text } = await callApi(origin, token, "POST", "/host", { host });
    if (status < 300) say(`Connected the hostname ${host}`);
    else todo.push(`${host} could not be connected: ${status} ${text}`);
  }
  return todo;
}

const TEST_ALIAS = "signpost-test";
const TEST_DESTINATION = "https://example.com/";

/** Creates the test link, unless its path has a record. Returns its URL. Throws CommandError. */
export async function ensureTestLink(
  db: DeployedDatabase,
  origin: string,
  token: string,
  host: string,
): Promise<string> {
  const sql = `SELECT 1 FROM records WHERE host = ${toLiteral(host)} AND source = '/${TEST_ALIAS}' LIMIT 1`;
  if ((await db.rows(sql)).length === 0) {
    const link = { host, alias: TEST_ALIAS, destination: TEST_DESTINATION };
    const { status, text } = await callApi(origin, token, "POST", "/link", link);
    if (status >= 300) throw new CommandError(`The test link could not be created: ${status} ${text}`);
  }
  return `https://${host}/${TEST_ALIAS}`;
}

const TIMEOUT_MS = 20_000;

async function callApi(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
