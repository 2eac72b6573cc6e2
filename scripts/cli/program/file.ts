import { Option, type Command } from "commander";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { Execute } from "../cli.ts";
import { importFile, type ImportOptions } from "../command/import.ts";
import { apply, planFile, type FileOptions, type PlanOptions } from "../command/redirect-file.ts";
import { addReadOptions, FORMAT_HELP, parseHost } from "../read-option.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand } from "./common.ts";
import { parseLimit } from "./number.ts";

export function addFileCommands(program: Command, execute: Execute): void {
  const imports = addCommand(
    program,
    "import <file>",
    "import links and redirects of another tool, after a preview",
  );
  addApplyOptions(addReadOptions(imports))
    .addOption(
      new Option("--mode <mode>", "upsert also changes what is there")
        .choices(["upsert", "create"])
        .default("upsert"),
    )
    .option("--dry-run", "send nothing: show the rows, and the lines that are none")
    .addHelpText("after", FORMAT_HELP)
    .action((file: string, options: ImportOptions) => execute((cli) => importFile(cli, file, options)));

  addFileOptions(addCommand(program, "plan <file>", "show what applying a file of redirects would change"))
    .option("--rows <number>", "how many rows of each kind are shown", parseLimit, 10)
    .option("--keep", "keep the plan for 2 hours, so that signpost apply takes its id")
    .option("--markdown", "print the plan as a comment for a pull request")
    .option("--exit-code", "exit with 3 where there is something to apply")
    .addHelpText("after", FILE_HELP)
    .action((file: string, options: PlanOptions) => execute((cli) => planFile(cli, file, options)));

  const applies = addCommand(
    program,
    "apply <file>",
    "apply a file of redirects, or a plan by its id, after a preview",
  );
  addApplyOptions(addFileOptions(applies))
    .addHelpText("after", FILE_HELP)
    .action((target: string, options: FileOptions & ApplyOptions) =>
      execute((cli) => apply(cli, target, options)),
    );
}

function addFileOptions(command: Command): Command {
  return addReadOptions(
    command
      .optionsGroup("Whose records they are:")
      .option("--owner <label>", "who manages the records; otherwise the file says it")
      .option(
        "--hosts <hosts>",
        "hostnames, separated by commas, on which they are exactly those of the file",
        toHosts,
      )
      .option("--adopt", "take over records of these sources that nobody manages"),
  );
}

function toHosts(text: string): string[] {
  return text.split(",").map((host) => parseHost(host.trim()));
}

const FILE_HELP = `
The records of the owner on these hostnames become exactly those of the file: what it does not name any more is
deleted. docs/redirects-in-git.md has the form of the file.`;
