import { say } from "../../src/domain/refusal/say.ts";
import type { Hostname } from "../../src/domain/hostname.ts";
import { parseDomainName } from "../../src/domain/parse-hostname.ts";
import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

export interface BlocklistOptions {
  verb: "list" | "add" | "remove";
  /** The hostnames as A-labels; empty for `list`. */
  hosts: Hostname[];
  isRemote: boolean;
}

export const blocklistHelp = `Manages the blocklist of the installation: hostnames that no record of any workspace may lead to.

  npm run blocklist -- list
  npm run blocklist -- add HOST …
  npm run blocklist -- remove HOST …

  HOST      a hostname; the names below it are blocked as well
  --remote  in the deployed database instead of the local one (STATE_DIR, default .state)
  --help    shows this

A write that adds such a destination is refused, and a visit gets a warning in place of the redirect. The
list is in the snapshot of every hostname, so a change writes one key of KV for each hostname of the
installation. Visitors see it within about three minutes, plus a minute for each 10,000 hostnames or so.

Exit code: 0 done, 1 not done, 2 wrong usage.
`;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseBlocklistOptions(args: string[]): BlocklistOptions | null {
  const read = readArguments("blocklist", args, REMOTE);
  if (read === null) return null;
  const { values, positionals } = read;
  const [verb, ...texts] = positionals;
  if (verb !== "list" && verb !== "add" && verb !== "remove") throw refuse("The verb is list, add or remove");
  if ((verb === "list") === texts.length > 0) {
    throw refuse(verb === "list" ? "list takes no hostname" : `Missing behind ${verb}: a hostname`);
  }
  return { verb, hosts: texts.map(toHost), isRemote: values.remote };
}

function toHost(text: string): Hostname {
  const host = parseDomainName(text);
  if (host.ok) return host.value;
  throw refuse(`${text} is no hostname: it ${say(host.reason)}`);
}

const refuse = (reason: string) => refuseUsage("blocklist", `${reason}.`);
