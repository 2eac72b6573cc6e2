import { call, callRaw } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import type { Change, ChangeRow, Page } from "../../api/types.ts";
import { download, downloadCsv } from "../../state/download.ts";
import { sayReason } from "../../text/reason.ts";
import { loadTexts } from "../../text/text.ts";
import { keptReport } from "../import/import-report.ts";
import { reasonsOf } from "./row-fields.ts";

export async function downloadRows({ id }: Change, result: ChangeRow["result"] | undefined): Promise<void> {
  const response = await callRaw("GET", `/changes/${id}/rows`, {
    query: { "filter[result]": result, per_page: 1_000 },
    headers: { Accept: "text/csv" },
  });
  download(`change-${id}.csv`, await response.blob());
}

/** Downloads the rows that the API or the reader of the file has left out, each with its reason. */
export async function downloadLeftOut({ id }: Change): Promise<void> {
  const report = keptReport(id);
  const rows: [line: number | string, source: string, reason: string][] = [];
  if (report !== null) await loadTexts("file-reason");
  for (const { line, text, reason } of report?.refused ?? []) rows.push([line, text, sayReason(reason)]);
  for (const result of ["invalid", "conflict"] as const) {
    for await (const row of walkRows(id, result)) {
      rows.push([row.line ?? "", row.source ?? row.id ?? "", reasonsOf(row)]);
    }
  }
  const sorted = rows.toSorted(([a], [b]) => Number(a) - Number(b));
  downloadCsv(`left-out-${id}.csv`, [["line", "source", "reason"], ...sorted]);
}

async function* walkRows(id: string, result: ChangeRow["result"]): AsyncGenerator<ChangeRow> {
  let cursor: string | null = null;
  do {
    const query = { "filter[result]": result, per_page: 1_000, cursor: cursor ?? undefined };
    const page: Page<ChangeRow> = await callPatiently(() => call("GET", `/changes/${id}/rows`, { query }));
    yield* page.data;
    cursor = page.meta.cursor.next;
  } while (cursor !== null);
}
