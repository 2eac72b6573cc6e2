import { DAY_MS } from "../../../domain/client/time.ts";
import type { SomeStats, Stats } from "../../api/types.ts";
import type { Kind } from "./breakdowns.ts";
import { countDays, parseDate, type Period, toDate } from "./period.ts";

/** What statistics stand side by side with: other days, or another record on the same days. */
export type Versus = { kind: "days"; firstDay: string; lastDay: string } | { kind: "record"; id: string };

/** The choices of the picker. Of `record`, the address has the id once it is known, and of `days` the first day. */
export type VersusChoice = "" | "before" | "days" | "record";

const ID = /^[0-9a-f-]{36}$/i;

export function readChoice({ vs = "" }: Record<string, string>): VersusChoice {
  if (vs === "before") return "before";
  if (parseDate(vs) !== null) return "days";
  return vs === "record" || ID.test(vs) ? "record" : "";
}

/** Reads what the address compares with. Other days are as many as the days of the period. */
export function readVersus(
  { vs = "" }: Record<string, string>,
  { firstDay, lastDay }: Pick<Period, "firstDay" | "lastDay">,
): Versus | null {
  if (ID.test(vs)) return { kind: "record", id: vs };
  const lengthMs = (countDays(firstDay, lastDay) - 1) * DAY_MS;
  if (lengthMs < 0) return null;
  const startMs =
    vs === "before" ? Date.parse(firstDay) - lengthMs - DAY_MS : Date.parse(parseDate(vs) ?? "");
  if (Number.isNaN(startMs)) return null;
  return { kind: "days", firstDay: toDate(startMs), lastDay: toDate(startMs + lengthMs) };
}

/** Statistics beside others, with the name of each. */
export interface Beside {
  own: string;
  name: string;
  stats: Stats;
}

/** A value in two statistics. Null stands for a number among the others that are not named. */
interface Pair {
  value: string;
  clicks: number | null;
  beside: number | null;
}

type Counted = Pick<SomeStats, "breakdowns" | "rest">;

/** Returns the values of either, those of the first in front. */
export function toPairs(kind: Kind, own: Counted, other: Counted): Pair[] {
  const numberIn = (stats: Counted) => {
    const named = new Map((stats.breakdowns[kind] ?? []).map(({ value, clicks }) => [value, clicks]));
    return (value: string) => named.get(value) ?? ((stats.rest[kind] ?? 0) > 0 ? null : 0);
  };
  const [first, second] = [numberIn(own), numberIn(other)];
  const values = [own, other].flatMap(({ breakdowns }) => (breakdowns[kind] ?? []).map(({ value }) => value));
  return [...new Set(values)].map((value) => ({ value, clicks: first(value), beside: second(value) }));
}
