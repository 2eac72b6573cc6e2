/** What a preview tells about a record beside what its snapshot holds. */
export interface LinkText {
  title: string;
  description: string;
}

/** Null where the record is gone. Throws as D1 does. */
export async function readLinkText(db: D1Database, recordId: string): Promise<LinkText | null> {
  return db.prepare("SELECT title, description FROM records WHERE id = ?1").bind(recordId).first<LinkText>();
}
/** The password of a record as the database alone has it: the edge knows no more than that there is one. */
interface StoredPassword {
  hash: string;
  version: number;
}

/** Null where the record has no password any more, or is gone. Throws as D1 does. */
export async function readPassword(db: D1Database, recordId: string): Promise<StoredPassword | null> {
  return db
    .prepare(
      `SELECT password_hash AS hash, password_version AS version FROM records
       WHERE id = ?1 AND password_hash IS NOT NULL`,
    )
    .bind(recordId)
    .first<StoredPassword>();
}
