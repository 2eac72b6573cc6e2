/** Describes the costs that the measured worker reports for its consumers. */

/** Answers the `Costs` since the last request. */
export const COSTS_PATH = "/costs";

/** The work of the consumers of one kind of message. */
export const NO_COST = {
  messages: 0,
  /** Milliseconds of all its messages. */
  milliseconds: 0,
  /** Calls of the database, their statements, and the milliseconds that they took. */
  calls: 0,
  statements: 0,
  databaseMs: 0,
  /** Rows, as the database bills them. */
  read: 0,
  written: 0,
  /** Writes of KV. */
  puts: 0,
};
export type Cost = typeof NO_COST;

/** The costs of the consumers of changes and of projections. Other messages are not counted. */
export interface Costs {
  change: Cost;
  projection: Cost;
}
