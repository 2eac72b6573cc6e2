/** What the runs of both clients need. */
export interface Installation {
  /** The address of the admin host. */
  origin: string;
  token: string;
  /** A connected hostname. */
  host: string;
}

export function need(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Expected: ${what}`);
}
