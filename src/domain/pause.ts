/** Why records are paused (contract 3.15). Causes stand side by side: ending one ends no other. */

/**
 * The user, or the platform: its workspace does not hold its hostname, its workspace is
 * suspended, or it was taken down.
 */
export const PAUSE_CAUSES = ["user", "claim", "suspension", "takedown"] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** What no call of a workspace ends. */
export type SystemCause = Exclude<PauseCause, "user">;

/** What a record shows of its causes. */
export type PausedBy = "user" | "system";

/** Returns who pauses a record; the platform goes before the user, null where nobody does. */
export function pausedByOf(pauses: readonly PauseCause[]): PausedBy | null {
  if (pauses.some((cause) => cause !== "user")) return "system";
  return pauses.length === 0 ? null : "user";
}

/** Begins or ends one cause; all others stay. The order is that of `PAUSE_CAUSES`. */
export function withPause(
  pauses: readonly PauseCause[],
  cause: PauseCause,
  isStanding: boolean,
): PauseCause[] {
  return PAUSE_CAUSES.filter((other) => (other === cause ? isStanding : pauses.includes(other)));
}
