import * as v from "valibot";
import { CHECK_RESULTS } from "../../domain/check/check.ts";
import { MISSES } from "../../domain/misses.ts";
import { CodeShape, id, nullableTimestamp, timestamp, numbers } from "./part.ts";
import { CheckCountsShape } from "./check.ts";
import { MissShape } from "./miss-shape.ts";

/** The shape of a report on a hostname (contract 31.13). */
export const ReportShape = v.object({
  host: v.string(),
  workspace: v.string(),
  made_at: timestamp,
  coverage: v.nullable(
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
  records: v.object(numbers("total", "paused")),
  unvisited: v.object({ count: v.number(), sample: v.array(v.string()) }),
  chains: v.object({
    count: v.number(),
    is_complete: v.boolean(),
    sample: v.array(v.object({ source: v.string(), hops: v.array(v.string()) })),
  }),
  dead_targets: v.object({
    records: v.number(),
    sample: v.array(
      v.object({ source: v.string(), destination: v.string(), reason: v.nullable(v.string()) }),
    ),
  }),
  misses: v.object({
    setting: v.picklist(MISSES),
    ...numbers("paths", "people", "crawlers"),
    sample: v.array(MissShape),
  }),
});
