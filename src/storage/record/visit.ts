/** Reads and writes of records for visits, in addition to snapshots. */

/** The texts of a record that a preview shows and its snapshot lacks. */
interface LinkText {
  title: string;
  description: string;
}

/** Selects the texts of a record, or null if the record is gone. Throws as D1 does. */
export async function selectLinkText(db: D1Database, recordId: string): Promise<LinkText | null> {
  return db.prepare("SELECT title, description FROM records WHERE id = ?1").bind(recordId).first<LinkText>();
}

/** The password of a record. Snapshots only say whether there is one. */
interface StoredPassword {
  hash: string;
  version: number;
}

/** Selects the password of a record, or null if it has none or is gone. Throws as D1 does. */
export async function selectPassword(db: D1Database, recordId: string): Promise<StoredPassword | null> {
  return db
    .prepare(
      `SELECT password_hash AS hash, password_version AS version FROM records
       WHERE id = ?1 AND password_hash IS NOT NULL`,
    )
    .bind(recordId)
    .first<StoredPassword>();
}

/** Replaces the hash of a password by another hash of the same password, unless the password has changed. */
export async function replacePasswordHash(
  db: D1Database,
  recordId: string,
  before: string,
  after: string,
): Promise<void> {
  await db
    .prepare("UPDATE records SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2")
    .bind(recordId, before, after)
    .run();
}
