import { describe, expect, test } from "vitest";
import { listRefusals, type MoveFacts } from "../../../scripts/move/refusal.ts";
import type { NotedMove } from "../../../src/storage/operator/move.ts";
import { MOVE } from "./move.ts";

const FACTS: MoveFacts = {
  name: "Acme",
  id: "w",
  from: "DB",
  to: "DB_01",
  isFree: false,
  moves: [],
  missing: [],
  isBound: true,
  targetBytes: 6_000,
  limitBytes: 10_000,
  workspaceBytes: 999,
  records: 500_000,
  running: { change: false, check: false, oldClicks: false },
  deadLetters: 0,
  isPassing: false,
};

describe("listRefusals", () => {
  test("[39.8] has nothing against a move that may begin", () => {
    expect(listRefusals(FACTS)).toEqual([]);
  });

  const other = (state: NotedMove["state"], workspaceId = "w-other") => ({
    moves: [{ binding: "DB", move: { ...MOVE, state, workspaceId } }],
  });

  test.each<[string, Partial<MoveFacts>, string]>([
    ["the free plan", { isFree: true }, "has the free plan"],
    ["a workspace that moves already", other("closed", "w"), "at a time: Acme moves from DB to DB_02."],
    ["another move", other("begun"), "at a time: the workspace w-other moves from DB to DB_02."],
    [
      "a workspace that arrives",
      other("arriving"),
      "at a time: the workspace w-other is arriving in DB from DB_02.",
    ],
    [
      "rows of one that left",
      other("left"),
      "The old rows of the workspace w-other in DB are not deleted yet",
    ],
    [
      "missing migrations",
      { missing: ["0070_moves.sql"] },
      "DB_01 lacks migrations, such as 0070_moves.sql.",
    ],
    ["a Worker without the target", { isBound: false }, "The Worker has never been at work in DB_01"],
    [
      "a full target",
      { targetBytes: 7_000 },
      "DB_01 is 70 % full. One that is 70 % full takes no workspace.",
    ],
    ["a target that would be full", { workspaceBytes: 1_000 }, "DB_01 is 60 % full, and would be 70 % full"],
    [
      "too many records",
      { records: 500_001 },
      "Acme has 500001 records. One with more than 500000 cannot move",
    ],
    ["a change", { running: { ...FACTS.running, change: true } }, "A change of Acme is being planned"],
    ["a check", { running: { ...FACTS.running, check: true } }, "Acme is checking URLs"],
    [
      "clicks of 0.1.0",
      { running: { ...FACTS.running, oldClicks: true } },
      "DB still moves clicks of release 0.1.0",
    ],
    [
      "dead letters",
      { deadLetters: 3 },
      "Dead letters wait: 3. After a move their clicks could count twice.",
    ],
    ["a hostname that passes", { isPassing: true }, "A hostname of Acme passes"],
  ])("[39.8] refuses %s", (_, facts, text) => {
    const refusals = listRefusals({ ...FACTS, ...facts });
    expect(refusals).toEqual([expect.stringContaining(text)]);
  });

  test("[39.8] tells all reasons at once", () => {
    expect(listRefusals({ ...FACTS, isFree: true, deadLetters: 1, isPassing: true })).toHaveLength(3);
  });
});
