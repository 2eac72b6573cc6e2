import type { DatabaseSync } from "node:sqlite";
import { newSecret } from "../../src/services/session/sessions.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { sha256Hex } from "../../src/runtime/digest.ts";
import { hashToken } from "../../src/services/token/token.ts";
import { insertSignInCode } from "../../src/storage/session/session.ts";
import { writeAll } from "../support/local-database.ts";

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
