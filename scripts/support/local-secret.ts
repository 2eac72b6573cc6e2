import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { PROJECT_FOLDER } from "./project.ts";

/** The file of secrets of a Worker that runs on this machine. */
export const LOCAL_SECRETS = join(PROJECT_FOLDER, ".dev.vars");

export const SIGNING_KEY = "SIGNING_KEY";
const OWN = [SIGNING_KEY, "MONITOR_KEY"];

export function newSigningKey(): string {
  return randomBytes(32).toString("base64url");
}

/** Adds random secrets to a file that lacks them; the other content stays. */
export async function ensureLocalSecrets(file = LOCAL_SECRETS): Promise<void> {
  const text = await readText(file);
  const missing = OWN.filter((name) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "m").test(text));
  if (missing.length === 0) return;
  const lineBreak = text === "" || text.endsWith("\n") ? "" : "\n";
  const lines = missing.map((name) => `${name}=${newSigningKey()}\n`);
  await appendFile(file, `${lineBreak}${lines.join("")}`, { mode: 0o600 });
}

/** Returns a secret of this machine's Worker; undefined if there is none. */
export async function readLocalSecret(name: string): Promise<string | undefined> {
  return parseEnv(await readText(LOCAL_SECRETS))[name];
}

async function readText(file: string): Promise<string> {
  return await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}
