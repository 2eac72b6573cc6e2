/** The costs that the metered worker reports. */

/** Holds the `Cost` of an answer as JSON. */
export const COST_HEADER = "x-cost";
/** Answers `StepCosts`, and resets them. */
export const STEPS_PATH = "/steps";

export interface Cost {
  /** Rows, as the database bills them. */
  read: number;
  written: number;
  /** Inside the worker, until the answer is complete. */
  milliseconds: number;
}

/** The cost of consumers since the last request. */
export interface StepCosts {
  messages: number;
  read: number;
  /** Rows that the costliest statement has read. */
  most: number;
}
