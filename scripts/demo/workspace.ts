import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { newWorkspace } from "../../src/services/workspaces/new-workspace.ts";
import { hashToken, isTokenShaped } from "../../src/services/tokens/token.ts";

export interface DemoWorkspace {
  token: string;
  hosts: Set<string>;
  /** Hostname and match path of its records, as `toKey` writes them. */
  sources: Set<string>;
}

/**
 * The workspace of the demo: the one that the kept token opens, a new one in a database without
 * workspaces, null in a database that holds others.
 */
export async function openDemoWorkspace(db: D1Database, tokenFile: string): Promise<DemoWorkspace | null> {
  const kept = (await readFile(tokenFile, "utf8").catch(() => "")).trim();
  const id = isTokenShaped(kept) ? await findWorkspace(db, kept) : null;
  if (id !== null) return { token: kept, ...(await listContent(db, id)) };
  if ((await db.prepare("SELECT 1 FROM workspaces LIMIT 1").first()) !== null) return null;
  return { token: await createWorkspace(db, tokenFile), hosts: new Set(), sources: new Set() };
}

export function toKey(host: string, source: string): string {
  return `${host} ${source}`;
}

async function findWorkspace(db: D1Database, token: string): Promise<string | null> {
  const statement = db.prepare("SELECT workspace_id FROM tokens WHERE hash = ?1").bind(await hashToken(token));
  return await statement.first<string>("workspace_id");
}

async function createWorkspace(db: D1Database, tokenFile: string): Promise<string> {
  const options = { name: "Demo", plan: "enterprise", role: "owner", nowMs: Date.now() } as const;
  const { token, statements } = await newWorkspace(options);
  // The file first: a token that opens nothing yet is made again, one that is lost never.
  await mkdir(dirname(tokenFile), { recursive: true });
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600 });
  await db.batch(statements.map(({ sql, parameters }) => db.prepare(sql).bind(...parameters)));
  return token;
}

async function listContent(db: D1Database, id: string): Promise<Pick<DemoWorkspace, "hosts" | "sources">> {
  const hosts = db.prepare("SELECT host FROM hosts WHERE workspace_id = ?1").bind(id);
  const records = db.prepare("SELECT host, source FROM records WHERE workspace_id = ?1").bind(id);
  const { results: hostRows } = await hosts.all<{ host: string }>();
  const { results: recordRows } = await records.all<{ host: string; source: string }>();
  return {
    hosts: new Set(hostRows.map((row) => row.host)),
    sources: new Set(recordRows.map((row) => toKey(row.host, row.source))),
  };
}
