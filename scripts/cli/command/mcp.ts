import { isAtLeast, isRole } from "../../../src/domain/client/words.ts";
import { read } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { TOOLS } from "../mcp/tool.ts";

/** Serves the tools of an agent on standard input and output: only the reading tools, unless writing is allowed. */
export async function mcp(cli: Cli, options: CommonOptions & { write?: boolean }): Promise<number> {
  const { api, installation } = await openApi(cli, options);
  const { role } = await read(api.account.$get());
  const mayWrite = isRole(role) && isAtLeast(role, "editor");
  if (options.write && !mayWrite)
    cli.terminal.note(`The token's role is ${role}: only tools that read are offered.`);
  const tools = TOOLS.filter(({ writes }) => !writes || (options.write === true && mayWrite));
  // Its packages are needed by nothing else.
  const { serveTools } = await import("../mcp/server.ts");
  await serveTools(tools, installation, cli.network);
  return EXIT.done;
}
