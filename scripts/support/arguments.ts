import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./command.ts";

/**
 * Parses a command line as `parseArgs` does, words beside the options allowed.
 * @param hint what to run for help
 * @throws UsageError for an option that there is not, or that lacks its value
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
