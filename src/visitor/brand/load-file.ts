import { findIn } from "../../databases-of.ts";
import type { ShownFile } from "../../domain/branding.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import type { Bindings } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { selectFileText } from "../../storage/snapshot/file.ts";
import { sourcesOf, storesOf } from "../stores.ts";
import type { Visiting } from "../visit.ts";

/** Loads stored pages, pictures and files of hostnames from memory, KV or D1 (contract 33.5). The content of a key never changes. */

/** The most that memory keeps, in UTF-16 units: forty of the largest files. */
const MAX_CHARACTERS = 4_000_000;

const kept = new Map<string, string>();
let characters = 0;

export function recallFile({ key }: ShownFile): string | undefined {
  return kept.get(key);
}

/**
 * Returns the text of a file; null if it is gone, or if neither store answers. Never rejects.
 * @param shownBy the snapshot that shows the file
 */
export async function loadFile(
  visiting: Visiting,
  shownBy: SnapshotKey,
  file: ShownFile,
): Promise<string | null> {
  const known = recallFile(file);
  if (known !== undefined) return known;
  const { env } = visiting;
  const sources = sourcesOf(visiting);
  const text =
    (await sources.ask("store", () => readStore(env, shownBy, file), noteFailure("kv"))) ??
    (await sources.ask("database", () => selectText(env, file), noteFailure("d1")));
  if (text !== null) keep(file, text);
  return text;
}

async function readStore(env: Bindings, shownBy: SnapshotKey, { key }: ShownFile): Promise<string | null> {
  const text = await env.SNAPSHOTS.get(key, "text");
  // KV drops values that were not written for a month. Repairing a snapshot writes its files again.
  if (text === null) storesOf(env).repair([shownBy]);
  return text;
}

async function selectText(env: Bindings, { key }: ShownFile): Promise<string | null> {
  return (await findIn(env, ({ DB }) => selectFileText(DB, key)))?.found ?? null;
}

function keep({ key }: ShownFile, text: string): void {
  if (characters + text.length > MAX_CHARACTERS) {
    kept.clear();
    characters = 0;
  }
  // Two visits may have loaded the same file.
  if (!kept.has(key)) characters += text.length;
  kept.set(key, text);
}

function noteFailure(reason: string) {
  return (error: string) => log("warn", "file_unreadable", { reason, error });
}
