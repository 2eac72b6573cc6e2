import * as v from "valibot";
import { SHARED_DAYS, SHARED_PARTS, type SharedPart } from "../../domain/statistics-share.ts";
import { id, nullableTimestamp, Person, timestamp } from "./part.ts";
import type { StatsShape } from "./stats-shape.ts";

/** The shapes of answers of `/shared-statistics` (contract 37). */

export const SharedShape = v.object({
  id,
  name: v.string(),
  record: v.nullable(id),
  host: v.nullable(v.string()),
  tag: v.nullable(v.string()),
  shows: v.array(v.picklist(SHARED_PARTS)),
  days: v.picklist(SHARED_DAYS),
  has_password: v.boolean(),
  expires_at: nullableTimestamp,
  created_by: Person,
  created_at: timestamp,
});
export const SharedListShape = v.object({ data: v.array(SharedShape) });
export const CreatedSharedShape = v.object({ ...SharedShape.entries, link: v.string() });

type Counts = v.InferOutput<typeof StatsShape>;

/** What the page reads: the statistics of 12.14, with no more than what is shown. The document of the API has it not. */
export interface SharedNumbers {
  workspace: string;
  name: string;
  host: string | null;
  tag: string | null;
  expires_at: string | null;
  shows: SharedPart[];
  stats: Omit<Counts, "breakdowns" | "rest" | "conversions"> & {
    breakdowns: Partial<Counts["breakdowns"]>;
    rest: Partial<Counts["rest"]>;
  };
}
