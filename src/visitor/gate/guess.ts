import { findIn } from "../../databases-of.ts";
import type { Bindings } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { replacePasswordHash, selectPassword } from "../../storage/record/visit.ts";
import { limitGuesses, type Unchecked } from "../../durable/limit-guesses.ts";
import { log } from "../../runtime/log.ts";

export type Verdict = { kind: "right"; passwordVersion: number } | { kind: "wrong" } | Unchecked;

const DEADLINE_MS = 2_000;

interface Guess {
  recordId: string;
  password: string;
  address: string;
  nowMs: number;
}

/** Checks a password within the limits on wrong ones. */
export function checkGuess(env: Bindings, guess: Guess): Promise<Verdict> {
  return limitGuesses(env, { of: guess.recordId, ...guess }, () => compareWithStored(env, guess));
}

/** Replaces the stored hash after a right password. If that fails, the next right password replaces it. */
async function keepHash(db: D1Database, recordId: string, before: string, after: string): Promise<void> {
  try {
    await withDeadline(replacePasswordHash(db, recordId, before, after), DEADLINE_MS);
  } catch (error) {
    log("warn", "password_hash_not_replaced", { error: String(error) });
  }
}

async function compareWithStored(env: Bindings, { recordId, password }: Guess): Promise<Verdict> {
  try {
    const home = await withDeadline(
      findIn(env, ({ DB }) => selectPassword(DB, recordId)),
      DEADLINE_MS,
    );
    if (home === null) return { kind: "wrong" };
    const stored = home.found;
    // Loaded here, because the form does not need the library.
    const { hashPassword, isForeignHash, isPassword } = await import("../../runtime/password.ts");
    if (!(await isPassword(password, stored.hash))) return { kind: "wrong" };
    if (isForeignHash(stored.hash)) {
      const hash = await hashPassword(password, Number(env.BCRYPT_COST));
      await keepHash(home.env.DB, recordId, stored.hash, hash);
    }
    return { kind: "right", passwordVersion: stored.version };
  } catch (error) {
    log("warn", "password_unreadable", { error: String(error) });
    return { kind: "unavailable" };
  }
}
