#!/usr/bin/env node
import { setTimeout as delay } from "node:timers/promises";
import { openTerminal } from "./cli/terminal.ts";
import { runProgram } from "./cli/program.ts";
import { runCommand } from "./support/command.ts";

/** The command line. `npm run bundle` bundles it for Node 20, which reads no TypeScript. */
function main(): Promise<number> {
  const network = { fetch, sleep: (seconds: number) => delay(seconds * 1_000) };
  return runProgram(process.argv.slice(2), { env: process.env, terminal: openTerminal(), network });
}

void runCommand(main);
