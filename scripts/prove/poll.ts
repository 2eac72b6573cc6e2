import type { ProveContext } from "./context.ts";

export interface Patience {
  seconds: number;
  pauseSeconds: number;
}

/** What came of the waiting: the last thing that was seen, and whether it was what somebody waited for. */
export interface Waited<T> {
  last: T;
  isThere: boolean;
  milliseconds: number;
}

/** Looks until it sees what is wanted, or patience ends. */
export async function waitFor<T>(
  { nowMs, pause }: Pick<ProveContext, "nowMs" | "pause">,
  { seconds, pauseSeconds }: Patience,
  look: () => Promise<T>,
  isWanted: (seen: T) => boolean,
): Promise<Waited<T>> {
  const beganAtMs = nowMs();
  for (;;) {
    const last = await look();
    const milliseconds = nowMs() - beganAtMs;
    const isThere = isWanted(last);
    if (isThere || milliseconds >= seconds * 1_000) return { last, isThere, milliseconds };
    await pause(pauseSeconds);
  }
}
