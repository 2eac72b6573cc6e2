import { CommandError, UsageError } from "../../support/command.ts";
import { carryOut, followApply, type ApplyOptions } from "../change/carry-out.ts";
import { countWrites, dropPlan, followChange, getChange, planRows } from "../change/change.ts";
import { findDrift, type Edit } from "../change/drift.ts";
import { formatMarkdown } from "../change/markdown.ts";
import { formatPlan, readShownRows, toRowProblems } from "../change/report.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { readRows, type ReadOptions } from "../read-option.ts";
import { formatProblems, formatRead, toProblems } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";

/** Makes the records of an owner equal to those of a file (contract 29.7). */

export interface FileOptions extends CommonOptions, ReadOptions {
  owner?: string;
  hosts?: string[];
  adopt?: boolean;
}

export interface PlanOptions extends FileOptions {
  markdown?: boolean;
  exitCode?: boolean;
  keep?: boolean;
  rows: number;
}

/** Prints the plan of a file without changing anything. */
export async function planFile(cli: Cli, file: string, options: PlanOptions): Promise<number> {
  const { api, planned, result, lines, drift } = await plan(cli, file, options);
  const shown = await readShownRows(api, planned, options.rows);
  if (!options.keep) await dropPlan(api, planned.id);
  const problems = [...toProblems(result), ...toRowProblems(shown.problems, lines)];
  if (options.json) {
    cli.terminal.print(JSON.stringify({ change: planned, rows: shown.written, problems, drift }, null, 2));
  } else if (options.markdown) {
    cli.terminal.print(formatMarkdown({ file, change: planned, rows: shown.written, problems, drift }));
  } else {
    for (const line of formatPlan(planned, shown)) cli.terminal.print(line);
    for (const line of [...formatDrift(drift), ...formatProblems(problems)]) cli.terminal.print(line);
  }
  if (problems.length > 0) return EXIT.incomplete;
  return options.exitCode && countWrites(planned) > 0 ? EXIT.waiting : EXIT.done;
}

const CHANGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Applies a file, or a change that was planned before, by its id. */
export async function apply(cli: Cli, target: string, options: FileOptions & ApplyOptions): Promise<number> {
  if (CHANGE_ID.test(target)) {
    const { api } = await openApi(cli, options);
    const found = await getChange(api, target);
    // Who pressed Ctrl-C comes back this way.
    if (found.state === "applying") return await followApply(cli, api, target, options);
    const change = found.state === "planning" ? await followChange(cli, api, target) : found;
    if (change.state !== "planned") {
      throw new CommandError(`The change ${target} is ${change.state}: there is no plan to apply.`);
    }
    return await carryOut(cli, api, change, options);
  }
  const { api, planned, result, lines, drift } = await plan(cli, target, options);
  const origin = { lines, problems: toProblems(result), json: { drift }, notes: formatDrift(drift) };
  return await carryOut(cli, api, planned, options, origin);
}

async function plan(cli: Cli, file: string, options: FileOptions) {
  const result = await readRows(file, options);
  const owner = options.owner ?? result.managed?.owner;
  const hosts =
    options.hosts ?? result.managed?.hosts ?? (options.host === undefined ? undefined : [options.host]);
  if (owner === undefined) throw new UsageError('The owner is missing: "owner" in the file, or --owner.');
  // Without explicit hostnames, the records of a hostname would stay when its last row is removed from the file.
  if (hosts === undefined)
    throw new UsageError('The hostnames are missing: "hosts" in the file, or --hosts.');
  if (result.refused.length > 0) {
    // The record of a refused row would be deleted.
    const lines = formatProblems(toProblems(result)).join("\n");
    throw new UsageError(`${file} has rows that cannot be read. Nothing was sent.\n${lines}`);
  }
  const { api } = await openApi(cli, options);
  for (const line of formatRead(result)) cli.terminal.note(line);
  const request = { mode: "mirror" as const, owner, hosts, ...(options.adopt && { adopt: true }) };
  const planned = await planRows(cli, api, result.rows, request);
  const lines = result.rows.map(({ line }) => line);
  return { api, planned, result, lines, drift: await findDrift(api, planned) };
}

function formatDrift(drift: Edit[] | null): string[] {
  if (drift === null || drift.length === 0) return [];
  return [
    "",
    "Edited since the file was applied last; the plan takes it back:",
    ...drift.map(({ url, editedAt }) => `  ${toPrintable(url)} (${editedAt})`),
  ];
}
