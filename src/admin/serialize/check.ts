import type * as v from "valibot";
import type { Check } from "../../domain/check/check.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { CheckView, CheckRowView } from "../../services/check/checks.ts";
import { say } from "../../domain/refusal/say.ts";
import { toTable } from "../csv.ts";
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
  return toTable(COLUMNS, rows);
}

const COLUMNS: Parameters<typeof toTable<RowShape>>[0] = {
  line: ({ line }) => line,
  url: ({ url }) => url,
  result: ({ result }) => result,
  reason: ({ reason }) => reason,
  status: ({ status }) => status,
  location: ({ location }) => location,
  expected_location: ({ expected }) => expected.location,
  expected_status: ({ expected }) => expected.status,
  record: ({ record }) => record,
  hops: ({ hops }) => hops.map(({ url }) => url).join(" "),
  target: ({ target }) => target?.url,
  target_status: ({ target }) => target?.status,
  target_reason: ({ target }) => target?.reason,
};
