import { beforeAll, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { readShapes } from "../../src/storage/move/shape.ts";
import { movedTables } from "../../src/storage/move/table.ts";
import { COPIES_ONLY, copyAll, endMove, hookedInstallation, runMove, startMove } from "../support/move.ts";
import { addUp, Mover, UNLIMITED } from "../support/mover.ts";
import { WRITES } from "../support/mover-write.ts";
import { seededRandom } from "../support/random.ts";
import { migrateDatabases, severalDatabases } from "../support/several-databases.ts";

/** A workspace is written while it moves to another database. */

beforeAll(async () => {
  await migrateDatabases();
  vi.spyOn(console, "info").mockReturnValue();
});

it.each([
  { when: "while it is copied", seed: 1, chance: 0.12 },
  { when: "while it is copied", seed: 2, chance: 0.12 },
  { when: "once all is copied", seed: 3, chance: 0.12, isCopied: true },
  { when: "all at once, once all is copied", seed: 4, chance: 1, isCopied: true },
])(
  "[39.8] what is written between any two steps of a move $when is there afterwards ($seed)",
  async (one) => {
    const random = seededRandom(one.seed);
    const installation = severalDatabases(UNLIMITED);
    const mover = await Mover.create(installation, "DB_01");
    await mover.fill();
    const [, source, target] = installation.envs;
    const waiting = [...WRITES];
    let isWriting = false;
    const around = async <T>(call: () => Promise<T>) => {
      while (!isWriting && waiting.length > 0 && random() < one.chance) {
        isWriting = true;
        const write = waiting.shift();
        await write?.act(mover, source).catch((error: unknown) => {
          throw new Error(write.what, { cause: error });
        });
        isWriting = false;
      }
      return call();
    };
    const hooked = hookedInstallation(around);
    await startMove(source, mover.workspace.id, "DB_02");
    if (one.isCopied) await copyAll(source);
    while (waiting.length > 0) await runMove(hooked.envs[1], Date.now(), COPIES_ONLY);
    await addUp(source);
    const before = await mover.read();
    const rows = await readRows(source, mover.workspace.id);
    await endMove(source);
    expect(await readRows(target, mover.workspace.id)).toEqual(rows);
    await addUp(target);
    expect(await mover.read()).toEqual(before);
    const left = source.DB.prepare("SELECT count(*) AS n FROM records WHERE workspace_id = ?1");
    expect(await left.bind(mover.workspace.id).first("n")).toBe(0);
  },
);

/** All rows of a workspace, also those of which the API says nothing. A move puts the last snapshots. */
async function readRows({ DB }: Env, id: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, keys, isOwn, isLog } of await readShapes(DB, movedTables(id, 0), id)) {
    if (isLog) continue;
    const all = DB.prepare(`SELECT * FROM ${name} t WHERE ${isOwn} ORDER BY ${keys.join(", ")}`);
    rows[name] = (await all.all()).results.map((row) => ({ ...row, slots_put_at: 0 }));
  }
  return rows;
}
