import type { ImportTarget, Network } from "./bulk-client.ts";
import { completeRows, type RowDefaults } from "./complete-row.ts";
import { readCsv } from "./read-csv.ts";
import { readNetlify } from "./read-netlify.ts";
import { readTsv } from "./read-tsv.ts";
import { formatDryRun, formatReport, formatUnseen } from "./report.ts";
import type { Format, ParsedList } from "./row.ts";
import { sendRows } from "./send-rows.ts";
import { waitUntilVisible } from "./wait-until-visible.ts";

/** A list to import and how. The token is not used on a dry run. */
export interface ImportOptions extends Omit<RowDefaults, "isOrdered">, ImportTarget {
  text: string;
  format: Format;
  isDryRun: boolean;
  waits: boolean;
}

interface ImportLog {
  print: (line: string) => void;
  progress: (sent: number, total: number) => void;
  /** Told while the import waits; `total` may grow. */
  visible: (done: number, total: number) => void;
}

const readers: Record<Format, (text: string) => ParsedList> = {
  netlify: readNetlify,
  tsv: readTsv,
  csv: readCsv,
};

/**
 * Imports a list and prints the report. Returns the exit code: 0 when every row is in place, 1 when
 * a row failed or could not be expressed, or when the API stopped the import. What it waits for at its
 * end changes no exit code. Never throws for what the list or the API says.
 */
export async function runImport(
  options: ImportOptions,
  { log, ...network }: Network & { log: ImportLog },
): Promise<0 | 1> {
  const list = readers[options.format](options.text);
  const isOrdered = options.format === "netlify";
  const { ready, problems: refused } = completeRows(list.rows, { ...options, isOrdered });
  const problems = [...list.problems, ...refused];
  const { comments } = list;

  if (options.isDryRun) {
    for (const line of formatDryRun(ready, problems, comments)) log.print(line);
    return problems.length === 0 ? 0 : 1;
  }

  const outcome = await sendRows(ready, options, network, log.progress);
  const allProblems = [...problems, ...outcome.problems];
  for (const line of formatReport({ ...outcome, problems: allProblems, comments })) log.print(line);
  const hasWritten = outcome.created + outcome.updated > 0;
  if (options.waits && hasWritten && outcome.stopReason === null) {
    const reason = await waitUntilVisible(options, network, log.visible);
    if (reason !== null) log.print(formatUnseen(reason));
  }
  return allProblems.length === 0 && outcome.stopReason === null ? 0 : 1;
}
