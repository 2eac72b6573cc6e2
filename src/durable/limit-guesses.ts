import { toAddressGroup } from "../domain/address.ts";
import type { Bindings } from "../env.ts";
import { withDeadline } from "../runtime/deadline.ts";
import { log } from "../runtime/log.ts";
import { sign } from "../runtime/signing.ts";
import type { AttemptCounter } from "./attempt-counter.ts";

const DEADLINE_MS = 2_000;

interface Attempt {
  /** The id of what the password opens. */
  of: string;
  address: string;
  nowMs: number;
}

export type Unchecked =
  | { kind: "locked"; retryAfterSeconds: number }
  /** The password could not be checked, because a store does not answer. */
  | { kind: "unavailable" };

/** Checks a password, within the limits on wrong ones (contract 5.10): ten for an address, a hundred for what it opens. */
export async function limitGuesses<V extends { kind: string }>(
  env: Bindings,
  { of, address, nowMs }: Attempt,
  check: () => Promise<V>,
): Promise<V | Unchecked> {
  try {
    const counter = env.ATTEMPTS.get(env.ATTEMPTS.idFromName(of));
    const group = await sign(env, "address", toAddressGroup(address));
    const { id, retryAfterSeconds } = await withDeadline(counter.reserve(group, nowMs), DEADLINE_MS);
    if (id === null) return { kind: "locked", retryAfterSeconds };
    const verdict = await check();
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
