import { describe, expect, test } from "vitest";
import { follow, tellMove } from "../../../scripts/move/follow.ts";
import type { MeasuredTable } from "../../../scripts/move/measure.ts";
import type { InstallationDatabase } from "../../../scripts/support/installation-database.ts";
import type { NotedMove } from "../../../src/storage/operator/move.ts";
import { MINUTE, MOVE, NOW } from "./move.ts";

const TABLES: MeasuredTable[] = [
  { group: "records", isLate: false, rows: 30, bytes: 0 },
  { group: "clicks", isLate: false, rows: 70, bytes: 0 },
];

test.each<[string, Partial<NotedMove>, string]>([
  [
    "begun",
    { state: "begun", seenAtMs: MOVE.begunAtMs },
    "waiting for the Worker's cron, which begins within a minute",
  ],
  ["held up", { state: "begun" }, "waiting until no job reads through the records of the other database"],
  ["copying", { table: 1 }, "copying clicks: 30 %"],
  ["catching up", { table: 2 }, "copying what was written meanwhile"],
  ["closed", { state: "folding" }, "closed: its writes are refused for some seconds (4 so far)"],
  [
    "clearing",
    { state: "clearing" },
    "deleting what was copied, since it does not fit together, to copy it again",
  ],
  ["cancelled", { state: "cancelling" }, "deleting what was copied"],
  ["left", { state: "left" }, "arriving"],
  [
    "failed",
    { failures: 2, error: "D1 is down" },
    "copying records: 0 %; failed attempts: 2, the last: D1 is down",
  ],
  [
    "silent",
    { seenAtMs: NOW - 6 * MINUTE },
    "nothing has worked on it for 6 minutes: does the Worker's cron run?",
  ],
])("[39.8] a move that is %s is told in words", (_, move, text) => {
  expect(tellMove({ ...MOVE, ...move }, TABLES, NOW, NOW - 4_000)).toBe(text);
});

/** A database whose table of moves is another one at each look, and at last stays as it is. */
function movesOf(...looks: Partial<NotedMove>[][]): InstallationDatabase {
  return {
    binding: "DB",
    run: async () => {
      const moves = looks.length > 1 ? looks.shift()! : looks[0]!;
      const results = moves.map((move) => ({ ...MOVE, seenAtMs: Date.now(), ...move }));
      return [{ results, meta: { changes: 0, size_after: 0 } }];
    },
  } as unknown as InstallationDatabase;
}

describe("follow", () => {
  const run = async (from: InstallationDatabase, to: InstallationDatabase) => {
    const shown: string[] = [];
    const end = await follow({ id: "m", from, to, tables: TABLES }, (line) => shown.push(line), 0);
    return { shown, end };
  };

  test("[39.8] ends once the other database has the workspace", async () => {
    const from = movesOf(
      [{ state: "begun" }],
      [{ state: "copying" }],
      [{ state: "closed" }],
      [{ state: "left" }],
    );
    const { shown, end } = await run(from, movesOf([{ state: "arrived" }]));
    expect(shown.map((line) => line.split(/[ :]/)[0])).toEqual(["waiting", "copying", "closed"]);
    expect(end.hasArrived).toBe(true);
  });

  test("[39.8] ends as well if the old rows are deleted before it looks again", async () => {
    expect((await run(movesOf([]), movesOf([{ state: "arrived" }]))).end.hasArrived).toBe(true);
  });

  test("[39.8] ends with the reason of a move that was given up", async () => {
    const from = movesOf(
      [{}],
      [{ state: "cancelling" }],
      [{ state: "cancelled", failures: 10, error: "full" }],
    );
    expect((await run(from, movesOf([]))).end).toEqual({ hasArrived: false, failures: 10, error: "full" });
  });

  test("[39.8] fails if neither database knows the move", async () => {
    const another = { state: "arrived" as const, id: "another" };
    await expect(run(movesOf([another]), movesOf([another]))).rejects.toThrow("DB knows nothing of the move");
  });
});
