import type { Command } from "commander";
import type { Execute } from "../cli.ts";
import { mcp } from "../command/mcp.ts";

/** Adds the command that other programs start. */
export function addAgentCommands(program: Command, execute: Execute): void {
  program
    .command("mcp")
    .description("serve tools for agents on standard input and output (Model Context Protocol)")
    .option("--url <url>", "address of the installation (default: SIGNPOST_URL, then the saved login)")
    .option("--write", "also offer tools that plan, apply and undo changes; without it they only read")
    .action((options: { url?: string; write?: boolean }) => execute((cli) => mcp(cli, options)));
}
