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

/** Says how many rows lead back to a hostname of their import, with a link to them. */
export function OddRows({ change }: { change: Change }) {
  const search = useSearch();
  const count = countOdd(change);
  if (count === 0) return null;
  return (
    <p class="line">
      <span class="chip chip-warn">{t("odd.look")}</span>
      <a href={search.at(`/changes/${change.id}`, { result: "odd", cursor: undefined })}>
        {t("odd.count", { count })}
      </a>
    </p>
  );
}

export function countOdd({ id }: Change): number {
  return keptReport(id)?.odd?.length ?? 0;
}

export function ReadRows({ change, tab }: { change: Change; tab: "refused" | "odd" }) {
  const { refused = [], total = 0, odd = [] } = keptReport(change.id) ?? {};
  if (tab === "odd") return <RefusedList rows={odd.slice(0, SHOWN_REFUSED)} total={odd.length} />;
  return <RefusedList rows={refused.slice(0, SHOWN_REFUSED)} total={total} />;
}
