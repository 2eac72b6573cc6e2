/** The databases of calls whose callers read nearby (contract 9.24). */

/** The binding of the database. A bookmark begins with it, because it has no meaning in another database. */
const NAME = "DB:";
const SHAPE = /^DB:([\da-f-]{1,100})$/;

export interface MarkedDatabase {
  db: D1Database;
  /** Returns the newest state that the call has seen or made; null if it has asked nothing. */
  bookmark(): string | null;
}

/**
 * Returns the database of one call. With a bookmark of this database, a replica may answer its reads as soon as it has that
 * state. Otherwise the primary answers all.
 */
export function markDatabase(db: D1Database, sent: string | undefined): MarkedDatabase {
  const known = SHAPE.exec(sent ?? "")?.[1];
  const sessions: D1DatabaseSession[] = [];
  const open = (from: string) => {
    const session = db.withSession(from);
    sessions.push(session);
    return session;
  };
  // A replica may answer all queries of a session but the first. So each has a session of its own.
  const primary = () => open("first-primary");
  const used: Pick<D1Database, "prepare" | "batch"> =
    known === undefined
      ? { prepare: (sql) => primary().prepare(sql), batch: (statements) => primary().batch(statements) }
      : open(known);
  return {
    // No code uses the other members of a database.
    db: used as D1Database,
    bookmark() {
      // Bookmarks sort as text, the oldest first.
      const newest = sessions
        .map((session) => session.getBookmark() ?? "")
        .toSorted()
        .at(-1);
      return newest ? NAME + newest : null;
    },
  };
}
