import { deleteSession } from "../../storage/session/write.ts";

/**
 * Ends a session, so that no copy of its cookie is valid any more (contract 32.3).
 * @param hash the SHA-256 of the id in the cookie
 * @returns the hash; null if there is no such session
 */
export async function endSession(db: D1Database, hash: string): Promise<string | null> {
  const { meta } = await deleteSession(db, hash).run();
  return meta.changes > 0 ? hash : null;
}
