import type { ImportRow } from "../../../import/row.ts";
import { downloadCsv } from "../../state/download.ts";
import { fieldLabel } from "../../text/field.ts";
import { sayField } from "../../text/say-field.ts";
import { sayReason } from "../../text/reason.ts";
import { sayNumber, t } from "../../text/text.ts";
import { Button } from "../../component/button.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { Reasons } from "../../component/state.tsx";
import type { FileSummary } from "./reader/message.ts";
import { RefusedList } from "./refused-list.tsx";
import type { ImportState } from "./use-import.ts";

interface CheckProps {
  summary: FileSummary;
  state: ImportState;
}

interface FileCheckProps extends CheckProps {
  /** The number of rows on hostnames that are not connected. */
  left: number;
}

/** The parsed file: rows as they would be sent, and refused rows with line and reason. */
export function FileCheck({ summary, left, state }: FileCheckProps) {
  return (
    <section class="card stack" aria-label={t("import.check")} aria-busy={state.isReading}>
      <h2>{t("import.check")}</h2>
      <div class="stats">
        <StatCard label={t("import.rows")} value={summary.rows - left} />
        {left > 0 && <StatCard label={t("import.left")} value={left} />}
        {summary.pages > 0 && <StatCard label={t("import.pages")} value={summary.pages} />}
        <StatCard label={t("import.refused")} value={summary.refused} />
        <StatCard label={t("import.ignored")} value={summary.ignored} />
      </div>
      {summary.refused > 0 && <Refused summary={summary} state={state} />}
      {summary.odd.count > 0 && <Odd {...summary.odd} />}
      {summary.warnings.length > 0 && <Warnings warnings={summary.warnings} />}
      {summary.preview.length > 0 && <Preview rows={summary.preview} total={summary.rows} />}
    </section>
  );
}

function Refused({ summary, state }: CheckProps) {
  const save = async () => {
    const rows = (await state.reader.current?.ask({ kind: "refused" })) ?? [];
    downloadCsv("refused.csv", [
      ["line", "text", "reason"],
      ...rows.map(({ line, text, reason }) => [line, text, sayReason(reason)]),
    ]);
  };
  return (
    <details class="section" open={summary.refused <= 10}>
      <summary>
        {t("import.refusedTitle")} <span class="chip chip-bad">{sayNumber(summary.refused)}</span>
      </summary>
      <div class="section-body stack-small">
        <RefusedList rows={summary.refusedShown} total={summary.refused} />
        <div>
          <Button onClick={() => void save()} label={t("import.refusedCsv")} />
        </div>
      </div>
    </details>
  );
}

function Odd({ count, shown }: FileSummary["odd"]) {
  return (
    <details class="section" open={count <= 10}>
      <summary>
        {t("odd.count", { count })} <span class="chip chip-warn">{t("odd.look")}</span>
      </summary>
      <div class="section-body stack-small">
        <RefusedList rows={shown} total={count} />
      </div>
    </details>
  );
}

function Warnings({ warnings }: Pick<FileSummary, "warnings">) {
  const count = warnings.reduce((sum, warning) => sum + warning.count, 0);
  return (
    <details class="section">
      <summary>
        {t("import.warnings")} <span class="chip chip-warn">{sayNumber(count)}</span>
      </summary>
      <ul class="list small section-body">
        {warnings.map((one) => (
          <li key={JSON.stringify(one.warning)}>
            <span class="break">
              <Reasons of={[sayReason(one.warning)]} />
            </span>
            <span class="muted import-line">
              {one.lines.length === 1 && one.count === 1
                ? t("list.line", { line: one.lines[0] ?? 0 })
                : t("import.times", { count: one.count })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Preview({ rows, total }: { rows: ImportRow[]; total: number }) {
  return (
    <details class="section" open>
      <summary>{t("import.rowsTitle", { shown: rows.length, count: total })}</summary>
      <ul class="list small section-body">
        {rows.map((row) => (
          <li key={`${row.line} ${row.url ?? row.alias}`}>
            <div class="import-row">
              <strong class="break">{row.url ?? `${row.host}/${row.alias}`}</strong>
              <span class="break">→ {row.destination ?? row.file ?? t("import.gone")}</span>
              <span class="muted break">{describeRest(row)}</span>
            </div>
            <span class="muted import-line">{t("list.line", { line: row.line })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SHOWN = new Set(["line", "url", "host", "alias", "destination", "destinations", "file"]);

/**
 * Describes the rest of a row by the fields of the form, whose type is the code of a row that is not paused. What is gone
 * has no destination, which is said there.
 */
function describeRest({ status, type, password, password_hash, ...row }: ImportRow): string {
  const facts: [name: string, value: unknown][] = [
    ["type", typeof status === "number" ? String(status) : type === "gone" ? undefined : type],
    ["status", status === "paused" ? status : undefined],
    ["password", (password ?? password_hash) === undefined ? undefined : "••••"],
    ...Object.entries(row).filter(([name]) => !SHOWN.has(name)),
  ];
  return facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${fieldLabel(name)}: ${sayField(name, value)}`)
    .join(" · ");
}
