import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";

export const SIGNING_KEY = "SIGNING_KEY";

export function newSigningKey(): string {
  return randomBytes(32).toString("base64url");
}

/** Adds a random key to a file of local secrets that has none; the other content stays. */
export async function ensureSigningKey(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (new RegExp(`^\\s*(?:export\\s+)?${SIGNING_KEY}\\s*=`, "m").test(text)) return;
  const lineBreak = text === "" || text.endsWith("\n") ? "" : "\n";
  await appendFile(file, `${lineBreak}${SIGNING_KEY}=${newSigningKey()}\n`, { mode: 0o600 });
}
