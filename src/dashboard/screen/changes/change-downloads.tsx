import { callRaw } from "../../api/client.ts";
import { walkPatiently } from "../../api/patient.ts";
import type { Change, ChangeRow } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { isAtWork } from "../../state/change-task.ts";
import { download, downloadCsv } from "../../state/download.ts";
import { useWork } from "../../state/work.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { writesOf } from "../../../domain/client/words.ts";
import { keptReport } from "../import/import-report.ts";
import { reasonsOf } from "./row-fields.ts";

/** Downloads of the rows: all rows in the format of the API, and the omitted rows with their reasons. */
export function Downloads({ change, result }: { change: Change; result: ChangeRow["result"] | undefined }) {
  const [isBusy, run] = useWork();
  const left = change.counts.invalid + change.counts.conflicts + change.undo_conflicts;
  const refused = keptReport(change.id)?.refused.length ?? 0;
  if (isAtWork(change) || writesOf(change.planned) + left + refused === 0) return null;
  return (
    <div class="line">
      {left + refused > 0 && (
        <Button
          disabled={isBusy}
          onClick={() => void run(() => downloadLeftOut(change))}
          label={t("changes.csvLeftOut", { count: left + refused })}
        />
      )}
      <Button
        disabled={isBusy}
        onClick={() => void run(() => downloadRows(change, result))}
        label={t("changes.csv")}
      />
    </div>
  );
}

async function downloadRows({ id }: Change, result: ChangeRow["result"] | undefined): Promise<void> {
  const response = await callRaw("GET", `/changes/${id}/rows`, {
    query: { "filter[result]": result, per_page: 1_000 },
    headers: { Accept: "text/csv" },
  });
  download(`change-${id}.csv`, await response.blob());
}

/** Downloads the rows that the API or the reader of the file has left out, each with its reason. */
async function downloadLeftOut({ id }: Change): Promise<void> {
  const rows: [line: number | string, source: string, reason: string][] = [];
  for (const { line, text, reason } of keptReport(id)?.refused ?? []) {
    rows.push([line, text, sayReason(reason)]);
  }
  for (const result of ["invalid", "conflict"] as const) {
    for await (const { data } of walkPatiently<ChangeRow>(`/changes/${id}/rows`, {
      "filter[result]": result,
    })) {
      for (const row of data) rows.push([row.line ?? "", row.source ?? row.id ?? "", reasonsOf(row)]);
    }
  }
  const sorted = rows.toSorted(([a], [b]) => Number(a) - Number(b));
  downloadCsv(`left-out-${id}.csv`, [["line", "source", "reason"], ...sorted]);
}
