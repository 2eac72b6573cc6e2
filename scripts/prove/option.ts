import { existsSync } from "node:fs";
import { readArguments, REMOTE, refuseUsage } from "../support/arguments.ts";

export interface ProveOptions {
  isJson: boolean;
  /** The file that gets the report; null for none. */
  report: string | null;
  /** True to agree to every step that changes something. */
  isConfirmed: boolean;
  /** True to leave hostnames in the report. */
  isWithHostnames: boolean;
}

export const proveHelp = `Looks whether Cloudflare does for your installation what the docs say, and reports it.

  npm run prove -- --remote [options]

  --remote          the deployed installation of signpost.jsonc (or SIGNPOST_SETTINGS). A local runtime proves
                    nothing about the platform, so the option is required
  --yes             makes, changes and deletes a temporary link without asking. Where nobody can answer, and without
                    this option, the steps that need the link are skipped
  --json            prints the report as JSON, and nothing else
  --report FILE     also writes the report to a file that does not exist yet
  --with-hostnames  leaves hostnames in the report. By default they are admin-1, link-1 and so on
  --help            shows this

Two secrets in the environment let it see more: MONITOR_KEY, the key of GET /healthz (docs/operating.md), and
SIGNPOST_TOKEN, a token of a workspace with the role editor or owner. npm run -s workspace -- token WORKSPACE --remote
makes one.

The report has no tokens, ids or e-mail addresses, so that you can send it to the project.

Exit code: 0 nothing differs from the docs, 1 something differs or failed, 2 wrong usage.
`;

const OPTIONS = {
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  report: { type: "string" },
  "with-hostnames": { type: "boolean", default: false },
  ...REMOTE,
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseProveOptions(args: string[], exists = existsSync): ProveOptions | null {
  const read = readArguments("prove", args, OPTIONS, false);
  if (read === null) return null;
  const { remote, report = null, json, yes, "with-hostnames": isWithHostnames } = read.values;
  if (!remote) {
    throw refuseUsage("prove", "Pass --remote: a local runtime proves nothing about the platform.");
  }
  if (report === "") throw refuseUsage("prove", "--report takes the name of a file.");
  if (report !== null && exists(report)) {
    throw refuseUsage("prove", `${report} exists already. --report takes the name of a new file.`);
  }
  return { isJson: json, report, isConfirmed: yes, isWithHostnames };
}
