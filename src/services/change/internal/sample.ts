import { isWritten, type PlannedRow } from "../../../domain/change/change.ts";

const SAMPLE_SIZE = 5;

/** Returns the first rows of a change that write something. */
export function addToSample(sample: PlannedRow[], rows: PlannedRow[]): PlannedRow[] {
  if (sample.length >= SAMPLE_SIZE) return sample;
  const written = rows.filter(({ result }) => isWritten(result));
  return [...sample, ...written.slice(0, SAMPLE_SIZE - sample.length)];
}
