import type { RecordSnapshot } from "../domain/snapshot.ts";
import { withDeadline } from "../runtime/deadline.ts";
import { log } from "../runtime/log.ts";
import { selectLinkText } from "../storage/record/visit.ts";

const DEADLINE_MS = 1_000;

/** Returns title and description of a record, or neither if the read fails. */
export async function readLinkText(
  db: D1Database,
  { id, title, description }: RecordSnapshot,
): Promise<{ title: string; description: string }> {
  if (title !== undefined && description !== undefined) return { title, description };
  try {
    const text = await withDeadline(selectLinkText(db, id), DEADLINE_MS);
    return text ?? { title: "", description: "" };
  } catch (error) {
    log("warn", "preview_texts_unreadable", { error: String(error) });
    return { title: "", description: "" };
  }
}
