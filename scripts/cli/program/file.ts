import { Option, type Command } from "commander";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { Execute } from "../cli.ts";
import { importFile, type ImportOptions } from "../command/import.ts";
import { apply, planFile, type FileOptions, type PlanOptions } from "../command/redirect-file.ts";
import { addReadOptions, FORMAT_HELP, parseHost } from "../read-option.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand, parseLimit } from "./common.ts";

export function addFileCommands(program: Command, execute: Execute): void {
  const imports = addCommand(
    program,
    "import <file>",
    "import links and redirects of another tool, after a preview",
  );
  addApplyOptions(addReadOptions(imports))
    .optionsGroup("What is done:")
    .addOption(
      new Option("--mode <mode>", "create adds new records only; upsert also changes existing records")
        .choices(["upsert", "create"])
        .default("upsert"),
    )
    .option("--settings", "bring the settings of an export of a workspace, too (role manager)")
    .option("--dry-run", "send nothing: show the rows, and the lines that are not redirects")
    .addHelpText("after", FORMAT_HELP)
    .action((file: string, options: ImportOptions) => execute((cli) => importFile(cli, file, options)));

  addFileOptions(addCommand(program, "plan <file>", "show what applying a file of redirects would change"))
    .optionsGroup("What is shown:")
    .option("--rows <number>", "the number of rows of each kind to show", parseLimit, 10)
    .option("--keep", "keep the plan for 2 hours, so that signpost apply can take its id")
    .option("--markdown", "print the plan as a comment for a pull request")
    .option("--exit-code", "exit with code 3 if there is something to apply")
    .addHelpText("after", FILE_HELP)
    .action((file: string, options: PlanOptions) => execute((cli) => planFile(cli, file, options)));

  const applies = addCommand(
    program,
    "apply <file-or-change>",
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
      .optionsGroup("Which records the file manages:")
      .option("--owner <label>", "the label of the owner of the records; read from the file if absent")
      .option(
        "--hosts <hosts>",
        "comma-separated hostnames that this file controls completely: records missing from the file are deleted there",
        (text: string) => text.split(",").map((host) => parseHost(host.trim())),
      )
      .option("--adopt", "take over existing records of these sources that no file manages"),
  );
}

const FILE_HELP = `
signpost import --help lists the formats. The records of the owner on these hostnames become exactly the records of the file: a
record that the file no longer names is deleted.

Examples:
  signpost plan redirects.json
  signpost apply redirects.json
  signpost apply --owner shop --hosts old.example redirects.csv`;
