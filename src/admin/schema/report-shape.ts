import * as v from "valibot";
import { CHECK_RESULTS } from "../../domain/check/check.ts";
import { MISSES } from "../../domain/misses.ts";
import { CodeShape } from "./code-shape.ts";
import { CheckCountsShape } from "./check.ts";
import { MissShape } from "./miss-shape.ts";
import { id, nullableTimestamp, timestamp } from "./part.ts";

/** The shape of a report on a hostname (contract 31.13). */
export const ReportShape = v.object({
  host: v.string(),
  workspace: v.string(),
  made_at: timestamp,
  coverage: v.pipe(
    v.nullable(
      v.object({
        check: id,
        finished_at: timestamp,
        total: v.number(),
        counts: CheckCountsShape,
        sample: v.array(
          v.object({
            line: v.number(),
            url: v.string(),
            result: v.picklist(CHECK_RESULTS),
            reason: v.string(),
            reason_code: v.nullable(CodeShape),
          }),
        ),
      }),
    ),
    v.description(
      "What the check found that finished last, of those with URLs of this hostname; null until one has.",
    ),
  ),
  dns: v.object({
    held: v.boolean(),
    correct: v.boolean(),
    current: v.array(v.string()),
    require: v.array(v.string()),
    checked_at: nullableTimestamp,
    errors: v.array(v.string()),
    codes: v.array(CodeShape),
  }),
  certificate: v.object({
    requested: v.boolean(),
    issued_at: nullableTimestamp,
    renews_at: nullableTimestamp,
    errors: v.array(v.string()),
    codes: v.array(CodeShape),
  }),
  records: v.object({ total: v.number(), paused: v.number() }),
  unvisited: v.pipe(
    v.object({ count: v.number(), sample: v.array(v.string()) }),
    v.description("Records older than 28 days that had no visit in the last four weeks."),
  ),
  chains: v.object({
    count: v.number(),
    is_complete: v.pipe(
      v.boolean(),
      v.description("False if the hostname has more records than were looked at."),
    ),
    sample: v.array(v.object({ source: v.string(), hops: v.array(v.string()) })),
  }),
  dead_targets: v.pipe(
    v.object({
      records: v.number(),
      sample: v.array(
        v.object({ source: v.string(), destination: v.string(), reason: v.nullable(v.string()) }),
      ),
    }),
    v.description("Records with a destination that the monitor found broken."),
  ),
  misses: v.object({
    setting: v.picklist(MISSES),
    paths: v.number(),
    people: v.number(),
    crawlers: v.number(),
    sample: v.array(MissShape),
  }),
});
