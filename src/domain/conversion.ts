/** Conversions: what visitors did after a click, as a server of the owner reports it (contract 38). */

/** The most names that a workspace uses at a time. */
export const MAX_CONVERSION_NAMES = 20;

/** What a conversion is counted by, beside the record: what its click counted as. */
export const CONVERSION_KINDS = ["destination", "rule", "source", "campaign"] as const;
export type ConversionKind = (typeof CONVERSION_KINDS)[number];
/** The kind of the sum of all. */
export const ALL = "all";

/** What became of a report: counted now, before, or not yet, because the click has not arrived. */
export type ConversionState = "counted" | "repeated" | "waiting";

export interface ConversionSum {
  count: number;
  /** The sum of the values, in hundredths. */
  amount: number;
}

/** The conversions of one name, with the largest values of each kind. */
export interface ConversionStats extends ConversionSum {
  name: string;
  by: Record<ConversionKind, (ConversionSum & { value: string })[]>;
}
