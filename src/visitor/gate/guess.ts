import { toAddressGroup } from "../../domain/address.ts";
import type { Env } from "../../env.ts";
import { sign } from "../../runtime/signing.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { replacePasswordHash, selectPassword } from "../../storage/record/visit.ts";
import type { AttemptCounter } from "../../durable/attempt-counter.ts";
import { log } from "../../runtime/log.ts";

export type Verdict =
  | { kind: "right"; passwordVersion: number }
  | { kind: "wrong" }
  | { kind: "locked"; retryAfterSeconds: number }
  /** The password could not be checked, because a store does not answer. */
  | { kind: "unavailable" };

const DEADLINE_MS = 2_000;

interface Guess {
  recordId: string;
  password: string;
  address: string;
  nowMs: number;
}

/** Checks a password, within the limits on wrong ones (contract 5.10): ten for an address, a hundred for a record. */
export async function checkGuess(env: Env, guess: Guess): Promise<Verdict> {
  try {
    const counter = env.ATTEMPTS.get(env.ATTEMPTS.idFromName(guess.recordId));
    const address = await sign(env, "address", toAddressGroup(guess.address));
    const { id, retryAfterSeconds } = await withDeadline(counter.reserve(address, guess.nowMs), DEADLINE_MS);
    if (id === null) return { kind: "locked", retryAfterSeconds };
    const verdict = await compareWithStored(env, guess);
    if (verdict.kind !== "wrong") await releaseAttempt(counter, id);
    return verdict;
  } catch (error) {
    log("warn", "password_not_checked", { error: String(error) });
    return { kind: "unavailable" };
  }
}

/** Releases an attempt. If that fails, the attempt is used up, but the right password still opens the gate. */
async function releaseAttempt(counter: DurableObjectStub<AttemptCounter>, attempt: number): Promise<void> {
  try {
    await withDeadline(counter.release(attempt), DEADLINE_MS);
  } catch (error) {
    log("warn", "attempt_not_released", { error: String(error) });
  }
}

/** Replaces the stored hash after a right password. If that fails, the next right password replaces it. */
async function keepHash(env: Env, recordId: string, before: string, after: string): Promise<void> {
  try {
    await withDeadline(replacePasswordHash(env.DB, recordId, before, after), DEADLINE_MS);
  } catch (error) {
    log("warn", "password_hash_not_replaced", { error: String(error) });
  }
}

async function compareWithStored(env: Env, { recordId, password }: Guess): Promise<Verdict> {
  try {
    const stored = await withDeadline(selectPassword(env.DB, recordId), DEADLINE_MS);
    if (stored === null) return { kind: "wrong" };
    // Loaded here, because the form does not need the library.
    const { hashPassword, isForeignHash, isPassword } = await import("../../runtime/password.ts");
    if (!(await isPassword(password, stored.hash))) return { kind: "wrong" };
    if (isForeignHash(stored.hash)) {
      const hash = await hashPassword(password, Number(env.BCRYPT_COST));
      await keepHash(env, recordId, stored.hash, hash);
    }
    return { kind: "right", passwordVersion: stored.version };
  } catch (error) {
    log("warn", "password_unreadable", { error: String(error) });
    return { kind: "unavailable" };
  }
}
