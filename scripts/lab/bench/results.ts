import { markdownTable } from "../../support/table.ts";
import type { ColdStart } from "./cold-start.ts";
import type { ComposeRatios } from "./compose.ts";
import type { IsolateMemory } from "./memory.ts";
import type { Sample } from "./measure.ts";

export interface Results {
  date: string;
  cores: number;
  targets: Record<string, string>;
  /** Rounds of 16 connections, by key of the target. */
  rounds: Record<string, Sample>[];
  /** The rounds with one connection. */
  single: Record<string, Sample>[];
  /** Queue messages for 1,000 clicks under load. */
  messagesPer1000: number;
  coldStart: ColdStart[];
  compose: ComposeRatios | null;
  memory: IsolateMemory | null;
}

/** A value with the bar that it must not miss. */
export interface Line {
  what: string;
  value: number;
  spread?: [number, number];
  bar: number | null;
  aim: number | null;
  isHigherBetter: boolean;
}

export function toTable(lines: Line[]): string {
  const rows = lines.map(({ what, value, spread, bar, aim, isHigherBetter }) => [
    what,
    value.toFixed(2),
    spread === undefined ? "" : `${spread[0].toFixed(2)} – ${spread[1].toFixed(2)}`,
    bar === null ? "" : `${isHigherBetter ? "≥" : "≤"} ${bar}`,
    aim === null ? "" : String(aim),
  ]);
  return markdownTable(["", "measured", "middle half", "bar", "aim"], rows);
}
