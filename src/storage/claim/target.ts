/** Stores whether names below the installation's CNAME target, the own targets of workspaces, resolve. */

interface TargetState {
  askedAtMs: number;
  /** The time when a name below the target last resolved. */
  seenAtMs: number | null;
}

export async function selectTarget(db: D1Database, target: string): Promise<TargetState | null> {
  return db
    .prepare("SELECT asked_at AS askedAtMs, seen_at AS seenAtMs FROM cname_targets WHERE target = ?1")
    .bind(target)
    .first<TargetState>();
}

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
