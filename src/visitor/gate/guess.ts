import { toAddressGroup } from "../../domain/address.ts";
import type { Env } from "../../env.ts";
import { sign } from "../../signing.ts";
import { withDeadline } from "../../deadline.ts";
import { readPassword } from "../../storage/password-hash.ts";
import type { AttemptCounter } from "./attempt-counter.ts";

/** What came of a password that somebody sent. */
export type Verdict =
  | { kind: "right"; passwordVersion: number }
  | { kind: "wrong" }
  | { kind: "locked"; retryAfterSeconds: number }
  /** Neither right nor wrong: a store that has to be asked does not answer. */
  | { kind: "unavailable" };

const DEADLINE_MS = 2_000;

export interface Guess {
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
    if (verdict.kind !== "wrong") await giveBack(counter, id);
    return verdict;
  } catch (error) {
    console.warn(`a password could not be checked: ${String(error)}`);
    return { kind: "unavailable" };
  }
}

/** An attempt that cannot be given back is one that was used up, and no reason to refuse who was right. */
async function giveBack(counter: DurableObjectStub<AttemptCounter>, attempt: number): Promise<void> {
  try {
    await withDeadline(counter.release(attempt), DEADLINE_MS);
  } catch (error) {
    console.warn(`an attempt could not be given back: ${String(error)}`);
  }
}

async function compareWithStored(env: Env, { recordId, password }: Guess): Promise<Verdict> {
  try {
    const stored = await withDeadline(readPassword(env.DB, recordId), DEADLINE_MS);
    if (stored === null) return { kind: "wrong" };
    // Its library is evaluated by the first guess, not by those who are shown the form.
    const { isPassword } = await import("../../password.ts");
    if (!(await isPassword(password, stored.hash))) return { kind: "wrong" };
    return { kind: "right", passwordVersion: stored.version };
  } catch (error) {
    console.warn(`a password could not be read: ${String(error)}`);
    return { kind: "unavailable" };
  }
}
