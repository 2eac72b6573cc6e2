import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { Scene } from "../support/claims.ts";
import { COPIES_ONLY, KEPT_MS, runMove, startMove, stateOf } from "../support/move.ts";
import { UNLIMITED } from "../support/mover.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";
import { LEAVING } from "./host/claim-situation/leaving.ts";
import { PASSING } from "./host/claim-situation/passing.ts";
import { PROVING } from "./host/claim-situation/proving.ts";

/** The situations of claims once more, while a workspace moves into the database of another. */

const SITUATIONS = [...PASSING, ...PROVING, ...LEAVING].filter(({ mode }) => mode !== "auto");
/** Who moves, in turn. A is in the first database, and B in another one. */
const MOVES = [
  { name: "A", from: 0, to: "DB_01" },
  { name: "B", from: 1, to: "DB_02" },
  { name: "B", from: 1, to: "DB" },
] as const;

let scene: Scene | undefined;

beforeAll(migrateDatabases);
afterEach(() => scene?.close());

describe("[39.8] who answers visitors is as without a move", () => {
  it.each(SITUATIONS.map((situation, index) => ({ ...situation, index })))(
    "$title",
    async ({ mode, workspaces = ["A", "B"], steps, index }) => {
      for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
      const installation = severalDatabases({ ...UNLIMITED, HOSTNAME_PROOF: mode });
      scene = await Scene.open(workspaces, `moved${index}`, installation);
      const { name, from, to } = MOVES[index % MOVES.length] ?? MOVES[0];
      const source = installation.envs[from];
      const switchAt = 1 + (index % (steps.length - 1));
      await startMove(source, scene.of(name).id, to);
      for (const [step, [what, act, answers]] of steps.entries()) {
        if (step <= switchAt) await runMove(source, Date.now(), COPIES_ONLY);
        await act(scene);
        if (step === switchAt) await leave(source);
        for (const [host, holder] of Object.entries(answers)) {
          await expect.poll(() => scene?.answerer(host), { message: `${what}: ${host}` }).toBe(holder);
          expect(await countHolders(installation, scene.host(host)), what).toBeLessThan(2);
        }
      }
      await runMove(source, Date.now() + KEPT_MS);
      expect(await stateOf(source)).toBe(null);
    },
  );
});

/** In how many databases a claim holds a hostname. */
async function countHolders({ envs }: Installation, host: string): Promise<number> {
  const find = ({ DB }: Env) => DB.prepare("SELECT 1 FROM hosts WHERE host = ?1").bind(host).first();
  return (await Promise.all(envs.map(find))).filter((row) => row !== null).length;
}

/** The move waits for snapshots that have still to be put. */
async function leave(source: Env): Promise<void> {
  await expect
    .poll(async () => {
      await runMove(source);
      return stateOf(source);
    })
    .toBe("left");
}
