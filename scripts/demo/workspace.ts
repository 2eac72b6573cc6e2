import { readFile, writeFile } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { hashToken } from "../../src/services/token/token.ts";
import { writeAll } from "../support/local-database.ts";
import { newSecret } from "../../src/services/session/sessions.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { sha256Hex } from "../../src/runtime/digest.ts";
import { insertSignInCode } from "../../src/storage/session/session.ts";

export interface DemoWorkspace {
  token: string;
  hosts: Set<string>;
  /** Ids by hostname and match path, as `toKey` writes them. */
  records: Map<string, string>;
}

/**
 * Returns the workspace of the demo: the one that the saved token opens, or a new one if the database has no
 * workspaces; null if it has others.
 */
export async function openDemoWorkspace(db: DatabaseSync, tokenFile: string): Promise<DemoWorkspace | null> {
  const kept = (await readFile(tokenFile, "utf8").catch(() => "")).trim();
  const id = findWorkspace(db, await hashToken(kept));
  if (id !== null) return { token: kept, hosts: listHosts(db, id), records: listRecords(db, id) };
  if (db.prepare("SELECT 1 FROM workspaces LIMIT 1").get() !== undefined) return null;
  return { token: await createWorkspace(db, tokenFile), hosts: new Set(), records: new Map() };
}

export function toKey(host: string, source: string): string {
  return `${host} ${source}`;
}

function findWorkspace(db: DatabaseSync, hash: string): string | null {
  const row = db.prepare("SELECT workspace_id AS id FROM tokens WHERE hash = ?1").get(hash);
  return row === undefined ? null : String(row.id);
}

async function createWorkspace(db: DatabaseSync, tokenFile: string): Promise<string> {
  const options = { name: "Demo", plan: "enterprise", role: "owner", nowMs: Date.now() } as const;
  const { token, statements } = await newWorkspace(options);
  // The file is written first: a token that was never stored in the database is replaced, but a lost token cannot be.
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600 });
  writeAll(db, statements);
  return token;
}

function listHosts(db: DatabaseSync, workspaceId: string): Set<string> {
  const rows = db.prepare("SELECT host FROM hosts WHERE workspace_id = ?1").all(workspaceId);
  return new Set(rows.map(({ host }) => String(host)));
}

function listRecords(db: DatabaseSync, workspaceId: string): DemoWorkspace["records"] {
  const rows = db.prepare("SELECT id, host, source FROM records WHERE workspace_id = ?1").all(workspaceId);
  return new Map(rows.map(({ id, host, source }) => [toKey(String(host), String(source)), String(id)]));
}

const CODE_MS = 10 * MINUTE_MS;

/** Makes a code that signs in to the dashboard once. The database has only its hash. */
export async function makeSignInCode(db: DatabaseSync, token: string, nowMs: number): Promise<string> {
  const code = newSecret();
  const tokenHash = await hashToken(token);
  const row = db.prepare("SELECT workspace_id AS id FROM tokens WHERE hash = ?1").get(tokenHash);
  const workspaceId = String(row?.["id"]);
  writeAll(db, [
    insertSignInCode({ hash: await sha256Hex(code), workspaceId, tokenHash, expiresAtMs: nowMs + CODE_MS }),
  ]);
  return code;
}
