import { CodeShape, id, nullableTimestamp, timestamp, numbers } from "./part.ts";
import { message, toMessage, booleanField, listOf, filterOf, oneOf } from "./field.ts";
import * as v from "valibot";
import { CHECK_RESULTS, CHECK_STATES, MAX_CHECK_URLS, type CheckUrl } from "../../domain/check/check.ts";
import { parseCheckUrl } from "../../domain/check/check-url.ts";
import { FIXES } from "../../services/check/checks.ts";
import { pageFields } from "./list.ts";

/** Bodies and answers of `/checks` (contract 30). */

export const urlField = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, CheckUrl>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseCheckUrl(dataset.value, (member, reason) => {
      const key = {
        type: "unknown",
        origin: "value",
        input: dataset.value,
        key: member,
        value: undefined,
      } as const;
      addIssue({ message: toMessage(reason), ...(member !== "" && { path: [key] }) });
    });
    return parsed ?? NEVER;
  }),
);

const statusField = v.pipe(
  v.nullable(v.number(message("not_status"))),
  v.check(
    (status) => status === null || (Number.isInteger(status) && status >= 200 && status < 600),
    message("not_status_between", { least: "200", most: "599" }),
  ),
  v.metadata({ minimum: 200, maximum: 599 }),
);

const checkFields = {
  urls: v.optional(listOf(urlField, MAX_CHECK_URLS, message("not_array_of_urls"))),
  upload: v.optional(booleanField),
  status: v.optional(statusField),
  ask_targets: v.optional(booleanField),
};

export const CheckBody = v.object(checkFields);

export const FixBody = v.object({
  fix: v.pipe(
    v.array(v.picklist(FIXES, `must be ${FIXES.join(" or ")}`), message("not_array")),
    v.minLength(1, message("name_fix")),
    v.maxLength(FIXES.length, message("name_once")),
  ),
});

const checkRowFilter = v.optional(
  filterOf({
    result: v.optional(oneOf(CHECK_RESULTS)),
  }),
);

export const CheckRowsQuery = v.object({ ...pageFields, filter: checkRowFilter });

export const CheckCountsShape = v.object(
  Object.fromEntries(CHECK_RESULTS.map((result) => [result, v.number()])) as Record<
    (typeof CHECK_RESULTS)[number],
    v.NumberSchema<undefined>
  >,
);

export const CheckShape = v.object({
  id,
  state: v.picklist(CHECK_STATES),
  status: v.nullable(v.number()),
  ask_targets: v.boolean(),
  ...numbers("total", "done"),
  counts: CheckCountsShape,
  targets: v.nullable(v.object(numbers("total", "open"))),
  created_by: id,
  created_at: timestamp,
  finished_at: nullableTimestamp,
  expires_at: timestamp,
});

export const CheckRowShape = v.object({
  line: v.number(),
  url: v.string(),
  result: v.picklist(CHECK_RESULTS),
  reason: v.string(),
  reason_code: v.nullable(CodeShape),
  status: v.number(),
  location: v.nullable(v.string()),
  expected: v.object({ location: v.nullable(v.string()), status: v.nullable(v.number()) }),
  record: v.nullable(id),
  hops: v.array(v.object({ url: v.string(), status: v.number(), location: v.nullable(v.string()) })),
  target: v.nullable(
    v.object({
      url: v.string(),
      status: v.nullable(v.number()),
      location: v.nullable(v.string()),
      reason: v.nullable(v.string()),
      reason_code: v.nullable(CodeShape),
    }),
  ),
});

export const CheckPartShape = v.object(numbers("lines", "total"));
