import type { HostedSource } from "../../../domain/source.ts";
import type { ImportRow } from "../types.ts";

/** A row of an import that passed all checks except those that need its record. */
export interface ReadyRow extends ImportRow {
  index: number;
  place: HostedSource;
}
