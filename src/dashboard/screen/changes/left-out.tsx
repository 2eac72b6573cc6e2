import type { Change } from "../../api/types.ts";
import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { keptReport } from "../import/import-report.ts";
import { RefusedList } from "../import/refused-list.tsx";

/** The tabs that list rows which are left out. The API never got the rows that the reader of a file refused. */
const TABS = ["refused", "invalid", "conflict"] as const;

const SHOWN_REFUSED = 200;

/** Returns the number of rows that a change leaves out, by their tab. */
export function countLeftOut({ id, counts }: Change): Record<(typeof TABS)[number], number> {
  return { refused: keptReport(id)?.total ?? 0, invalid: counts.invalid, conflict: counts.conflicts };
}

/** A heading that says what a change writes and how many rows it leaves out, above links to these rows. */
export function Heading({ change, title }: { change: Change; title: string }) {
  const search = useSearch();
  const left = countLeftOut(change);
  const count = left.refused + left.invalid + left.conflict;
  if (count === 0) return <h2>{title}</h2>;
  return (
    <>
      <h2>{t("changes.andLeftOut", { text: title, count })}</h2>
      <p class="line small">
        {TABS.filter((tab) => left[tab] > 0).map((tab) => (
          <a key={tab} href={search.at(`/changes/${change.id}`, { result: tab, cursor: undefined })}>
            {t(`changes.leftOut.${tab}`, { count: left[tab] })}
          </a>
        ))}
      </p>
    </>
  );
}

export function RefusedRows({ change }: { change: Change }) {
  const { refused = [], total = 0 } = keptReport(change.id) ?? {};
  return <RefusedList rows={refused.slice(0, SHOWN_REFUSED)} total={total} />;
}
