import { expect, test } from "vitest";
import { pausedByOf, withPause, type PauseCause, type PausedBy } from "../../src/domain/pause.ts";

test.each<[PauseCause[], PausedBy | null]>([
  [[], null],
  [["user"], "user"],
  [["claim"], "system"],
  [["suspension"], "system"],
  [["takedown"], "system"],
  [["user", "claim"], "system"],
  [["claim", "suspension", "takedown"], "system"],
])("what %j pauses is shown as paused by %s", (pauses, shown) => {
  expect(pausedByOf(pauses)).toBe(shown);
});

test.each<[PauseCause[], boolean, PauseCause[]]>([
  [[], true, ["user"]],
  [[], false, []],
  [["user"], true, ["user"]],
  [["user"], false, []],
  [["takedown"], true, ["user", "takedown"]],
  [["user", "claim", "takedown"], false, ["claim", "takedown"]],
])("to %j the user's pause %s makes %j", (pauses, isPaused, after) => {
  expect(withPause(pauses, "user", isPaused)).toEqual(after);
});
