import type { HostedSource } from "../../../domain/source.ts";
import type { ImportRow } from "../types.ts";

/** A row of an import that passed every check that does not need its record. */
export interface ReadyRow extends ImportRow {
  index: number;
  place: HostedSource;
}
