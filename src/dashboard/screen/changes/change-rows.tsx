import { Pager, Tabs } from "../../component/tabs.tsx";
import { callRaw } from "../../api/client.ts";
import { useGet } from "../../api/query.ts";
import { isWritten, writesOf } from "../../../domain/client/words.ts";
import type { Change, ChangeRow, Page } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Diff } from "../../component/diff.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { sayIfMoment } from "../../component/moment.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { isAtWork } from "../../state/change-task.ts";
import { useSearch } from "../../state/page.tsx";
import { useWork } from "../../state/work.ts";
import { loadTexts, sayNumber, t } from "../../text/text.ts";
import { keptReport } from "../import/import-report.ts";
import { fieldLabel, showValue } from "../../text/field.ts";
import { changedFields, type FieldChange, reasonsOf, reverseResult } from "./row-fields.ts";
import { walkPatiently } from "../../api/patient.ts";
import { download, downloadCsv } from "../../state/download.ts";
import { sayReason } from "../../text/reason.ts";

type Result = ChangeRow["result"];

const RESULTS = ["created", "changed", "deleted", "unchanged", "invalid", "conflict"] as const;
const PER_PAGE = 50;

/** The records of a change, with their values before and after. The address contains the result and the page. */
export function ChangeRows({ change, isUndoView }: { change: Change; isUndoView: boolean }) {
  const search = useSearch();
  const wanted = RESULTS.find((name) => name === search.values["result"]);
  const cursor = search.values["cursor"];
  const hasRows = !["collecting", "planning"].includes(change.state);
  const rows = useGet<Page<ChangeRow>>(
    ["change-rows", change.id, wanted ?? "", cursor ?? "", change.state],
    `/changes/${change.id}/rows`,
    {
      query: { per_page: PER_PAGE, cursor, "filter[result]": wanted },
      isEnabled: hasRows,
      keepsPrevious: true,
    },
  );
  const home = `/changes/${change.id}`;
  if (!hasRows) return null;
  return (
    <section class="stack" aria-label={t("changes.rows")}>
      <div class="line-apart">
        <Tabs
          label={t("list.results")}
          names={[undefined, ...RESULTS.filter((name) => countOf(change, name) > 0)]}
          current={wanted}
          hrefOf={(name) => search.at(home, { result: name, cursor: undefined })}
          textOf={(name) => (
            <>
              {t(name === undefined ? "changes.result.all" : `changes.result.${name}`)}{" "}
              <span class="muted">{sayNumber(countOf(change, name))}</span>
            </>
          )}
          wraps
        />
        <Downloads change={change} result={wanted} />
      </div>
      {rows.data === undefined ? (
        <Loading read={rows} lines={8} height="3.5rem" />
      ) : rows.data.data.length === 0 ? (
        <NoRows change={change} next={rows.data.meta.cursor.next} />
      ) : (
        <ul class="table-box change-rows">
          {rows.data.data.map((row, index) => (
            <Row key={`${row.id ?? ""} ${row.line ?? index}`} row={row} isReversed={isUndoView} />
          ))}
        </ul>
      )}
      {rows.data !== undefined && (
        <Pager cursor={rows.data.meta.cursor} hrefOf={(to) => search.at(home, { cursor: to })} />
      )}
    </section>
  );
}

function countOf({ counts, total, undo_conflicts }: Change, name: Result | undefined): number {
  if (name === undefined) return total;
  return name === "conflict" ? counts.conflicts + undo_conflicts : counts[name];
}

/** A page of a filter may be empty although more pages follow. */
function NoRows({ change, next }: { change: Change; next: string | null }) {
  if (next !== null) return <p class="muted">{t("changes.noRowsHere")}</p>;
  const isKept = change.state !== "expired" && change.state !== "undone";
  return <EmptyState title={t(isKept ? "changes.noRows" : "changes.rowsGone")} />;
}

function Row({ row, isReversed }: { row: ChangeRow; isReversed: boolean }) {
  const result = isReversed ? reverseResult(row.result) : row.result;
  const fields = isWritten(result) || row.result === "conflict" ? changedFields(row, isReversed) : [];
  const reasons = reasonsOf(row);
  return (
    <li>
      <div class="change-source">
        <Source row={row} />
        {row.line !== null && <div class="small muted">{t("list.line", { line: row.line })}</div>}
      </div>
      <div class="stack-small">
        {reasons !== "" && <p class="break bad small">{reasons}</p>}
        {row.current !== null && (
          <p class="break small">
            {t("changes.current", {
              values: Object.entries(row.current)
                .map(([name, value]) => `${fieldLabel(name)}: ${showValue(value)}`)
                .join("; "),
            })}
          </p>
        )}
        {result === "changed" || result === "conflict" ? (
          <Changed fields={fields} />
        ) : (
          <Whole fields={fields} />
        )}
      </div>
      <div class="change-state">
        <span class={`chip ${CHIPS[result] ?? ""}`}>{t(`changes.one.${result}`)}</span>
      </div>
    </li>
  );
}

function Changed({ fields }: { fields: FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <dl class="stack-small">
      {fields.map(({ name, from, to }) => (
        <div key={name}>
          <dt class="small muted">{fieldLabel(name)}</dt>
          <dd>
            <Diff from={sayValue(from)} to={sayValue(to)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A created or deleted record: its destination, and its other fields in one line. */
function Whole({ fields }: { fields: FieldChange[] }) {
  const destination = fields.find(({ name }) => name === "destination");
  const others = fields.filter((field) => field !== destination);
  return (
    <>
      {destination !== undefined && (
        <div class="diff">
          {destination.to === "" ? <del>− {destination.from}</del> : <ins>+ {destination.to}</ins>}
        </div>
      )}
      {others.length > 0 && (
        <p class="small muted break">
          {others.map(({ name, from, to }) => `${fieldLabel(name)}: ${sayValue(to || from)}`).join(" · ")}
        </p>
      )}
    </>
  );
}

/** Returns the text of a flag or a moment; any other value unchanged. */
function sayValue(value: string): string {
  if (value === "true") return t("word.yes");
  return value === "false" ? t("word.no") : sayIfMoment(value);
}

const CHIPS: Partial<Record<Result, string>> = {
  created: "chip-good",
  deleted: "chip-bad",
  invalid: "chip-bad",
  conflict: "chip-warn",
};

function Source({ row: { id, source, result } }: { row: ChangeRow }) {
  const text = source ?? id ?? t("changes.noSource");
  const isThere = id !== null && result !== "created" && result !== "deleted" && result !== "invalid";
  const Name = isThere ? "a" : "span";
  return (
    <Name class="break" href={isThere ? `/links/${id}` : undefined}>
      <UrlText url={text} />
    </Name>
  );
}

/** Downloads of the rows: all rows in the format of the API, and the omitted rows with their reasons. */
function Downloads({ change, result }: { change: Change; result: Result | undefined }) {
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
  const report = keptReport(id);
  const rows: [line: number | string, source: string, reason: string][] = [];
  if (report !== null) await loadTexts("file-reason");
  for (const { line, text, reason } of report?.refused ?? []) rows.push([line, text, sayReason(reason)]);
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
