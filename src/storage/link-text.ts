/** What a preview tells about a record beside what its snapshot holds. */
interface LinkText {
  title: string;
  description: string;
}

/** Null where the record is gone. Throws as D1 does. */
export async function readLinkText(db: D1Database, recordId: string): Promise<LinkText | null> {
  return db.prepare("SELECT title, description FROM records WHERE id = ?1").bind(recordId).first<LinkText>();
}
