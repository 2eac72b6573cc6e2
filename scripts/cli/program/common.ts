import { InvalidArgumentError, type Command } from "commander";

/** Adds a command with the options that every command has. */
export function addCommand(parent: Command, words: string, description: string): Command {
  return parent
    .command(words)
    .description(description)
    .option("--url <url>", "address of the installation (default: SIGNPOST_URL, then the saved login)")
    .option("--json", "print the result as JSON");
}

export function parseLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number from 1 on.");
}
