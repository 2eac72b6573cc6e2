import { InvalidArgumentError, Option, type Command } from "commander";
import { ROW_RESULTS } from "../../../src/domain/change/change.ts";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { RowResult } from "../change/change.ts";
import type { CommonOptions, Execute } from "../cli.ts";
import { changesList, changesRows, changesStop, undo } from "../command/changes.ts";
import { addCommand } from "./common.ts";
import { parseLimit } from "./number.ts";

export function addChangeCommands(program: Command, execute: Execute): void {
  addCommand(program, "undo <change>", "undo a change, for 30 days, after a preview")
    .option("-y, --yes", "do not ask")
    .option("--no-wait", "end without waiting until it is visible everywhere")
    .action((id: string, options: CommonOptions & ApplyOptions) => execute((cli) => undo(cli, id, options)));

  const changes = program
    .command("changes")
    .description("imports, edits and files that were planned or applied");
  addCommand(changes, "list", "list changes, the newest first")
    .option("--limit <number>", "how many to list", parseLimit, 20)
    .action((options: CommonOptions & { limit: number }) => execute((cli) => changesList(cli, options)));
  addCommand(changes, "rows <change>", "list what a change makes of each record")
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
    .option("-y, --yes", "apply without asking; without it and a terminal, the plan waits")
    .option("--deletes <number>", "confirms how many records a plan deletes that deletes many", parseDeletes)
    .option("--drop-undo", "give up the undo of older changes where there is no room for them")
    .option("--no-wait", "end without waiting until it is visible everywhere");
}

function parseDeletes(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number.");
}
