import { Pager, Tabs } from "../../component/tabs.tsx";
import { useGet } from "../../api/query.ts";
import { isWritten } from "../../../domain/client/words.ts";
import type { Change, ChangeRow, Page } from "../../api/types.ts";
import { Diff } from "../../component/diff.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { useSearch } from "../../state/page.tsx";
import { sayNumber, t, type TextKey } from "../../text/text.ts";
import { fieldLabel } from "../../text/field.ts";
import { Downloads } from "./change-downloads.tsx";
import { countLeftOut, countOdd, ReadRows } from "./left-out.tsx";
import { changedFields, describeFields, type FieldChange, reasonsOf, reverseResult } from "./row-fields.ts";

type Result = ChangeRow["result"];
type Tense = "planned" | "undone" | "done";

/** The results of rows, and the rows of which only the reader of the file knows. */
const TABS = ["created", "changed", "deleted", "unchanged", "invalid", "conflict", "refused", "odd"] as const;
type Tab = (typeof TABS)[number];
const PER_PAGE = 50;

/** The records of a change, with their values before and after. The address contains the result and the page. */
export function ChangeRows({ change, isUndoView }: { change: Change; isUndoView: boolean }) {
  const search = useSearch();
  const tab = TABS.find((name) => name === search.values["result"]);
  const ofReader = tab === "refused" || tab === "odd" ? tab : null;
  const wanted = tab === "refused" || tab === "odd" ? undefined : tab;
  const cursor = search.values["cursor"];
  const hasRows = !["collecting", "planning"].includes(change.state);
  const rows = useGet<Page<ChangeRow>>(
    ["change-rows", change.id, wanted ?? "", cursor ?? "", change.state],
    `/changes/${change.id}/rows`,
    {
      query: { per_page: PER_PAGE, cursor, "filter[result]": wanted },
      isEnabled: hasRows && ofReader === null,
      keepsPrevious: true,
    },
  );
  const tense =
    isUndoView || change.state === "planned" ? "planned" : change.state === "undone" ? "undone" : "done";
  const home = `/changes/${change.id}`;
  if (!hasRows) return null;
  return (
    <section class="stack" aria-label={t("changes.rows")}>
      <div class="line-apart">
        <Tabs
          label={t("list.results")}
          names={[undefined, ...TABS.filter((name) => countOf(change, name) > 0)]}
          current={tab}
          hrefOf={(name) => search.at(home, { result: name, cursor: undefined })}
          textOf={(name) => (
            <>
              {t(labelOf(name, change.state))} <span class="muted">{sayNumber(countOf(change, name))}</span>
            </>
          )}
          wraps
        />
        <Downloads change={change} result={wanted} />
      </div>
      {ofReader !== null ? (
        <ReadRows change={change} tab={ofReader} />
      ) : rows.data === undefined ? (
        <Loading read={rows} lines={8} height="3.5rem" />
      ) : rows.data.data.length === 0 ? (
        <NoRows change={change} next={rows.data.meta.cursor.next} />
      ) : (
        <ul class="table-box change-rows">
          {rows.data.data.map((row, index) => (
            <Row
              key={`${row.id ?? ""} ${row.line ?? index}`}
              row={row}
              isReversed={isUndoView}
              tense={tense}
              hasLines={search.values["check"] === undefined}
            />
          ))}
        </ul>
      )}
      {ofReader === null && rows.data !== undefined && (
        <Pager cursor={rows.data.meta.cursor} hrefOf={(to) => search.at(home, { cursor: to })} />
      )}
    </section>
  );
}

function labelOf(tab: Tab | undefined, state: Change["state"]): TextKey {
  if (tab === undefined) return "changes.result.all";
  const isWill = state === "planned" && (tab === "created" || tab === "changed" || tab === "deleted");
  return isWill ? `changes.toBe.${tab}` : `changes.result.${tab}`;
}

function countOf(change: Change, tab: Tab | undefined): number {
  const { counts, total, undo_conflicts } = change;
  if (tab === undefined) return total;
  if (tab === "refused") return countLeftOut(change).refused;
  if (tab === "odd") return countOdd(change);
  return tab === "conflict" ? counts.conflicts + undo_conflicts : counts[tab];
}

/** A page of a filter may be empty although more pages follow. */
function NoRows({ change, next }: { change: Change; next: string | null }) {
  if (next !== null) return <p class="muted">{t("changes.noRowsHere")}</p>;
  const isKept = change.state !== "expired" && change.state !== "undone";
  return <EmptyState title={t(isKept ? "changes.noRows" : "changes.rowsGone")} />;
}

interface RowProps {
  row: ChangeRow;
  /** Says whether the row shows what the undo writes. */
  isReversed: boolean;
  tense: Tense;
  /** False for who comes from a check, whose lines are others than those of what repairs it. */
  hasLines: boolean;
}

function Row({ row, isReversed, tense, hasLines }: RowProps) {
  const result = isReversed ? reverseResult(row.result) : row.result;
  const fields = isWritten(result) || row.result === "conflict" ? changedFields(row, isReversed) : [];
  const reasons = reasonsOf(row);
  return (
    <li>
      <div class="change-source">
        <Source row={row} />
        {row.line !== null && hasLines && <div class="small muted">{t("list.line", { line: row.line })}</div>}
      </div>
      <div class="stack-small">
        {reasons !== "" && <p class="break bad small">{reasons}</p>}
        {row.current !== null && (
          <p class="break small">{t("changes.current", { values: describeFields(row.current) })}</p>
        )}
        {result === "changed" || result === "conflict" ? (
          <Changed fields={fields} />
        ) : (
          <Whole fields={fields} />
        )}
      </div>
      <div class="change-state">
        <ResultChip result={result} tense={tense} />
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
            <Diff from={from} to={to} />
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
          {destination.to === "" ? (
            <del>
              <UrlText url={destination.from} />
            </del>
          ) : (
            <ins>
              <UrlText url={destination.to} />
            </ins>
          )}
        </div>
      )}
      {others.length > 0 && (
        <p class="small muted break">
          {others.map(({ name, from, to }) => `${fieldLabel(name)}: ${to || from}`).join(" · ")}
        </p>
      )}
    </>
  );
}

/** The result of a row: of a plan what it will do, and of an undone change that the record is as it was. */
function ResultChip({ result, tense }: { result: Result; tense: Tense }) {
  if (tense === "undone" && isWritten(result)) {
    return <span class="chip">{t(`changes.undone.${result}`)}</span>;
  }
  if (tense === "planned" && isWritten(result)) {
    return <span class={`chip ${CHIPS[result] ?? ""}`}>{t(`changes.will.${result}`)}</span>;
  }
  return <span class={`chip ${CHIPS[result] ?? ""}`}>{t(`changes.one.${result}`)}</span>;
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
