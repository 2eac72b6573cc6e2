import { type RunOptions, runImport } from "../../../scripts/import/run-import.ts";
import type { ImportOptions } from "../../../src/domain/import/row.ts";
import { readFile } from "../../domain/import/outcome.ts";
import { token } from "./bulk-api.ts";

/** Imports a list, TSV unless told otherwise; `waits` are the seconds that it would have slept. */
export async function importInto(
  api: string,
  text: string | Uint8Array,
  options: Partial<ImportOptions & RunOptions>,
) {
  const printed: string[] = [];
  const progress: string[] = [];
  const visible: string[] = [];
  const waits: number[] = [];
  const exitCode = await runImport(
    readFile(text, { format: "tsv", ...options }),
    {
      mode: "upsert",
      api,
      token,
      isDryRun: false,
      isJson: false,
      waits: true,
      ...options,
    },
    {
      fetch,
      sleep: async (seconds) => {
        waits.push(seconds);
      },
      log: {
        print: (line) => printed.push(line),
        progress: (sent, total) => progress.push(`${sent}/${total}`),
        visible: (done, total) => visible.push(`${done}/${total}`),
      },
    },
  );
  return { exitCode, report: printed.join("\n"), progress, visible, waits };
}

/** The number that a report gives for a label. */
export function count(report: string, label: string): number {
  const [, digits] = new RegExp(`^${label} +(\\d+)$`, "m").exec(report) ?? [];
  return Number(digits);
}

/** A list of so many pairs. */
export function createList(length: number): string {
  return Array.from({ length }, (_, index) => `/${index}\t/new/${index}`).join("\n");
}
