import * as v from "valibot";
import { SHARED_DAYS, SHARED_PARTS, type SharedPart } from "../../domain/statistics-share.ts";
import { nameField } from "./access.ts";
import { listOf, message, momentField, oneOf, textOf } from "./field.ts";
import { id, nullableTimestamp, Person, timestamp } from "./part.ts";
import { hostField, passwordField, tagField, withShown } from "./record.ts";

import type { StatsShape } from "./stats-shape.ts";

/** Bodies and answers of `/shared-statistics` (contract 37). */

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

export const ShareBody = withShown(
  {
    name: nameField,
    record: v.optional(v.nullable(v.pipe(textOf(36), v.toLowerCase()))),
    host: v.optional(v.nullable(hostField)),
    tag: v.optional(v.nullable(tagField)),
    shows: v.pipe(
      listOf(oneOf(SHARED_PARTS), SHARED_PARTS.length, message("not_array_of_strings")),
      v.transform((parts) => [...new Set(parts)]),
    ),
    days: v.optional(v.picklist(SHARED_DAYS, message("not_one_of", { names: SHARED_DAYS.join(", ") }))),
    expires_at: v.optional(v.nullable(momentField)),
    password: v.optional(v.nullable(passwordField)),
  },
  SharedShape,
);

export const ReadBody = v.object({ secret: textOf(200), password: v.optional(textOf(128)) });

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
