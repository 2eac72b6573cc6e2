import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Scene } from "../../support/claims.ts";
import { migrateDatabases, severalDatabases } from "../../support/several-databases.ts";
import { LEAVING } from "./claim-situation/leaving.ts";
import { NEEDING } from "./claim-situation/needing.ts";
import { PASSING } from "./claim-situation/passing.ts";
import { PROVING } from "./claim-situation/proving.ts";

/** The situations of claims once more, with each workspace in a database of its own. */

const SITUATIONS = [...NEEDING, ...PROVING, ...PASSING, ...LEAVING];
const DATABASES = [env.DB, env.DB_01, env.DB_02];

let scene: Scene | undefined;

beforeAll(migrateDatabases);
afterEach(() => scene?.close());

describe("[39.4] who answers visitors, of workspaces in several databases", () => {
  it.each(SITUATIONS.map((situation, index) => ({ ...situation, index })))(
    "$title",
    async ({ mode, workspaces = ["A", "B"], steps, index }) => {
      if (mode === "auto") await forgetWorkspaces();
      scene = await Scene.open(workspaces, `claim${index}`, severalDatabases({ HOSTNAME_PROOF: mode }));
      for (const [what, act, answers] of steps) {
        await act(scene);
        for (const [host, name] of Object.entries(answers)) {
          // The check that follows a disconnection runs in the background.
          await expect.poll(() => scene?.answerer(host), { message: `${what}: ${host}` }).toBe(name);
        }
      }
    },
  );
});

/** Leaves no workspace of an earlier test: `auto` counts them all. */
async function forgetWorkspaces(): Promise<void> {
  const tables = ["records", "hosts", "host_history", "tokens", "memberships", "workspaces"];
  for (const db of DATABASES) {
    await db.batch([
      db.prepare("PRAGMA defer_foreign_keys = on"),
      ...tables.map((table) => db.prepare(`DELETE FROM ${table}`)),
    ]);
  }
}
