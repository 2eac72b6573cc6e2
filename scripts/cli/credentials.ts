import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CommandError } from "../support/command.ts";
import { writePrivateFile } from "../support/private-file.ts";

export type Env = Record<string, string | undefined>;

/** The saved logins: a token for each installation, and the installation that is used by default. */
interface Credentials {
  default?: string;
  tokens: Record<string, string>;
}

/** Returns the path of the saved logins, in the folder of the user's settings. */
export function credentialsFile(env: Env, platform: string = process.platform): string {
  const home = env.HOME || homedir();
  const folder =
    platform === "win32"
      ? env.APPDATA || join(home, "AppData", "Roaming")
      : env.XDG_CONFIG_HOME || join(home, ".config");
  return join(folder, "signpost", "credentials.json");
}

/** @throws CommandError if the file does not have the form that `login` writes */
export async function readCredentials(env: Env): Promise<Credentials> {
  const file = credentialsFile(env);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return { tokens: {} };
  const parsed = parseCredentials(text);
  if (parsed !== null) return parsed;
  throw new CommandError(`${file} is damaged. Delete it and run signpost login again.`);
}

function parseCredentials(text: string): Credentials | null {
  try {
    const { default: url, tokens } = JSON.parse(text) as Partial<Credentials>;
    if (typeof tokens !== "object" || tokens === null) return null;
    return { tokens: { ...tokens }, ...(typeof url === "string" && { default: url }) };
  } catch {
    return null;
  }
}

/** Writes the file, which only its owner may read at any moment. */
export async function writeCredentials(env: Env, credentials: Credentials): Promise<void> {
  const file = credentialsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, (draft) => draft.writeFile(`${JSON.stringify(credentials, null, 2)}\n`));
}
