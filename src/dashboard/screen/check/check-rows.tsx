import { useState } from "preact/hooks";
import type { CheckResult } from "../../../domain/client/words.ts";
import { call, toSearch } from "../../api/client.ts";
import type { Check, CheckRow, Page } from "../../api/types.ts";
import { EmptyState, ErrorState, Fact, Reasons } from "../../component/state.tsx";
import { Button, ButtonLink } from "../../component/button.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { MiddleCut } from "../../component/middle-cut.tsx";
import { useMay } from "../../state/session.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import { actionsColumn, PagedTable } from "../records/paged-table.tsx";
import { ROWS_A_PAGE } from "../../first-asks.ts";
import { type PagedRow, usePages } from "../records/record-pages.ts";
import { showUrl } from "../records/show-url.ts";
import { ResultChip } from "./check-parts.tsx";
import { isWithoutRecord, toSource } from "./cover-check.ts";
import { Dialog } from "../../component/dialog.tsx";

type Listed = CheckRow & { id: string };

export function CheckRows({ check, result }: { check: Check; result: CheckResult | null }) {
  const [open, setOpen] = useState<Listed | null>(null);
  const [pages] = usePages<Listed>(`${check.id} ${result}`, async (cursor, signal) => {
    const page = await call<Page<CheckRow>>("GET", `/checks/${check.id}/rows`, {
      query: {
        "filter[result]": result ?? undefined,
        per_page: ROWS_A_PAGE,
        cursor: cursor ?? undefined,
      },
      signal,
    });
    return { ...page, data: page.data.map((row) => ({ ...row, id: String(row.line) })) };
  });
  if (pages.isEmpty) {
    if (result === null) return <EmptyState title={t("check.noRows")} />;
    return (
      <EmptyState title={t("check.noneOf")}>
        <ButtonLink href={`/check/${check.id}`} label={t("check.seeAllRows")} />
      </EmptyState>
    );
  }
  return (
    <>
      <PagedTable
        label={t("list.results")}
        pages={pages}
        cardSize="--card-miss"
        columns={[
          { width: "3.75rem", label: t("check.column.line"), isNumber: true },
          // What leads nowhere has no target, and more to say about why.
          { width: "auto", label: t("check.column.url") },
          { width: "8rem", label: t("check.column.result") },
          { width: result === "uncovered" ? "14%" : "28%", label: t("check.column.leads") },
          { width: result === "uncovered" ? "26%" : "12%", label: t("check.column.reason") },
          actionsColumn(),
        ]}
        renderRow={(row) => <Row {...row} onOpen={() => setOpen(row.row)} />}
        renderCard={(row) => <Card {...row} onOpen={() => setOpen(row.row)} />}
        hrefOf={({ url }) => toExplainHref(url)}
      />
      {pages.error !== null && <ErrorState error={pages.error} onRetry={() => pages.retry()} />}
      {open !== null && <RowDialog row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

type DrawnProps = PagedRow<Listed> & { onOpen: () => void };

function Row({ index, row, onOpen }: DrawnProps) {
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      <td class="number muted">{row.line}</td>
      <th scope="row">
        <CheckedUrl url={row.url} />
      </th>
      <td>
        <ResultChip result={row.result} />
      </td>
      <td>
        <Leads row={row} />
      </td>
      <td class="muted">
        <span class="cut small" title={sayWhy(row)}>
          <Reasons of={[sayWhy(row)]} />
        </span>
      </td>
      <td>
        <RowMenu row={row} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function Card({ index, row, onOpen }: DrawnProps) {
  return (
    <li class="row-card miss-card" data-row={index}>
      <span />
      <div class="row-card-title">
        <CheckedUrl url={row.url} />
      </div>
      <RowMenu row={row} onOpen={onOpen} />
      <span class="line one-line">
        <ResultChip result={row.result} />
        <span class="cut small muted">
          <Reasons of={[sayWhy(row)]} />
        </span>
      </span>
      <Leads row={row} />
    </li>
  );
}

function CheckedUrl({ url }: { url: string }) {
  return (
    <a href={toExplainHref(url)}>
      <MiddleCut text={showUrl(url)} />
    </a>
  );
}

/** Where visitors end: the last URL of their way, the number of its redirects, and the answer of the target. */
function Leads({ row: { status, location, hops, target } }: { row: Listed }) {
  const way = [location, ...hops.map((hop) => hop.location)].filter((url) => url !== null);
  const end = way.at(-1);
  const isDead = target !== null && (target.reason !== null || (target.status ?? 200) >= 400);
  return (
    <span class="one-line">
      <span class="muted number">{status}</span>
      {end !== undefined && <MiddleCut text={showUrl(end)} />}
      {way.length > 1 && (
        <span class="chip" title={way.map(showUrl).join(" → ")}>
          {t("check.hops", { count: way.length })}
        </span>
      )}
      {target !== null && (target.status !== null || target.reason !== null) && (
        <span
          class={`chip ${isDead ? "chip-bad" : "chip-good"}`}
          title={target.reason === null ? target.url : sayReason(target.reason_code, target.reason)}
        >
          {target.status === null
            ? t("check.targetNone")
            : t("check.targetStatus", { status: String(target.status) })}
        </span>
      )}
    </span>
  );
}

function RowMenu({ row, onOpen }: { row: Listed; onOpen: () => void }) {
  const mayWrite = useMay("editor");
  const to = row.expected.location ?? "";
  return (
    <Menu label={t("check.menu", { url: row.url })}>
      <MenuItem onChoose={onOpen} label={t("check.details")} />
      <MenuItem href={toExplainHref(row.url)} label={t("nav.explain")} />
      {row.record !== null && <MenuItem href={`/links/${row.record}`} label={t("explain.open")} />}
      {mayWrite && isWithoutRecord(row) && (
        <MenuItem
          href={`/links/new${toSearch({ kind: "redirect", source: toSource(row.url), to })}`}
          label={t("explain.create")}
        />
      )}
    </Menu>
  );
}

/** Where a URL leads elsewhere than the file says, the list shows already where it leads, and not yet what was expected. */
function sayWhy({ expected, reason_code, reason }: CheckRow): string {
  return reason_code?.code === "check_leads" && expected.location !== null
    ? t("check.expectedUrl", { url: showUrl(expected.location) })
    : sayReason(reason_code, reason);
}

function RowDialog({ row, onClose }: { row: CheckRow; onClose: () => void }) {
  const { url, result, status, location, expected, hops, target } = row;
  const all = [{ url, status, location }, ...hops];
  return (
    <Dialog title={t("list.line", { line: String(row.line) })} onClose={onClose}>
      <div class="line">
        <ResultChip result={result} />
        <span class="muted">
          <Reasons of={[sayReason(row.reason_code, row.reason)]} />
        </span>
      </div>
      <ol class="steps">
        {all.map((hop, index) => (
          <li key={index}>
            <div class="step-text">
              <span class="break">{showUrl(hop.url)}</span>
              <span class="small muted break">
                {hop.status}
                {hop.location !== null && <> → {hop.location}</>}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <dl class="facts stack-small">
        <Fact name={t("check.expectedTitle")}>
          {[expected.status, expected.location].filter((one) => one !== null).join(" ") || t("check.any")}
        </Fact>
        {target !== null && (
          <Fact name={t("check.target")}>
            {target.url} {target.status ?? ""}{" "}
            <Reasons of={[sayReason(target.reason_code, target.reason ?? "")]} />
          </Fact>
        )}
      </dl>
      <div class="line">
        {row.record !== null && (
          <ButtonLink kind="main" href={`/links/${row.record}`} label={t("explain.open")} />
        )}
        <ButtonLink
          kind={row.record === null ? "main" : undefined}
          href={toExplainHref(url)}
          label={t("nav.explain")}
        />
        <Button kind="plain" onClick={onClose} label={t("action.close")} />
      </div>
    </Dialog>
  );
}
