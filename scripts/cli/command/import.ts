import { basename } from "node:path";
import { toLabel } from "../../../src/domain/client/words.ts";
import { planRows } from "../change/change.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import { read, toRefusedCall, type Api } from "../api.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import { readRows, type ReadOptions } from "../read-option.ts";
import {
  formatCount,
  formatDryRun,
  formatProblems,
  formatRead,
  toPrinted,
  toPrintedWarning,
  toProblems,
} from "../read-report.ts";
import type { ImportPage, ImportResult } from "../../../src/import/row.ts";
import { importSettings } from "./import-settings.ts";
import { bytesOf, sortPages, withoutDiffering } from "../../../src/import/sort-pages.ts";
import { toPrintable } from "../terminal.ts";

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
  const code = await importRows(cli, api, result, { ...options, label: toLabel(basename(file)) });
  if (options.settings !== true || result.settings === undefined || code === EXIT.waiting) return code;
  return Math.max(code, await importSettings(cli, api, result.settings, options));
}

async function importRows(
  cli: Cli,
  api: Api,
  whole: ImportResult,
  { label, ...options }: ImportOptions & { label: string },
): Promise<number> {
  const { result, takeBack } = await bringPages(cli, api, whole);
  if (result.rows.length === 0) {
    cli.terminal.note("There is no row to import.");
    for (const line of formatProblems(toProblems(result))) cli.terminal.note(line);
    return result.refused.length === 0 ? EXIT.done : EXIT.incomplete;
  }
  try {
    const planned = await planRows(cli, api, result.rows, { mode: options.mode, label });
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

/**
 * Uploads the pages of an export that the workspace lacks, because a plan is made of pages that are there. No visitor
 * sees them before a record shows them. Returns the import without the rows whose page is another one in the workspace,
 * and how to delete the pages that were uploaded, which nothing shows yet.
 */
async function bringPages(cli: Cli, api: Api, result: ImportResult) {
  const sorted = await sortPages(result.pages ?? [], (name) => readPage(api, name));
  const uploaded: string[] = [];
  const takeBack = async () => {
    for (const name of uploaded) await api.files[":name"].$delete({ param: { name } }).catch(() => null);
  };
  try {
    for (const page of sorted.missing) {
      await storePage(api, page);
      uploaded.push(page.name);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (result.pages !== undefined) {
    cli.terminal.note(formatCount("pages uploaded", uploaded.length));
    cli.terminal.note(formatCount("pages there", sorted.present.length));
    for (const { name, line } of sorted.differing) {
      cli.terminal.note(`note: the page ${toPrintable(name)} is another one here, and stays (line ${line})`);
    }
  }
  return { result: withoutDiffering(result, sorted.differing), takeBack };
}

async function readPage(api: Api, name: string): Promise<{ type: string; bytes: Uint8Array } | null> {
  const response = (await api.files[":name"].$get({ param: { name } })) as unknown as Response;
  if (response.status === 404) return null;
  if (response.status !== 200) throw await toRefusedCall(response);
  const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";");
  return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function storePage(api: Api, page: ImportPage): Promise<void> {
  const init = { body: bytesOf(page) as BodyInit };
  await read(
    api.files[":name"].$put({ param: { name: page.name } }, { init, headers: { "Content-Type": page.type } }),
  );
}
