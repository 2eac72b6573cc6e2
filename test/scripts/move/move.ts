import type { NotedMove } from "../../../src/storage/operator/move.ts";

export const NOW = Date.UTC(2026, 10, 28);
export const MINUTE = 60_000;

/** A move that is copying. */
export const MOVE: NotedMove = {
  workspaceId: "w-other",
  id: "m",
  state: "copying",
  other: "DB_02",
  begunAtMs: NOW - 2 * MINUTE,
  seenAtMs: NOW - MINUTE,
  table: 0,
  failures: 0,
  error: null,
};
