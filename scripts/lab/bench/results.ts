import type { ColdStart } from "./cold-start.ts";
import type { ComposeRatios } from "./compose.ts";
import type { IsolateMemory } from "./memory.ts";
import type { Sample } from "./measure.ts";

/** Everything that one run measured. */
export interface Results {
  date: string;
  cores: number;
  /** Names by key. */
  targets: Record<string, string>;
  /** Rounds of 16 connections, by key of the target. */
  rounds: Record<string, Sample>[];
  /** Rounds of one connection. */
  single: Record<string, Sample>[];
  /** Queue messages for 1,000 clicks under load. */
  messagesPer1000: number;
  coldStart: ColdStart[];
  compose: ComposeRatios | null;
  memory: IsolateMemory | null;
}

/** A figure with the bar that it has to hold. */
export interface Line {
  what: string;
  value: number;
  spread?: [number, number];
  bar: number | null;
  aim: number | null;
  isHigherBetter: boolean;
}
