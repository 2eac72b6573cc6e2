import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import { ASK } from "../../first-asks.ts";
import { call, takeAnswered } from "../../api/client.ts";
import { useAsk } from "../../api/query.ts";
import type { Check, Page } from "../../api/types.ts";
import { Moment } from "../../component/moment.tsx";
import { ErrorState } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { useTitle } from "../../state/page.tsx";
import { sayNumber, t } from "../../text/text.ts";
import { PagedTable } from "../records/paged-table.tsx";
import { type PagedRow, usePages } from "../records/record-pages.ts";
import { CheckDetail } from "./check-detail.tsx";
import { CheckState, CountBar, Covered, isRunning } from "./check-parts.tsx";
import { NewCheck } from "./new-check.tsx";
import { UploadNotice } from "./upload.tsx";

const AGAIN_MS = 2_500;

export default function Checks() {
  const { id } = useRoute().params;
  return id === undefined ? <CheckList /> : <CheckDetail key={id} id={id} />;
}

function CheckList() {
  const heading = useTitle(t("nav.check"));
  const mayWrite = useMay("editor");
  const [path, query] = ASK.checks;
  const [pages] = usePages<Check>(
    "checks",
    (cursor, signal) => call("GET", path, { query: { ...query, cursor: cursor ?? undefined }, signal }),
    () => takeAnswered(path, query),
  );
  useNewest((check) => pages.replace(check));
  const hrefOf = (check: Check) => `/check/${check.id}`;
  return (
    <div class="stack">
      {heading}
      <p class="muted lead">{t("check.lead")}</p>
      <UploadNotice />
      {mayWrite ? <NewCheck /> : <p class="notice notice-warn">{t("check.needsEditor")}</p>}
      {pages.isEmpty ? null : (
        <section class="stack">
          <h2>{t("check.list")}</h2>
          <PagedTable
            label={t("check.list")}
            pages={pages}
            columns={[
              { width: "14rem", label: t("check.column.made") },
              { width: "7rem", label: t("check.column.urls"), isNumber: true },
              { width: "7rem", label: t("check.result.covered"), isNumber: true },
              { width: "auto", label: t("check.column.found") },
              { width: "9rem", label: t("check.column.state") },
            ]}
            renderRow={(row) => <Row {...row} href={hrefOf(row.row)} />}
            renderCard={(row) => <Card {...row} href={hrefOf(row.row)} />}
            hrefOf={hrefOf}
          />
        </section>
      )}
      {pages.error !== null && <ErrorState error={pages.error} onRetry={() => pages.retry()} />}
    </div>
  );
}

/** Refreshes the progress of the newest checks while one of them runs. */
function useNewest(onCheck: (check: Check) => void): void {
  const read = useAsk<Page<Check>>(["checks", "newest"], ASK.newestChecks, {
    againMs: (data) => (data?.data.some(isRunning) === true ? AGAIN_MS : false),
  });
  useEffect(() => {
    for (const check of read.data?.data ?? []) onCheck(check);
  }, [read.data]);
}

type DrawnProps = PagedRow<Check> & { href: string };

function Row({ index, row, href }: DrawnProps) {
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      <th scope="row">
        <a href={href}>
          <Moment at={row.created_at} />
        </a>
      </th>
      <td class="number">{sayNumber(row.total)}</td>
      <td class="number">
        <Covered check={row} />
      </td>
      <td>
        <CountBar check={row} />
      </td>
      <td>
        <CheckState check={row} />
      </td>
    </tr>
  );
}

function Card({ index, row, href }: DrawnProps) {
  return (
    <li class="row-card" data-row={index}>
      <span />
      <a class="row-card-title" href={href}>
        <Moment at={row.created_at} />
      </a>
      <span class="number">
        <Covered check={row} />
      </span>
      <span class="line small muted">
        {t("check.urls", { count: row.total })} <CheckState check={row} />
      </span>
      <span class="line">
        <CountBar check={row} />
      </span>
    </li>
  );
}
