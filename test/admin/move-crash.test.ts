import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Around } from "../support/hooked-database.ts";
import { lifelineOf } from "../support/mortal-bindings.ts";
import {
  COPIES_ONLY,
  copyAll,
  endMove,
  hookedInstallation,
  KEPT_MS,
  runMove,
  runMoveUntil,
  startMove,
  stateOf,
} from "../support/move.ts";
import { hasPassing, MoveWitness } from "../support/move-witness.ts";
import { Mover, UNLIMITED } from "../support/mover.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";

/** Runs of a move die, or are overtaken, at any of their calls. */

const MOST_RUNS = 400;
/** The calls of a run that finds that the workspace has left, until its hostnames have passed. */
const CALLS_OF_LEAVING = 6;

let installation: Installation;
let mover: Mover;
let witness: MoveWitness;

beforeAll(migrateDatabases);
beforeEach(async () => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  installation = severalDatabases(UNLIMITED);
  mover = await Mover.create(installation, "DB_01");
  await forgetMoves();
  witness = new MoveWitness(installation, mover, 0);
  await startMove(installation.envs[1], mover.workspace.id, "DB_02");
});
afterEach(() => void vi.restoreAllMocks());

/** What a test before has left if it failed. */
async function forgetMoves(): Promise<void> {
  for (const { DB } of installation.envs) await DB.prepare("DELETE FROM moves").run();
}

type Source = Installation["envs"][1];

/** The source, each call of whose installation goes through a function. */
const sourceWith = (around: Around): Source => hookedInstallation(around).envs[1];

it.each([false, true])("[39.8] a run dies at each of its calls (done: %s)", async (diesAfter) => {
  const [, source, target] = installation.envs;
  const states = new Set<string>();
  let calls = 0;
  for (let runs = 0; ; runs++) {
    const state = await stateOf(source);
    if (state === null) break;
    expect(runs, [...states].join()).toBeLessThan(MOST_RUNS);
    if (!states.has(state) && state === "left") calls = 0;
    states.add(state);
    const life = lifelineOf(++calls, diesAfter);
    const nowMs = Date.now() + (state === "left" && calls > CALLS_OF_LEAVING ? KEPT_MS : 0);
    await runMove(sourceWith(life.spend), nowMs).catch(() => {});
    await witness.look(`after call ${calls} in ${state}`);
    if (state === "left" && calls >= CALLS_OF_LEAVING) expect(await hasPassing()).toBe(false);
  }
  expect([...states].toSorted()).toEqual(["begun", "closed", "copying", "folding", "left"]);
  expect(witness.refused).toBeGreaterThan(0);
  await witness.conclude();
  expect(await source.DB.prepare("SELECT count(*) AS n FROM records").first("n")).toBe(0);
  expect((await target.DB.prepare("SELECT state FROM moves").all()).results).toEqual([{ state: "arrived" }]);
});

it("[39.8] a run goes on at each of its calls after another one has taken over", async () => {
  const [, source] = installation.envs;
  const states = new Set<string>();
  for (let calls = 1; ; calls++) {
    const state = await stateOf(source);
    if (state === null) break;
    expect(calls, [...states].join()).toBeLessThan(MOST_RUNS);
    states.add(state);
    const nowMs = Date.now() + (state === "left" ? KEPT_MS : 0);
    let left = calls;
    const delayed = sourceWith(async (call) => {
      if (--left === 0) {
        await runMove(source, nowMs, COPIES_ONLY).catch(() => {});
        await witness.look(`overtaken at call ${calls} in ${state}`);
      }
      return call();
    });
    await runMove(delayed, nowMs).catch(() => {});
    await witness.look(`late from call ${calls} on in ${state}`);
  }
  await witness.conclude();
});

/** Copies, and dies after the workspace is closed, and before it is in the other database. */
async function dieClosed(source: Source): Promise<void> {
  await copyAll(source);
  await runMoveUntil(source, "closed");
}

const TURNS = [3, 4, 5, 6, 7].flatMap((turn) => [false, true].map((dies) => ({ turn, dies })));

it.each(TURNS)(
  "[39.8] a run that found the workspace closed goes on from its call $turn after another one has moved it (and died: $dies)",
  async ({ turn, dies }) => {
    const [, source, target] = installation.envs;
    const slots = "SELECT count(*) AS n FROM slots WHERE host IN (SELECT value FROM json_each(?1))";
    const count = ({ DB }: typeof source) =>
      DB.prepare(slots).bind(JSON.stringify(mover.hosts)).first<number>("n");
    await dieClosed(source);
    const before = await count(source);
    let calls = 0;
    const delayed = sourceWith(async (call) => {
      if (++calls === turn) {
        await (dies ? runMoveUntil(source, "left") : runMove(source));
        expect(await stateOf(source)).toBe("left");
      }
      return call();
    });
    await runMove(delayed).catch(() => {});
    expect(calls).toBeGreaterThanOrEqual(turn);
    await runMove(source);
    for (let looks = 0; looks < 5; looks++) await witness.look(`late from call ${turn} on`);
    expect([await hasPassing(), await count(target)]).toEqual([false, before]);
    await endMove(source);
    await witness.conclude();
  },
);
