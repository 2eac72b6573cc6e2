import { databaseOf } from "../database-of.ts";
import type { RecordSnapshot } from "../domain/snapshot.ts";
import { log } from "../runtime/log.ts";
import { selectLinkText } from "../storage/record/visit.ts";
import type { Visiting } from "./visit.ts";
import { sourcesOf } from "./stores.ts";

/** Returns title and description of a record, or neither if the read fails. */
export async function readLinkText(
  visiting: Visiting,
  { id, title, description }: RecordSnapshot,
): Promise<{ title: string; description: string }> {
  if (title !== undefined && description !== undefined) return { title, description };
  const text = await sourcesOf(visiting).ask(
    "database",
    () => selectLinkText(databaseOf(visiting.env).DB, id),
    (error) => log("warn", "preview_texts_unreadable", { error }),
  );
  return text ?? { title: "", description: "" };
}
