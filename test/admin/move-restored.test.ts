import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { COPIES_ONLY, endMove, KEPT_MS, runMove, runMoveUntil, startMove, stateOf } from "../support/move.ts";
import { addUp, createLeaving, type Mover } from "../support/mover.ts";
import { migrateDatabases } from "../support/several-databases.ts";

/** One of the two databases of a move is restored to a time during it, or before. */

let source: Env;
let target: Env;
let mover: Mover;

beforeAll(migrateDatabases);
beforeEach(async () => {
  ({ source, target, mover } = await createLeaving());
  await startMove(source, mover.workspace.id, "DB_02");
});

const countRecords = ({ DB }: Env) =>
  DB.prepare("SELECT count(*) AS n FROM records WHERE workspace_id = ?1")
    .bind(mover.workspace.id)
    .first<number>("n");

it.each([
  { what: "target, to before the last rows that it got", batches: -3 },
  { what: "source, to before it sent them", batches: 3 },
])("[39.8] what is copied after a restore of the $what is copied from the beginning", async ({ batches }) => {
  await mover.fill();
  await runMove(source, Date.now(), COPIES_ONLY);
  await addUp(source);
  const before = await mover.read();
  await target.DB.prepare("DELETE FROM history").run();
  await target.DB.prepare(
    "UPDATE moves SET progress = json_set(progress, '$.batches', progress ->> 'batches' + ?1)",
  )
    .bind(batches)
    .run();
  await endMove(source);
  await addUp(target);
  expect(await mover.read()).toEqual(before);
});

it("[39.8] the rows of a workspace that has left are kept while the other database does not have it", async () => {
  await runMoveUntil(source, "left");
  await runMove(source);
  const restored = "UPDATE moves SET state = 'arriving' WHERE workspace_id = ?1";
  await target.DB.prepare(restored).bind(mover.workspace.id).run();
  const later = Date.now() + KEPT_MS;
  for (let runs = 0; runs < 3; runs++) {
    await expect(runMove(source, later)).rejects.toThrow("restore both databases to the same time");
  }
  expect([await stateOf(source), await countRecords(source)]).toEqual(["left", 4]);
  await target.DB.prepare("UPDATE moves SET state = 'arrived'").run();
  await endMove(source);
  expect([await countRecords(source), await countRecords(target)]).toEqual([0, 4]);
});

it("[39.8] a copy is kept if the database that it comes from has the workspace no longer", async () => {
  await endMove(source);
  await target.DB.prepare("UPDATE moves SET state = 'arriving', seen_at = 0").run();
  for (let runs = 0; runs < 3; runs++) {
    await expect(runMove(target)).rejects.toThrow("has left DB_01: restore both databases to the same time");
    await target.DB.prepare("UPDATE moves SET seen_at = 0").run();
  }
  expect(await countRecords(target)).toBe(4);
});
