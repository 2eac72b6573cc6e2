import type { Stats } from "../../api/types.ts";
import type { Point } from "../../component/chart.tsx";
import { dateLanguage, t } from "../../text/text.ts";

export function toPoints(series: Stats["series"], interval: Stats["interval"]): Point[] {
  const language = dateLanguage();
  const isHour = interval === "hour";
  const full = new Intl.DateTimeFormat(language, {
    ...(isHour
      ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
      : { dateStyle: "medium" }),
    timeZone: "UTC",
  });
  const short = new Intl.DateTimeFormat(language, {
    ...(isHour
      ? { weekday: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short" }),
    timeZone: "UTC",
  });
  return series.map(({ at, clicks, bots }) => {
    const date = full.format(new Date(at));
    return {
      label: interval === "week" ? t("stats.week", { date }) : date,
      short: short.format(new Date(at)),
      value: clicks,
      bots,
    };
  });
}
