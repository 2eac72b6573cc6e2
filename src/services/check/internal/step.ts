/** One step of a check, by the consumer that holds its lease. */
export interface Step {
  lease: string;
  /** When the step ends. Milliseconds since 1970. */
  untilMs: number;
  /** Returns the moment in milliseconds. */
  clock(): number;
}
