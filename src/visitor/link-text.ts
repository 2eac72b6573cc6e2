import { findIn } from "../databases-of.ts";
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
  const home = await sourcesOf(visiting).ask(
    "database",
    () => findIn(visiting.env, ({ DB }) => selectLinkText(DB, id)),
    (error) => log("warn", "preview_texts_unreadable", { error }),
  );
  return home?.found ?? { title: "", description: "" };
}
