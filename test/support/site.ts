import { exports } from "cloudflare:workers";
import { toLimitColumns } from "../../src/storage/reach.ts";
import { expect } from "vitest";
import type { Plan } from "../../src/domain/plan.ts";
import type { Only } from "../../src/domain/token.ts";
import type { Role } from "../../src/domain/role.ts";
import { newId } from "../../src/services/new-id.ts";
import { generateToken, hashToken } from "../../src/services/token/token.ts";
import { createWorkspace, readAnswer, type Answer, type TestWorkspace } from "./workspace.ts";
import { homeOf, selectInAll } from "./home.ts";
import { hostname } from "./hostname.ts";
import type { Hostname } from "../../src/domain/hostname.ts";

/** Workspaces with a hostname, and what tests of the API ask of answers and of the database. */

/** A record as the API shows it. */
export type RecordBody = Answer["body"];

export interface Site extends TestWorkspace {
  /** Connected, and no other test's. */
  host: Hostname;
  /** `POST /link` on the host, which must succeed. */
  createLink(fields?: object): Promise<RecordBody>;
  /** `POST /redirect` of a path of the host such as `/a`, which must succeed. */
  createRedirect(suffix: string, fields?: object): Promise<RecordBody>;
}

export async function createSite(plan: Plan = "enterprise"): Promise<Site> {
  const workspace = await createWorkspace(plan);
  const host = await connectHost(workspace);
  return {
    ...workspace,
    host,
    async createLink(fields = {}) {
      return requireOk(await workspace.call("POST", "/link", { host, ...fields })).body.data[0];
    },
    async createRedirect(suffix, fields = {}) {
      return requireOk(await workspace.call("POST", "/redirect", { url: host + suffix, ...fields })).body
        .data[0];
    },
  };
}

let hosts = 0;

/** A further hostname of a workspace. */
export async function connectHost(workspace: TestWorkspace): Promise<Hostname> {
  hosts++;
  const host = hostname(`go-${hosts}.acme.example`);
  requireOk(await workspace.call("POST", "/host", { host }));
  return host;
}

/** An answer that has to be a 200. */
export function requireOk(answer: Answer): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

/** A 422 that names exactly these fields, each with at least one reason. */
export function expectRefused(answer: Answer, ...fields: string[]): void {
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body).toSorted()).toEqual([
    "codes",
    "errors",
    "message",
    "message_code",
    "request_id",
  ]);
  const { errors } = answer.body as { errors: Record<string, string[]> };
  expect(Object.keys(errors).toSorted()).toEqual(fields.toSorted());
  for (const reasons of Object.values(errors)) {
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toMatch(/\S/);
  }
}

/** A token of a further member of a workspace. */
export async function addToken(
  workspaceId: string,
  options: {
    role?: Role;
    tokenRole?: Role;
    expiresAtMs?: number;
    /** The hostnames that the token is limited to. */
    hosts?: string[];
    /** The tags that it is limited to. */
    tags?: string[];
    /** The only thing that it can do. */
    only?: Only;
  } = {},
): Promise<string> {
  const { role = "owner", tokenRole = role, expiresAtMs = null } = options;
  const limits = toLimitColumns({
    hosts: (options.hosts as Hostname[]) ?? null,
    tags: options.tags ?? null,
    only: options.only ?? null,
  });
  const [userId, tokenId, token] = [newId(Date.now()), newId(Date.now()), generateToken()];
  const home = homeOf(workspaceId);
  await home.batch([
    home.prepare("INSERT INTO users (id, name, created_at) VALUES (?1, 'Ada', 0)").bind(userId),
    home
      .prepare("INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (?1, ?2, ?3, 0)")
      .bind(workspaceId, userId, role),
    home
      .prepare(
        `INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at, expires_at, hosts, limits)
       VALUES (?1, ?2, ?3, 'build server', ?4, ?5, 0, ?6, ?7, ?8)`,
      )
      .bind(tokenId, workspaceId, userId, tokenRole, await hashToken(token), expiresAtMs, ...limits),
  ]);
  return token;
}

/** A request as it is, headers and body untouched. */
export async function send(path: string, init: RequestInit): Promise<Answer> {
  const response = await exports.default.fetch(new Request(`http://localhost:8787/v1${path}`, init));
  return await readAnswer(init.method ?? "GET", path, response);
}

export interface HistoryRow {
  old: Record<string, unknown>;
  new: Record<string, unknown>;
  actor_id: string;
  actor_name: string;
  source: string;
}

/** Reads the history of a record from the database, the oldest entry first. */
export async function historyOf(recordId: string): Promise<HistoryRow[]> {
  const sql = "SELECT old, new, actor_id, actor_name, source FROM history WHERE record_id = ?1 ORDER BY id";
  const rows = await selectInAll<Record<keyof HistoryRow, string>>(sql, recordId);
  return rows.map((row) => ({
    ...row,
    old: JSON.parse(row.old) as HistoryRow["old"],
    new: JSON.parse(row.new) as HistoryRow["new"],
  }));
}

/** The number that the workspace keeps of its records, and how many there are. */
export async function recordCounts(workspaceId: string): Promise<{ kept: number; counted: number }> {
  const row = await homeOf(workspaceId)
    .prepare(
      `SELECT record_count AS kept, (SELECT count(*) FROM records WHERE workspace_id = ?1) AS counted
     FROM workspaces WHERE id = ?1`,
    )
    .bind(workspaceId)
    .first<{ kept: number; counted: number }>();
  return row ?? { kept: -1, counted: -1 };
}
