import { setTimeout as delay } from "node:timers/promises";
import { currentSettingsPath, readSettings } from "./deploy/settings-file.ts";
import { parseStatusOptions, statusHelp, type StatusOptions } from "./status/option.ts";
import { readState } from "./status/read-state.ts";
import { renderStatus } from "./status/render.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { parsePort } from "./support/free-port.ts";
import { readLocalSecret } from "./support/local-secret.ts";

const WATCH_MS = 10_000;
const CLEAR = "\u001b[2J\u001b[H";

async function show(options: StatusOptions): Promise<number> {
  const address = await findAddress(options);
  const isLocal = options.url === null && !options.isRemote;
  const key = process.env["MONITOR_KEY"] || (isLocal ? await readLocalSecret("MONITOR_KEY") : undefined);
  for (;;) {
    const state = await readState(address, key).catch((error: unknown) => {
      if (!options.isWatching || !(error instanceof CommandError)) throw error;
      return error.message;
    });
    const text = typeof state === "string" ? state : renderStatus(address, state);
    if (options.isJson) console.log(JSON.stringify(state, null, 2));
    else console.log(options.isWatching ? `${CLEAR}${text}\n\n${new Date().toISOString()}` : text);
    if (!options.isWatching) return typeof state !== "string" && state.status === "ok" ? 0 : 1;
    await delay(WATCH_MS);
  }
}

/** Returns the address of the admin host. Throws CommandError if the settings have none. */
async function findAddress({ url, isRemote }: StatusOptions): Promise<string> {
  if (url !== null) return new URL(url).origin;
  if (!isRemote) return `http://localhost:${parsePort(process.env.PORT, 8787)}`;
  const path = currentSettingsPath(process.env);
  const [host] = (await readSettings(path))?.admin_hosts ?? [];
  if (host === undefined) throw new CommandError(`${path} names no admin host. Give its address with --url.`);
  return `https://${host}`;
}

await runWithOptions(statusHelp, parseStatusOptions, show);
