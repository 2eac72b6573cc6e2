import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { databasesOf } from "../../src/databases-of.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { readAnswer, type TestWorkspace } from "./workspace.ts";

/** An installation with the databases DB, DB_01 and DB_02, and workspaces in them. */

const NAMES = ["DB_01", "DB_02"] as const;

export interface Installation {
  bindings: Env;
  /** The environments of all databases, the first one first. */
  envs: [Env, Env, Env];
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** @param database the binding of its database */
  createWorkspace(database?: (typeof NAMES)[number]): Promise<TestWorkspace>;
}

/** Migrates the further databases. Call it once for a file, whose storage is empty. */
export async function migrateDatabases(): Promise<void> {
  await Promise.all(NAMES.map((name) => applyD1Migrations(env[name], env.TEST_MIGRATIONS)));
  await Promise.all(NAMES.map((name) => putMarker(env.SNAPSHOTS, name)));
}

/** Returns an installation with the databases that `migrateDatabases` has migrated. */
export function severalDatabases(overrides: Partial<Env> = {}): Installation {
  const bindings: Env = { ...env, DATABASES: "3", ...overrides };
  const envs = databasesOf(bindings) as [Env, Env, Env];
  const fetch = async (url: string, init?: RequestInit) => {
    const context = createExecutionContext();
    const request = new Request(url, { redirect: "manual", ...init }) as Request<
      unknown,
      IncomingRequestCfProperties
    >;
    const response = await worker.fetch(request, bindings, context);
    await waitOnExecutionContext(context);
    return response;
  };
  return {
    bindings,
    envs,
    fetch,
    async createWorkspace(database) {
      const { id, userId, token, statements } = await newWorkspace({
        name: "Placed",
        plan: "enterprise",
        role: "owner",
        nowMs: Date.now(),
      });
      const { DB } = envs.find(({ DATABASE }) => DATABASE === database) ?? bindings;
      await DB.batch(statements.map(({ sql, parameters }) => DB.prepare(sql).bind(...parameters)));
      // Labels are unique in the installation.
      await DB.prepare("UPDATE workspaces SET label = label || ?2 WHERE id = ?1")
        .bind(id, database?.slice(-1) ?? "")
        .run();
      const call = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(`http://localhost:8787/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return readAnswer(method, path, response);
      };
      return { id, userId, token, call };
    },
  };
}
