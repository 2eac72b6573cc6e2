import type { Command } from "commander";
import { exportWorkspace, type ExportOptions } from "../command/export.ts";
import { hostsConnect, hostsList, type HostListOptions } from "../command/host.ts";
import { login, logout } from "../command/login.ts";
import type { CommonOptions, Execute } from "../cli.ts";
import { addCommand } from "./common.ts";
import { mcp } from "../command/mcp.ts";

export function addWorkspaceCommands(program: Command, execute: Execute): void {
  addCommand(program, "login [address]", "save a token, from SIGNPOST_TOKEN, stdin or a prompt").action(
    (address: string | undefined, options: CommonOptions) => execute((cli) => login(cli, address, options)),
  );
  addCommand(program, "logout [address]", "delete a saved token").action(
    (address: string | undefined, options: CommonOptions) => execute((cli) => logout(cli, address, options)),
  );

  const hosts = program.command("hosts").description("hostnames of the workspace");
  addCommand(hosts, "list", "list hostnames, and the DNS records that are missing")
    .option("--search <text>", "only hostnames that contain this")
    .action((options: HostListOptions) => execute((cli) => hostsList(cli, options)));
  addCommand(
    hosts,
    "connect <host...>",
    "connect hostnames, and print the DNS records that they need",
  ).action((names: string[], options: CommonOptions) => execute((cli) => hostsConnect(cli, names, options)));

  addCommand(program, "export", "write the whole workspace as newline-delimited JSON (owner)")
    .option("--include <kinds>", "also write secrets, clicks, history (separated by commas)")
    .option("-o, --output <file>", "write into a file that only you may read, instead of stdout")
    .action((options: ExportOptions) => execute((cli) => exportWorkspace(cli, options)));
}

/** Adds the command that other programs start. */
export function addAgentCommands(program: Command, execute: Execute): void {
  program
    .command("mcp")
    .description("serve tools for agents on standard input and output (Model Context Protocol)")
    .option("--url <url>", "address of the installation (default: SIGNPOST_URL, then the saved login)")
    .option("--write", "also offer tools that plan, apply and undo changes; without it they only read")
    .action((options: { url?: string; write?: boolean }) => execute((cli) => mcp(cli, options)));
}
