import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./command.ts";

const HELP = { help: { type: "boolean", short: "h", default: false } } as const;

/** The option of commands that change an installation. */
export const REMOTE = { remote: { type: "boolean", default: false } } as const;

/**
 * Parses a command line as `parseArgs` does, and --help; null if help is asked for. Throws UsageError.
 * @param command what runs it: `npm run COMMAND`
 */
export function readArguments<T extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  args: string[],
  options: T,
  allowPositionals = true,
) {
  try {
    const parsed = parseArgs({ args, options: { ...options, ...HELP }, allowPositionals });
    return (parsed.values as { help: boolean }).help ? null : parsed;
  } catch (error) {
    throw refuseUsage(command, error instanceof Error ? error.message : String(error));
  }
}

export function refuseUsage(command: string, reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run ${command} -- --help shows how it is used.`);
}
