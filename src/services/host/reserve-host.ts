import { allOf, namedIn, othersOf } from "../../all-databases.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { Env } from "../../env.ts";
import { copySlots } from "../../storage/claim/pass.ts";
import { selectHeldInAny } from "../../storage/directory/held.ts";
import {
  bindingOf,
  letGo,
  raiseSequence,
  selectReservation,
  takeReservation,
} from "../../storage/directory/reservation.ts";

/** The commit follows its reservation at once, and D1 ends queries after 30 seconds: nobody still uses an older one. */
const RESERVED_MS = 3 * MINUTE_MS;

/**
 * Makes sure that no workspace of another database holds a hostname, and none can become its holder, while this database
 * makes one its holder (contract 39.4). Returns false if another database has the hostname.
 */
export async function reserveHost(
  { env, nowMs }: { env: Env; nowMs: number },
  host: Hostname,
): Promise<boolean> {
  const all = allOf(env);
  const [{ DB }, another] = all;
  if (another === undefined) return true;
  const now = Math.max(nowMs, Date.now());
  // The directory may have been restored to an earlier state.
  if ((await selectHeldInAny(othersOf(env), [host])).length > 0) return false;
  const before = await selectReservation(DB, host);
  const home = before === null ? undefined : bindingOf(before.database);
  if (home !== env.DATABASE) {
    const isUsed = before !== null && (before.passesTo !== null || now < before.reservedAtMs + RESERVED_MS);
    if (isUsed) return false;
    const { DB: from } = namedIn(all, home);
    // The names of keys that KV may have.
    await copySlots(from, env.DB, [host]);
    const number = await letGo(from, host);
    if (number === null) return false;
    // Numbers of the hostname's commits never go back.
    await raiseSequence(env.DB, number);
  }
  return takeReservation(DB, host, before, env.DATABASE, now);
}
