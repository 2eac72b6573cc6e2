/** The databases of calls whose callers read nearby (contract 9.24). */

/** A bookmark begins with the binding of its database, because it has no meaning in another one. */
const SHAPE = /^(\w+):([\da-f-]{1,100})$/;

export interface MarkedDatabase {
  db: D1Database;
  /** Returns the newest state that the call has seen or made; null if it has asked nothing. */
  bookmark(): string | null;
}

/**
 * Returns the database of one call. `database` is its binding, undefined for the first. With a bookmark of this database, a replica may answer its reads as soon as it has that
 * state. Otherwise the primary answers all.
 */
export function markDatabase(
  db: D1Database,
  sent: string | undefined,
  database: string | undefined,
): MarkedDatabase {
  const name = database ?? "DB";
  const [, of, mark] = SHAPE.exec(sent ?? "") ?? [];
  const known = of === name ? mark : undefined;
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
      return newest ? `${name}:${newest}` : null;
    },
  };
}
