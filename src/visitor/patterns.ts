import type { BroadSource, RequestedSource } from "../domain/match.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type * as PatternCode from "./pattern-code.ts";

/** Loads the code for patterns and captures on demand, because few hostnames need it. */

let code: typeof PatternCode | undefined;

export async function loadPatternCode(): Promise<void> {
  code ??= await import("./pattern-code.ts");
}

const NONE: BroadSource[] = [];

/** Returns the patterns of a hostname that a path matches; undefined while the code is not loaded. */
export function patternsOf({ shapes }: HostConfig, requested: RequestedSource): BroadSource[] | undefined {
  return shapes === undefined ? NONE : code?.rankPatterns(shapes, requested);
}

/** Returns whether the Location of a visit depends on captures, and the code for them is not loaded. */
export function lacksPatternCode(record: RecordSnapshot | undefined): boolean {
  return record?.captures !== undefined && code === undefined;
}

/** Calls `locateTemplate`. Call it only if `lacksPatternCode` returned false. */
export const locateTemplate: typeof PatternCode.locateTemplate = (...visit) =>
  code?.locateTemplate(...visit) ?? null;
