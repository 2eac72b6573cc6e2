import { readArguments, REMOTE, refuseUsage } from "../support/arguments.ts";

export interface StatusOptions {
  isRemote: boolean;
  /** The address of the admin host; null for that of the settings, or of this machine. */
  url: string | null;
  isWatching: boolean;
  isJson: boolean;
}

export const statusHelp = `Shows how an installation does, and the next step for each thing that is wrong.

  npm run status [options]

  --remote   the deployed installation of signpost.jsonc (or SIGNPOST_SETTINGS) instead of npm start (PORT, default 8787)
  --url URL  the installation at this address, such as https://admin.example.com
  --watch    asks again every 10 seconds until Ctrl+C
  --json     prints the answer of GET /healthz, for programs
  --help     shows this

It sends the secret MONITOR_KEY from the environment; on this machine by default the one that npm start made. Without it
only the public part of the state is shown. docs/operating.md tells how to set it.

Exit code: 0 all is well, 1 something is wrong or nothing answers, 2 wrong usage.
`;

const OPTIONS = {
  url: { type: "string" },
  watch: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  ...REMOTE,
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseStatusOptions(args: string[]): StatusOptions | null {
  const read = readArguments("status", args, OPTIONS, false);
  if (read === null) return null;
  const { url = null, watch: isWatching, json: isJson, remote: isRemote } = read.values;
  if (url !== null && isRemote) throw refuseUsage("status", "Pass --remote or --url, not both.");
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw refuseUsage("status", `--url takes an address such as https://admin.example.com, not ${url}.`);
  }
  if (isWatching && isJson) throw refuseUsage("status", "Pass --watch or --json, not both.");
  return { url, isWatching, isJson, isRemote };
}
