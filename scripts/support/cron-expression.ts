/** The least value of each field: minute, hour, day of the month, month, day of the week. */
const LEAST = [0, 0, 1, 1, 1];

/**
 * Returns whether a cron expression of five fields matches this minute, in UTC. Supports `*`, numbers, ranges, lists
 * and steps; days of the week count from 1 for Sunday, as at Cloudflare.
 */
export function isDue(expression: string, moment: Date): boolean {
  const fields = expression.trim().split(/\s+/);
  const values = [
    moment.getUTCMinutes(),
    moment.getUTCHours(),
    moment.getUTCDate(),
    moment.getUTCMonth() + 1,
    moment.getUTCDay() + 1,
  ];
  if (fields.length !== values.length) return false;
  return values.every((value, index) => matches(fields[index] ?? "", value, LEAST[index] ?? 0));
}

function matches(field: string, value: number, least: number): boolean {
  return field.split(",").some((part) => {
    const [range = "", step = ""] = part.split("/");
    const [first = "", last = ""] = range.split("-");
    const from = first === "*" ? least : Number(first);
    const isOpen = last === "" && (first === "*" || step !== "");
    const to = isOpen ? Infinity : Number(last || first);
    return value >= from && value <= to && (value - from) % Number(step || 1) === 0;
  });
}
