import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./command.ts";

/**
 * Parses a command line as `parseArgs` does, and allows words in addition to options.
 * @param hint the command that shows the help
 * @throws UsageError for an unknown option, or one without its value
 */
export function readArguments<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
  hint: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${hint}`);
  }
}
