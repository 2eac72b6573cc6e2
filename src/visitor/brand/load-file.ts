import type { ShownFile } from "../../domain/branding.ts";
import type { HostConfig } from "../../domain/snapshot.ts";
import type { Env } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { log } from "../../runtime/log.ts";
import { selectFileText } from "../../storage/snapshot/file.ts";
import { hostKey } from "../../storage/snapshot/key.ts";
import { storesOf } from "../stores.ts";

/** Loads stored pages and logos from memory, KV or D1 (contract 33.5). The content of a key never changes. */

const STORE_DEADLINE_MS = 900;
const DATABASE_DEADLINE_MS = 1_000;
/** The most that memory keeps, in UTF-16 units: forty of the largest files. */
const MAX_CHARACTERS = 4_000_000;

const kept = new Map<string, string>();
let characters = 0;

/** Returns the text of a file that this isolate has in memory. */
export function recallFile({ key }: ShownFile): string | undefined {
  return kept.get(key);
}

/** Returns the text of a file; null if it is gone, or if neither store answers. Never rejects. */
export async function loadFile(env: Env, config: HostConfig, file: ShownFile): Promise<string | null> {
  const known = recallFile(file);
  if (known !== undefined) return known;
  const text = (await readStore(env, config, file)) ?? (await readDatabase(env, file));
  if (text !== null) keep(file, text);
  return text;
}

async function readStore(env: Env, config: HostConfig, { key }: ShownFile): Promise<string | null> {
  try {
    const text = await withDeadline(env.SNAPSHOTS.get(key, "text"), STORE_DEADLINE_MS);
    // KV drops values that were not written for a month. Repairing the host's snapshot writes its files again.
    if (text === null) storesOf(env).repair([hostKey(config.host)]);
    return text;
  } catch (error) {
    noteFailure("kv", error);
    return null;
  }
}

async function readDatabase(env: Env, { key }: ShownFile): Promise<string | null> {
  try {
    return await withDeadline(selectFileText(env.DB, key), DATABASE_DEADLINE_MS);
  } catch (error) {
    noteFailure("d1", error);
    return null;
  }
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

function noteFailure(store: string, error: unknown): void {
  log("warn", "file_unreadable", { reason: store, error: String(error) });
}
