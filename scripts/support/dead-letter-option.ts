import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

export interface DeadLetterOptions {
  verb: "list" | "retry" | "drop";
  /** Null for all. */
  ids: string[] | null;
  isRemote: boolean;
}

export const deadLetterHelp = `Lists the messages of clicks that failed for good, and retries or deletes them.

  npm run dead-letters -- list
  npm run dead-letters -- retry ID … | --all
  npm run dead-letters -- drop ID … | --all

  list      lists the messages, the oldest first
  retry     makes the Worker's cron count the clicks within a minute. A counted message leaves the list;
            a message that fails again stays with the reason
  drop      deletes messages. Their clicks are never counted
  --all     all messages
  --remote  in the deployed database instead of the local one (STATE_DIR, default .state)
  --help    shows this

Retry a message within 14 days: after that, a message that was counted before would count twice.

Exit code: 0 done, 1 not done, 2 wrong usage.
`;

const OPTIONS = {
  all: { type: "boolean", default: false },
  ...REMOTE,
} as const;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseDeadLetterOptions(args: string[]): DeadLetterOptions | null {
  const read = readArguments("dead-letters", args, OPTIONS);
  if (read === null) return null;
  const { values, positionals } = read;
  const { all, remote: isRemote } = values;
  const [verb, ...ids] = positionals;
  if (verb !== "list" && verb !== "retry" && verb !== "drop") throw refuse("The verb is list, retry or drop");
  if (verb === "list") {
    if (all || ids.length > 0) throw refuse("list takes no id, and shows all");
    return { verb, ids: null, isRemote };
  }
  if (all === ids.length > 0) throw refuse(`Pass either ids or --all behind ${verb}`);
  return { verb, ids: all ? null : ids, isRemote };
}

const refuse = (reason: string) => refuseUsage("dead-letters", `${reason}.`);
