import type * as v from "valibot";
import type { Check } from "../../domain/check/check.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { CheckView, CheckRowView } from "../../services/check/checks.ts";
import { say } from "../../domain/refusal/say.ts";
import { showCode, showReason } from "./said.ts";
import type { CheckRowShape, CheckShape } from "../schema/check.ts";

type RowShape = v.InferOutput<typeof CheckRowShape>;

/** Converts a check to its JSON in the API (contract 30). */
export function toCheckShape(
  check: Check,
  targets: CheckView["targets"] = null,
): v.InferOutput<typeof CheckShape> {
  const { id, state, status, total, done, counts } = check;
  return {
    id,
    state,
    status,
    ask_targets: check.asksTargets,
    total,
    done,
    counts,
    targets,
    created_by: check.createdBy,
    created_at: formatTimestamp(check.createdAtMs),
    finished_at: formatTimestamp(check.finishedAtMs),
    expires_at: formatTimestamp(check.expiresAtMs),
  };
}

export function toCheckRowShape(row: CheckRowView): RowShape {
  const { line, url, result, reason, actualStatus, actualLocation, recordId, hops, target } = row;
  const answer = row.targetAnswer ?? { status: null, location: null, reason: null };
  return {
    line,
    url,
    result,
    reason: reason === null ? "" : say(reason),
    reason_code: reason && showCode(reason),
    status: actualStatus,
    location: actualLocation,
    expected: { location: row.location, status: row.status },
    record: recordId,
    hops,
    target: target === null ? null : { url: target, ...answer, ...showReason(answer.reason) },
  };
}

/** Converts a page of results to rows of a CSV file. */
export function toCheckCsv(rows: RowShape[]): (string | number)[][] {
  const head = [
    "line",
    "url",
    "result",
    "reason",
    "status",
    "location",
    "expected_location",
    "expected_status",
    "record",
    "hops",
    "target",
    "target_status",
    "target_reason",
  ];
  return [
    head,
    ...rows.map((row) => [
      row.line,
      row.url,
      row.result,
      row.reason,
      row.status,
      row.location ?? "",
      row.expected.location ?? "",
      row.expected.status ?? "",
      row.record ?? "",
      row.hops.map(({ url }) => url).join(" "),
      row.target?.url ?? "",
      row.target?.status ?? "",
      row.target?.reason ?? "",
    ]),
  ];
}
