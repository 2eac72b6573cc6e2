/** One step of a check, by the consumer that holds its lease. */
export interface Step {
  lease: string;
  /** The time when the step ends. Milliseconds since 1970. */
  untilMs: number;
  /** Returns the time in milliseconds. */
  clock(): number;
}
