import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { keeperOf } from "../../src/durable/keeper-of.ts";

/**
 * Has the installation know no database. The object that remembers one can outlive the reset between two files, and
 * would take the empty database for a foreign one.
 */
export function forgetHeartbeat(): Promise<void> {
  return runInDurableObject(keeperOf(env), (_, { storage }) => storage.deleteAll());
}
