import { expect, it } from "vitest";
import { judgeHeartbeat, type Heartbeat } from "../../src/domain/heartbeat.ts";

const beat = (atMs: number, seq: number, databaseId = "a"): Heartbeat => ({ databaseId, atMs, seq });

it.each<[string, Heartbeat | null, Heartbeat | null, boolean, string]>([
  ["neither knows of any", null, null, false, "first"],
  ["only the database knows of one", beat(1, 1), null, true, "alive"],
  ["both know the same", beat(1, 1), beat(1, 1), true, "alive"],
  ["the database is ahead, as after a crash between the two", beat(2, 5), beat(1, 3), true, "alive"],
  ["the database has committed since", beat(1, 5), beat(1, 3), true, "alive"],
  ["the database knows an earlier heartbeat", beat(1, 5), beat(2, 5), true, "restored"],
  ["the database knows the same heartbeat and fewer commits", beat(2, 4), beat(2, 5), true, "restored"],
  ["the database went back and has no hostname", beat(1, 1), beat(2, 5), false, "foreign"],
  ["the database knows of none, and the object does", null, beat(2, 5), true, "foreign"],
  ["the database is another one", beat(9, 9, "b"), beat(2, 5), true, "foreign"],
])("where %s", (_, inDatabase, remembered, hasHosts, verdict) => {
  expect(judgeHeartbeat(inDatabase, remembered, hasHosts)).toBe(verdict);
});
