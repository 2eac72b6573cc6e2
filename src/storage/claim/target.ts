/** Whether names below the installation's CNAME target resolve: workspaces have their own targets there. */

interface TargetState {
  askedAtMs: number;
  /** When a name below the target was last seen to resolve. */
  seenAtMs: number | null;
}

/** Selects what is known of a CNAME target, or null. */
export async function selectTarget(db: D1Database, target: string): Promise<TargetState | null> {
  return db
    .prepare("SELECT asked_at AS askedAtMs, seen_at AS seenAtMs FROM cname_targets WHERE target = ?1")
    .bind(target)
    .first<TargetState>();
}

/** Writes that DNS was asked for a name below a CNAME target, and whether it resolves. */
export async function upsertTarget(
  db: D1Database,
  target: string,
  isSeen: boolean,
  nowMs: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO cname_targets (target, asked_at, seen_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (target) DO UPDATE SET asked_at = ?2, seen_at = coalesce(?3, seen_at)`,
    )
    .bind(target, nowMs, isSeen ? nowMs : null)
    .run();
}
