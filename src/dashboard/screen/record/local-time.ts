/** Converts a time to a day and a time in the viewer's zone, to the minute; empty for none. */
export function toLocalTime(at: string | null): string {
  if (at === null) return "";
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A day and a time as text, with the timestamp that it was filled from; null for none. */
export interface MomentValue {
  local: string;
  filledFrom: string | null;
}

/** Returns the timestamp of a moment. The text has no seconds, so the first timestamp holds while the text does. */
export function toMoment({ local, filledFrom }: MomentValue): string | null {
  return local === toLocalTime(filledFrom) ? filledFrom : toTimestamp(local);
}

/** Returns the timestamp of a day and a time; null for none. A text that is neither stays as it is: the API refuses it. */
export function toTimestamp(local: string): string | null {
  if (local === "") return null;
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
