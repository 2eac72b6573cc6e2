import type { Stats } from "../../api/types.ts";
import type { Kind } from "./kinds.ts";

/** Rows for files that users open in a spreadsheet. */

export type Row = (string | number)[];

export const KIND_HEADER: Row = ["value", "clicks"];
export const STEP_HEADER: Row = ["from", "to", "kind", "value", "clicks"];

/** Returns one breakdown. `(rest)` is the sum of all values that are not named. */
export function toKindRows({ breakdowns, rest }: Stats, kind: Kind): Row[] {
  const named = (breakdowns[kind] ?? []).map(({ value, clicks }) => [value, clicks]);
  const others = rest[kind] ?? 0;
  return others > 0 ? [...named, ["(rest)", others]] : named;
}

/** Returns all breakdowns of one interval, for a table of many intervals. */
export function toStepRows(stats: Stats): Row[] {
  const [from, to] = [stats.from, stats.to].map((moment) => moment.slice(0, 10)) as [string, string];
  const kinds = Object.keys(stats.breakdowns) as Kind[];
  return [
    [from, to, "all", "", stats.clicks],
    [from, to, "bots", "", stats.bots],
    ...kinds.flatMap((kind) => toKindRows(stats, kind).map((row) => [from, to, kind, ...row])),
  ];
}

export function toSteps(stats: Stats): { from: string; to: string }[] {
  const starts = stats.series.map(({ at }) => at);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? stats.to }));
}
