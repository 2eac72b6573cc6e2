/** Why records are paused (contract 3.15). A record can have several: ending one ends no other. */

/**
 * The user, or the platform: the workspace does not hold the hostname, the workspace is suspended, or the
 * operator took the record down.
 */
export const PAUSE_CAUSES = ["user", "claim", "suspension", "takedown"] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** The causes that no call of a workspace ends. */
export type SystemCause = Exclude<PauseCause, "user">;

/** What a record shows of its causes. */
export type PausedBy = "user" | "system";

/** Returns who pauses a record, the platform before the user; null if the record is not paused. */
export function pausedByOf(pauses: readonly PauseCause[]): PausedBy | null {
  if (pauses.some((cause) => cause !== "user")) return "system";
  return pauses.length === 0 ? null : "user";
}

/** Begins or ends one cause; all others stay. The order is that of `PAUSE_CAUSES`. */
export function withPause(pauses: readonly PauseCause[], cause: PauseCause, isPaused: boolean): PauseCause[] {
  return PAUSE_CAUSES.filter((other) => (other === cause ? isPaused : pauses.includes(other)));
}
