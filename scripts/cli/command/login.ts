import { text } from "node:stream/consumers";
import { UsageError } from "../../support/command.ts";
import { createApi, read } from "../api.ts";
import { EXIT, type Cli, type CommonOptions } from "../cli.ts";
import { credentialsFile, readCredentials, writeCredentials } from "../credentials.ts";
import { parseInstallationUrl } from "../installation.ts";
import { toPrintable } from "../terminal.ts";

/** Saves a token after it was seen to work. It is asked for, or read from SIGNPOST_TOKEN or stdin. */
export async function login(
  cli: Cli,
  address: string | undefined,
  { url, json }: CommonOptions,
): Promise<number> {
  const { env, network, terminal } = cli;
  const prompt = json ? null : terminal.prompt;
  const named =
    address ?? url ?? (env.SIGNPOST_URL || (await prompt?.text("Address", "https://admin.example.com")));
  if (named === undefined) throw new UsageError("URL is missing: signpost login https://admin.example.com");
  const installation = parseInstallationUrl(named);
  const token = env.SIGNPOST_TOKEN || (await (prompt?.secret("Token (it is not shown)") ?? readStdin()));
  if (token === "") throw new UsageError("The token is missing: set SIGNPOST_TOKEN, or give it on stdin.");

  const account = await read(createApi({ url: installation, token }, network).account.$get());
  const saved = await readCredentials(env);
  await writeCredentials(env, { default: installation, tokens: { ...saved.tokens, [installation]: token } });
  const { workspace, role } = account;
  if (json) terminal.print(JSON.stringify({ url: installation, workspace, role }, null, 2));
  else {
    terminal.print(`Signed in to ${installation}: workspace ${toPrintable(workspace.name)}, role ${role}.`);
    terminal.note(`The token is kept in ${credentialsFile(env)}, which only you may read.`);
  }
  return EXIT.done;
}

async function readStdin(): Promise<string> {
  return process.stdin.isTTY ? "" : (await text(process.stdin)).trim();
}

/** Forgets the token of an installation; the token itself stays valid. */
export async function logout(
  cli: Cli,
  address: string | undefined,
  { url, json }: CommonOptions,
): Promise<number> {
  const { env, terminal } = cli;
  const { default: current, tokens } = await readCredentials(env);
  const named = address ?? url ?? (env.SIGNPOST_URL || current);
  const installation = named === undefined ? undefined : parseInstallationUrl(named);
  if (installation === undefined || tokens[installation] === undefined) {
    throw new UsageError(`No token is kept${installation === undefined ? "" : ` for ${installation}`}.`);
  }
  const { [installation]: _, ...others } = tokens;
  await writeCredentials(env, {
    tokens: others,
    ...(current !== undefined && current !== installation && { default: current }),
  });
  if (json) terminal.print(JSON.stringify({ url: installation }));
  else terminal.print(`Signed out of ${installation}. The token stays valid until it is revoked.`);
  return EXIT.done;
}
