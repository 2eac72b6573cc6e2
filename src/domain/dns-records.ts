import { refuse, type RefusalValue } from "./refusal/refusal.ts";

/** A DNS record as text, such as `CNAME go.example.com edge.example.net`, or a choice that has a code of its own. */
export type NeededRecord = RefusalValue;

/** Returns records as a part of a sentence: any of them, or all. */
export function joinRecords(kind: "either" | "both", records: readonly NeededRecord[]): NeededRecord {
  const [first = "", ...rest] = records;
  return rest.length === 0 ? first : refuse(kind, { first, rest: joinRecords(kind, rest) });
}
