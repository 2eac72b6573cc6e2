/** The causes for which records are paused (contract 3.15). A record can have several, which end independently. */

/**
 * The user, or one of the platform's causes: the workspace does not hold the hostname, the workspace is
 * suspended, or the operator took the record down.
 */
export const PAUSE_CAUSES = ["user", "claim", "suspension", "takedown"] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** The causes that a workspace cannot end by any call. */
export type SystemCause = Exclude<PauseCause, "user">;

/** The form in which a record shows its causes. */
export type PausedBy = "user" | "system";

/** Returns who paused a record: `system` goes before `user`; null if the record is not paused. */
export function pausedByOf(pauses: readonly PauseCause[]): PausedBy | null {
  if (pauses.some((cause) => cause !== "user")) return "system";
  return pauses.length === 0 ? null : "user";
}

/** Adds or removes one cause. The result has the order of `PAUSE_CAUSES`. */
export function withPause(pauses: readonly PauseCause[], cause: PauseCause, isPaused: boolean): PauseCause[] {
  return PAUSE_CAUSES.filter((other) => (other === cause ? isPaused : pauses.includes(other)));
}
