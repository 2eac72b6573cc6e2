import { createApi, type Api } from "./api.ts";
import type { Env } from "./credentials.ts";
import { findInstallation, type Installation } from "./installation.ts";
import type { Network } from "./retry.ts";
import type { Terminal } from "./terminal.ts";

/** The environment of every command: options, terminal, API. */
export interface Cli {
  env: Env;
  terminal: Terminal;
  network: Network;
}

/** Options that every command takes. */
export interface CommonOptions {
  url?: string;
  json?: boolean;
}

/** The work of a command after its words are parsed; returns the exit code. */
export type Work = (cli: Cli) => Promise<number>;

/** Takes over from the parser: runs the work, or in a test of the words does not. */
export type Execute = (work: Work) => Promise<void> | void;

/** Exit codes, as the help and docs/command-line.md list them. */
export const EXIT = { done: 0, incomplete: 1, usage: 2, waiting: 3 } as const;

/**
 * Finds the installation and opens its API.
 * @throws UsageError if no installation is configured
 */
export async function openApi(
  { env, network }: Cli,
  { url }: CommonOptions,
): Promise<{ api: Api; installation: Installation }> {
  const installation = await findInstallation(url, env);
  return { api: createApi(installation, network), installation };
}
