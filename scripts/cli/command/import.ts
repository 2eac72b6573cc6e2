import { planRows } from "../change/change.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import type { Api } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { readRows, type ReadOptions } from "../read-option.ts";
import { bringPages } from "../change/bring-pages.ts";
import {
  formatDryRun,
  formatProblems,
  formatRead,
  toPrinted,
  toPrintedWarning,
  toProblems,
} from "../read-report.ts";
import type { ImportResult } from "../../../src/import/row.ts";
import { importSettings } from "./import-settings.ts";

export interface ImportOptions extends CommonOptions, ReadOptions, ApplyOptions {
  dryRun?: boolean;
  /** Brings the settings of an export, too. */
  settings?: boolean;
  mode: "create" | "upsert";
}

/** Imports a file of any known format: reads it here, plans it there, asks, and applies it. */
export async function importFile(cli: Cli, file: string, options: ImportOptions): Promise<number> {
  const result = await readRows(file, options);
  if (options.dryRun) {
    cli.terminal.print(
      options.json ? JSON.stringify(toPrinted(result), null, 1) : formatDryRun(result).join("\n"),
    );
    return result.refused.length === 0 ? EXIT.done : EXIT.incomplete;
  }
  const { api } = await openApi(cli, options);
  for (const line of formatRead(result)) cli.terminal.note(line);
  const code = await importRows(cli, api, result, options);
  if (options.settings !== true || result.settings === undefined || code === EXIT.waiting) return code;
  return Math.max(code, await importSettings(cli, api, result.settings, options));
}

async function importRows(cli: Cli, api: Api, whole: ImportResult, options: ImportOptions): Promise<number> {
  const { result, takeBack } = await bringPages(cli, api, whole);
  if (result.rows.length === 0) {
    cli.terminal.note("There is no row to import.");
    for (const line of formatProblems(toProblems(result))) cli.terminal.note(line);
    return result.refused.length === 0 ? EXIT.done : EXIT.incomplete;
  }
  try {
    const planned = await planRows(cli, api, result.rows, { mode: options.mode });
    const { format, ignored, warnings } = result;
    const code = await carryOut(cli, api, planned, options, {
      lines: result.rows.map(({ line }) => line),
      problems: toProblems(result),
      json: { format, ignored, warnings: warnings.map(toPrintedWarning) },
    });
    // Somebody said no. Without a question, the plan waits for its pages.
    if (code === EXIT.waiting && cli.terminal.prompt !== null && !options.json && !options.yes)
      await takeBack();
    return code;
  } catch (error) {
    await takeBack();
    throw error;
  }
}
