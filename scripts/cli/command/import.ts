import { planRows } from "../change/change.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { readRows, type ReadOptions } from "../read-option.ts";
import { formatDryRun, formatRead, toProblems } from "../read-report.ts";

export interface ImportOptions extends CommonOptions, ReadOptions, ApplyOptions {
  dryRun?: boolean;
  mode: "create" | "upsert";
}

/** Imports a file of any known format: reads it here, plans it there, asks, and applies it. */
export async function importFile(cli: Cli, file: string, options: ImportOptions): Promise<number> {
  const result = await readRows(file, options);
  if (options.dryRun) {
    cli.terminal.print(options.json ? JSON.stringify(result, null, 1) : formatDryRun(result).join("\n"));
    return result.refused.length === 0 ? EXIT.done : EXIT.incomplete;
  }
  const { api } = await openApi(cli, options);
  for (const line of formatRead(result)) cli.terminal.note(line);
  if (result.rows.length === 0) {
    cli.terminal.note("There is nothing to import.");
    return result.refused.length === 0 ? EXIT.done : EXIT.incomplete;
  }
  const planned = await planRows(cli, api, result.rows, { mode: options.mode });
  const { format, ignored, warnings } = result;
  return await carryOut(cli, api, planned, options, {
    lines: result.rows.map(({ line }) => line),
    problems: toProblems(result),
    json: { format, ignored, warnings },
  });
}
