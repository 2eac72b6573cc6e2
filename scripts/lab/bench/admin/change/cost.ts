/** Describes the costs that the measured worker reports for its consumers. */

/** Answers the `Costs` since the last request. */
export const COSTS_PATH = "/costs";

/** The work of the consumers of one kind of message. */
export interface Cost {
  messages: number;
  /** Milliseconds of all its messages. */
  milliseconds: number;
  /** Calls of the database, their statements, and the milliseconds that they took. */
  calls: number;
  statements: number;
  databaseMs: number;
  /** Rows, as the database bills them. */
  read: number;
  written: number;
  /** Writes of KV. */
  puts: number;
}

export const NO_COST: Cost = {
  messages: 0,
  milliseconds: 0,
  calls: 0,
  statements: 0,
  databaseMs: 0,
  read: 0,
  written: 0,
  puts: 0,
};

/** The costs of the consumers of changes and of projections. Other messages are not counted. */
export interface Costs {
  change: Cost;
  projection: Cost;
}
