/** Converts a time to the value of a `datetime-local` field, in the viewer's zone, to the minute; empty for none. */
export function toLocalTime(at: string | null): string {
  if (at === null) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the timestamp of a `datetime-local` field; null for none. */
export function toTimestamp(local: string): string | null {
  return local === "" ? null : new Date(local).toISOString();
}
