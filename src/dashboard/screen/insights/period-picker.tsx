import type { ComponentChildren } from "preact";
import { INTERVALS } from "../../../domain/client/time.ts";
import { SelectField, TextField } from "../../component/field.tsx";
import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { type Period, RANGES, toDate } from "./period.ts";

interface PickerProps {
  period: Period;
  errors: readonly string[];
  /** Further fields. */
  children: ComponentChildren;
}

/** The days and the interval of a statistic, which are stored in the address. */
export function PeriodPicker({ period, errors, children }: PickerProps) {
  const search = useSearch();
  const { range, firstDay, lastDay, interval, intervals } = period;
  const setRange = (next: string) =>
    search.set({
      range: next === "28" ? undefined : next,
      from: next === "own" ? firstDay : undefined,
      to: next === "own" ? lastDay : undefined,
      by: undefined,
    });
  return (
    <div class="period">
      <SelectField
        label={t("period.range")}
        value={range}
        options={RANGES.map((value) => ({
          value,
          label: value === "own" ? t("period.own") : t("period.last", { count: Number(value) }),
        }))}
        onValue={setRange}
        {...(range !== "own" && { errors })}
      />
      {range === "own" && (
        <>
          <TextField
            label={t("period.from")}
            type="date"
            value={firstDay}
            max={toDate(Date.now())}
            errors={errors}
            onValue={() => {}}
            onChange={(event) => search.set({ from: event.currentTarget.value })}
          />
          <TextField
            label={t("period.to")}
            type="date"
            value={lastDay}
            max={toDate(Date.now())}
            onValue={() => {}}
            onChange={(event) => search.set({ to: event.currentTarget.value })}
          />
        </>
      )}
      <SelectField
        label={t("period.by")}
        value={interval}
        options={INTERVALS.filter((value) => intervals.includes(value)).map((value) => ({
          value,
          label: t(`period.${value}`),
        }))}
        onValue={(next) => search.set({ by: next === "day" ? undefined : next })}
      />
      {children}
    </div>
  );
}
