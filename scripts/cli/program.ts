import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { addAgentCommands, addWorkspaceCommands } from "./program/workspace.ts";
import { addChangeCommands } from "./program/change.ts";
import { addFileCommands } from "./program/file.ts";
import { addLinkCommands } from "./program/link.ts";
import { addInspectCommands } from "./program/inspect.ts";
import { EXIT, type Cli, type Execute } from "./cli.ts";

const FOOTER = `
Environment:
  SIGNPOST_URL      address of the installation, such as https://admin.example.com
  SIGNPOST_TOKEN    token of its API; both override the saved login
In a checkout, the default is the local demo of npm start.

Exit codes:
  0  done
  1  failed, or some rows were left out: the report says which
  2  wrong usage, or a file that cannot be read
  3  a plan waits to be applied: nothing was changed

signpost COMMAND --help shows the options of a command. Begin with signpost login.`;

/** Builds the parser of the command line. Parsing throws CommanderError for wrong usage and for requests for help. */
export function createProgram(execute: Execute): Command {
  const program = new Command("signpost")
    .description("Redirects and short links of an installation of Signpost, from the shell.")
    .version(packageJson.version, "-v, --version", "print the version")
    .exitOverride()
    .showHelpAfterError("(add --help for the options)")
    .addHelpText("after", FOOTER);
  addWorkspaceCommands(program, execute);
  addFileCommands(program, execute);
  addChangeCommands(program, execute);
  addLinkCommands(program, execute);
  addInspectCommands(program, execute);
  addAgentCommands(program, execute);
  return program;
}

/** Parses the words and runs the command. Returns the exit code. */
export async function runProgram(words: string[], cli: Cli): Promise<number> {
  let exitCode = 0;
  const program = createProgram(async (work) => {
    exitCode = await work(cli);
  });
  try {
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The parser has printed what is wrong; a request for help is not an error.
    if (error.exitCode === 0) return 0;
    return EXIT.usage;
  }
}
