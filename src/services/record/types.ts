import type { RecordChange } from "../../domain/record-change.ts";

/** What a write says of a record, apart from its source: read field by field, not yet weighed together. */
export interface RecordInput extends Omit<RecordChange, "passwordVersion"> {
  /** Null removes it. */
  password?: string | null;
}
