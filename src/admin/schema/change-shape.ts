import { CodeShape, CodesShape, id, nullableTimestamp, Person, timestamp, numbers, pageOf } from "./part.ts";
import * as v from "valibot";
import { CHANGE_KINDS, CHANGE_STATES, ROW_RESULTS } from "../../domain/change/change.ts";

/** The shapes of answers about changes (contract 28.5 and 28.6). */

const number = v.number();
const Reasons = v.nullable(v.record(v.string(), v.array(v.string())));
const Fields = v.nullable(v.record(v.string(), v.unknown()));

export const ChangeRowShape = v.object({
  id: v.nullable(id),
  source: v.nullable(v.string()),
  line: v.nullable(number),
  result: v.picklist(ROW_RESULTS),
  before: Fields,
  after: Fields,
  current: Fields,
  reasons: Reasons,
  codes: v.nullable(CodesShape),
});

const Counts = v.object(numbers("created", "changed", "deleted", "unchanged", "invalid", "conflicts"));

export const ChangeShape = v.object({
  id,
  state: v.picklist(CHANGE_STATES),
  kind: v.picklist(CHANGE_KINDS),
  owner: v.nullable(v.string()),
  label: v.nullable(v.string()),
  total: number,
  counts: Counts,
  planned: Counts,
  progress: v.object({ done: number, total: number }),
  undo_conflicts: number,
  sample: v.array(ChangeRowShape),
  warnings: v.array(v.string()),
  warning_codes: v.array(CodeShape),
  confirm: v.nullable(v.partial(v.object({ deletes: number, drop_undo: v.array(id) }))),
  created_by: Person,
  created_at: timestamp,
  expires_at: nullableTimestamp,
  undo_until: nullableTimestamp,
});

export const ChangePage = pageOf(ChangeShape);

export const ChangeRowPage = pageOf(ChangeRowShape);
