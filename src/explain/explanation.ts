import type { Refusal } from "../domain/refusal/refusal.ts";
import type { LocationPart } from "../domain/location-part.ts";
import type { LinkRecord } from "../domain/record.ts";
import type { Answered } from "./answer.ts";
import type { DestinationVerdict } from "./chance.ts";
import type { Edge } from "./edge.ts";
import type { ExplainedRule } from "./rule.ts";
import type { Tried } from "./tried.ts";

export interface Hop {
  answered: Answered;
  record: LinkRecord | null;
}

/** The answer that a visitor would get, and its reasons (contract 30). */
export interface Explanation {
  answered: Answered;
  /** The record that answers; null if none does. */
  record: LinkRecord | null;
  tried: Tried[];
  rules: ExplainedRule[];
  destinations: { url: string; chance: number; verdict: DestinationVerdict }[];
  parts: LocationPart[];
  edge: Edge;
  /** The further answers inside the workspace. */
  next: Hop[];
  warnings: Refusal[];
}
