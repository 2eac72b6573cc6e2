import { sha256Hex } from "../../runtime/digest.ts";
import { deleteSession } from "../../storage/session/write.ts";

/** Ends a session, so that no copy of its cookie is valid any more (contract 32.3). */
export async function endSession(db: D1Database, id: string): Promise<void> {
  await deleteSession(db, await sha256Hex(id)).run();
}
