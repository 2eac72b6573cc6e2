import type { Command } from "commander";

/** Adds a command with the options that every command has. */
export function addCommand(parent: Command, words: string, description: string): Command {
  return parent
    .command(words)
    .description(description)
    .option("--url <url>", "address of the installation (default: SIGNPOST_URL, then the saved login)")
    .option("--json", "print the result as JSON");
}
