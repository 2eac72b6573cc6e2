import { env } from "cloudflare:workers";
import { proxyOf } from "./proxy-of.ts";

/** Returns the database, where something else happens just before a batch. @param turn the batch, counted from 1 */
export function overtakenDatabase(turn: number, happen: () => Promise<unknown>): D1Database {
  let batches = 0;
  return proxyOf(env.DB, {
    batch: async (statements: D1PreparedStatement[]) => {
      batches++;
      if (batches === turn) await happen();
      return env.DB.batch(statements);
    },
  });
}
