import { parseDomainName, parseHostname } from "../../src/domain/parse-hostname.ts";
import type { TakedownTarget } from "../../src/services/operator/find-takedown.ts";
import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

export interface TakedownOptions {
  target: TakedownTarget;
  isLifted: boolean;
  /** True to make the change, false to only show it. */
  isConfirmed: boolean;
  isRemote: boolean;
}

export const takedownHelp = `Takes down records of any workspace: they answer as paused until the takedown is lifted.

  npm run takedown -- URL [options]
  npm run takedown -- HOST [options]
  npm run takedown -- --destination HOST [options]

  URL                 the record that answers this URL, such as https://go.example.com/abc
  HOST                all records on this hostname
  --destination HOST  all records that lead to this hostname, or to one below it
  --yes               makes the change. Without it the command only shows what it would change
  --lift              ends the takedown of these records
  --remote            in the deployed database instead of the local one (STATE_DIR, default .state)
  --help              shows this

A workspace can neither resume, delete nor move a record that was taken down. It can create other records:
npm run workspace suspends a workspace, and npm run blocklist keeps destinations out of all of them.
Visitors see the change within about three minutes: the Worker's cron writes it to the edge.

Exit code: 0 done or shown, 1 nothing was found, 2 wrong usage.
`;

const OPTIONS = {
  destination: { type: "string" },
  yes: { type: "boolean", default: false },
  lift: { type: "boolean", default: false },
  ...REMOTE,
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseTakedownOptions(args: string[]): TakedownOptions | null {
  const read = readArguments("takedown", args, OPTIONS);
  if (read === null) return null;
  const { values, positionals } = read;
  const { destination, yes: isConfirmed, lift: isLifted, remote: isRemote } = values;
  const [place, ...others] = positionals;
  if (others.length > 0 || (place === undefined) === (destination === undefined)) {
    throw refuse("Pass one URL, or one hostname, or --destination HOST");
  }
  const target = destination === undefined ? toPlace(place ?? "") : toDestination(destination);
  return { target, isLifted, isConfirmed, isRemote };
}

function toDestination(text: string): TakedownTarget {
  const host = parseDomainName(text);
  if (host.ok) return { kind: "destination", host: host.value };
  throw refuse(`--destination takes a hostname such as evil.example, not ${text}`);
}

function toPlace(text: string): TakedownTarget {
  const host = parseHostname(text);
  if (host.ok) return { kind: "host", host: host.value };
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url !== null && text.includes("/")) return { kind: "url", url: url.href };
  throw refuse(`${text} is neither a URL nor a hostname`);
}

const refuse = (reason: string) => refuseUsage("takedown", `${reason}.`);
