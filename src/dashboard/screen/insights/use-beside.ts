import type { Query } from "../../api/client.ts";
import { type Read, useGet } from "../../api/query.ts";
import type { LinkRecord, Page, Stats } from "../../api/types.ts";
import { useSearch } from "../../state/page.tsx";
import { showUrl } from "../records/show-url.ts";
import { type Period, toStatsQuery } from "./period.ts";
import { useStats } from "./read-stats.ts";
import { saySpan } from "./stats-cards.tsx";
import { type Beside, readVersus, type Versus } from "./versus.ts";

export interface FoundBeside {
  versus: Versus | null;
  read: Read<Stats>;
  /** Null until both are read, and if the address names nothing to compare with. */
  of: (own: Stats | undefined) => Beside | null;
}

/**
 * Reads what the address puts beside statistics.
 * @param query of the shown statistics
 * @param record whose statistics they are, which those of another one can stand beside
 */
export function useBeside(path: string, query: Query, period: Period, record?: LinkRecord): FoundBeside {
  const asked = readVersus(useSearch().values, period);
  const versus = asked?.kind === "record" && record === undefined ? null : asked;
  const id = versus?.kind === "record" ? versus.id : undefined;
  const days = versus?.kind === "days" ? toStatsQuery({ ...period, ...versus }) : {};
  const read = useStats(
    id === undefined ? path : `/links/${id}/stats`,
    { ...query, ...days, previous: undefined },
    versus !== null,
  );
  const records = useGet<Page<LinkRecord>>(["records", "names", "versus", id], "/links", {
    query: { "filter[id]": id },
    isEnabled: id !== undefined,
  });
  const of = (own: Stats | undefined): Beside | null => {
    if (versus === null || own === undefined || read.data === undefined) return null;
    const span = (stats: Stats) => saySpan(stats.from, stats.to);
    if (id === undefined) return { own: span(own), name: span(read.data), stats: read.data };
    const url = records.data?.data[0]?.url ?? "…";
    return { own: showUrl(record?.url ?? ""), name: showUrl(url), stats: read.data };
  };
  return { versus, read, of };
}
