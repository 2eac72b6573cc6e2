import { useEffect, useRef, useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import type { Stats } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { describeError } from "../../component/state.tsx";
import { downloadCsv } from "../../state/download.ts";
import { announce, showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { readWholeStats } from "./read-stats.ts";
import {
  type Names,
  STEP_HEADER,
  toCsvName,
  toPeriodRows,
  toSeriesRows,
  toStepRows,
  toSteps,
} from "./breakdowns.ts";

interface MenuProps {
  path: string;
  /** The path of the shown statistics. */
  query: Query;
  stats: Stats;
  /** What the clicks are of, for the names of files. */
  subject: string;
  namesOf: (stats: readonly Stats[], signal: AbortSignal) => Promise<Names> | Names;
  /** Breakdowns that are only computed on request. */
  include?: string;
}

/** The most calls of a download, well below the rate limit of a session. */
const MAX_STEPS = 120;

/** Downloads of the shown numbers: clicks over time, and all breakdowns of the whole period or of each day or week. */
export function CsvMenu({ path, query, stats, subject, namesOf, include }: MenuProps) {
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const steps = toSteps(stats);
  // The breakdowns of what has one value are not known.
  const isNarrowed = query["value"] !== undefined;
  const run = async (save: (signal: AbortSignal) => Promise<void>) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      await save(signal);
      announce(t("stats.saved"));
    } catch (error) {
      if (!signal.aborted) showToast(describeError(error));
    }
    setProgress(null);
  };
  const saveSeries = () =>
    run(async (signal) => {
      const isCounted = stats.refreshing !== true;
      if (!isCounted) setProgress({ done: 0, count: 1 });
      const whole = isCounted ? stats : await readWholeStats(path, query, signal);
      downloadCsv(
        toCsvName(`clicks-by-${stats.interval}`, subject, whole),
        toSeriesRows(whole, { hasBots: !isNarrowed }),
      );
    });
  const saveAll = () =>
    run(async (signal) => {
      setProgress({ done: 0, count: 1 });
      const whole = await readWholeStats(path, { ...query, include }, signal);
      const names = await namesOf([whole], signal);
      downloadCsv(toCsvName("all-tables", subject, whole), toPeriodRows(whole, names));
    });
  const saveSteps = () =>
    run(async (signal) => {
      const read: Stats[] = [];
      for (const [index, step] of steps.entries()) {
        setProgress({ done: index, count: steps.length });
        const asked = { ...query, ...step, include, previous: undefined };
        read.push(await readWholeStats(path, asked, signal));
      }
      const names = await namesOf(read, signal);
      downloadCsv(toCsvName(`all-tables-by-${stats.interval}`, subject, stats), [
        STEP_HEADER,
        ...read.flatMap((step) => toStepRows(step, names)),
      ]);
    });
  if (progress !== null) {
    return (
      <span class="line small" role="status">
        {t("stats.saving", progress)}
        <Button onClick={() => stop.current.abort()} label={t("action.cancel")} />
      </span>
    );
  }
  return (
    <Menu label={t("stats.download")} button={t("stats.download")} buttonClass="button">
      <MenuItem onChoose={() => void saveSeries()} label={t(`stats.csvSeries.${stats.interval}`)} />
      {!isNarrowed && <MenuItem onChoose={() => void saveAll()} label={t("stats.csvAll")} />}
      {stats.interval !== "hour" && !isNarrowed && (
        <MenuItem
          disabled={steps.length > MAX_STEPS}
          onChoose={() => void saveSteps()}
          label={t(`stats.csvSteps.${stats.interval}`)}
        />
      )}
    </Menu>
  );
}
