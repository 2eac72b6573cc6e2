import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { databasesOf } from "../../../src/databases-of.ts";
import { Scene } from "../../support/claims.ts";
import { LEAVING } from "./claim-situation/leaving.ts";
import { NEEDING } from "./claim-situation/needing.ts";
import { PASSING } from "./claim-situation/passing.ts";
import { PROVING } from "./claim-situation/proving.ts";

/** Whose redirect answers visitors, step by step, of two or three workspaces that want one hostname. */

const SITUATIONS = [...NEEDING, ...PROVING, ...PASSING, ...LEAVING];

let scene: Scene | undefined;
const mode = env.HOSTNAME_PROOF;

afterEach(() => {
  scene?.close();
  (env as { HOSTNAME_PROOF?: string | undefined }).HOSTNAME_PROOF = mode;
});

describe("[10.14] who answers visitors", () => {
  it.each(SITUATIONS.map((situation, index) => ({ ...situation, index })))(
    "$title",
    async ({ mode: proofMode, workspaces = ["A", "B"], steps, index }) => {
      if (proofMode === "auto") await forgetWorkspaces();
      (env as { HOSTNAME_PROOF?: string }).HOSTNAME_PROOF = proofMode;
      scene = await Scene.open(workspaces, `claim${index}`);
      for (const [what, act, answers] of steps) {
        await act(scene);
        for (const [host, name] of Object.entries(answers)) {
          expect(await scene.answerer(host), `${what}: ${host}`).toBe(name);
        }
      }
    },
  );

  it("covers forty situations", () => {
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(40);
  });
});

/** Leaves no workspace of an earlier test: `auto` counts them all. */
async function forgetWorkspaces(): Promise<void> {
  const tables = ["records", "hosts", "host_history", "tokens", "memberships", "workspaces"];
  for (const { DB } of databasesOf(env)) {
    await DB.batch([
      DB.prepare("PRAGMA defer_foreign_keys = on"),
      ...tables.map((table) => DB.prepare(`DELETE FROM ${table}`)),
    ]);
  }
}
