import { accepted, refused, type Parsed } from "./field-error.ts";

/** The numbers of clicks a day at which a workspace is told of a record (contract 8.15). */

const MAX_THRESHOLDS = 5;

/** Parses numbers with commas between them, such as `100, 1000`, and returns them in ascending order, each once. */
export function parseClickThresholds(text: string): Parsed<number[]> {
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => /^[1-9]\d{0,8}$/.test(part))) return refused("not_click_thresholds");
  const numbers = [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
  return numbers.length > MAX_THRESHOLDS ? refused("not_click_thresholds") : accepted(numbers);
}
