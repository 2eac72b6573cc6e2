import { InvalidArgumentError, Option, type Command } from "commander";
import { ROW_RESULTS } from "../../../src/domain/client/words.ts";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { RowResult } from "../change/change.ts";
import type { CommonOptions, Execute } from "../cli.ts";
import { changesList, changesRows, changesStop, undo } from "../command/changes.ts";
import { addCommand, parseLimit } from "./common.ts";

export function addChangeCommands(program: Command, execute: Execute): void {
  addCommand(program, "undo <change>", "undo a change by its id, for 30 days, after a preview")
    .option("-y, --yes", "do not ask")
    .option("--no-wait", "exit without waiting until KV has the whole change")
    .action((id: string, options: CommonOptions & ApplyOptions) => execute((cli) => undo(cli, id, options)));

  const changes = program
    .command("changes")
    .description("imports, edits and files that were planned or applied");
  addCommand(changes, "list", "list changes, the newest first")
    .option("--limit <number>", "the number of changes to list", parseLimit, 20)
    .action((options: CommonOptions & { limit: number }) => execute((cli) => changesList(cli, options)));
  addCommand(changes, "rows <change>", "list the result of a change, by its id, for each record")
    .addOption(new Option("--result <result>", "only rows with this result").choices(ROW_RESULTS))
    .action((id: string, options: CommonOptions & { result?: RowResult }) =>
      execute((cli) => changesRows(cli, id, options)),
    );
  addCommand(changes, "stop <change>", "drop a plan, or stop applying a change between two steps").action(
    (id: string, options: CommonOptions) => execute((cli) => changesStop(cli, id, options)),
  );
}

/** Adds the options of commands that apply a change. */
export function addApplyOptions(command: Command): Command {
  return command
    .optionsGroup("How it is applied:")
    .option("-y, --yes", "apply without asking; without this option and without a terminal, the plan waits")
    .option(
      "--deletes <number>",
      "the number of records you expect to delete; required for large deletions",
      parseDeletes,
    )
    .option("--drop-undo", "give up the undo of older changes if there is no room to keep it")
    .option("--no-wait", "exit without waiting until KV has the whole change");
}

function parseDeletes(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number.");
}
