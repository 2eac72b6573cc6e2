/** What the metered worker tells of its calls. */

/** Holds the `Cost` of an answer as JSON. */
export const COST_HEADER = "x-cost";
/** Answers `StepCosts`, and begins anew. */
export const STEPS_PATH = "/steps";

export interface Cost {
  /** Rows, as the database bills them. */
  read: number;
  written: number;
  /** Inside the worker, until the answer is complete. */
  milliseconds: number;
}

/** What consumers have spent since they were asked last. */
export interface StepCosts {
  messages: number;
  read: number;
  /** Rows that the costliest statement has read. */
  most: number;
}
