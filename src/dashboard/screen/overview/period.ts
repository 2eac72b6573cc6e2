const DAY_MS = 86_400_000;

/** Returns the last days in UTC, today included; `to` is exclusive. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  const tomorrowMs = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  return {
    from: new Date(tomorrowMs - days * DAY_MS).toISOString(),
    to: new Date(tomorrowMs).toISOString(),
  };
}
