import type { ImportResult } from "../../src/domain/import/row.ts";
import type { ImportTarget, Network } from "./bulk-client.ts";
import { partByMembers } from "./not-taken.ts";
import { toReadyRows } from "./ready-row.ts";
import { formatDryRun, formatReport, formatUnseen } from "./report.ts";
import { sendRows } from "./send-rows.ts";
import { waitUntilVisible } from "./wait-until-visible.ts";

/** What becomes of the rows of a file. The token is not used on a dry run. */
export interface RunOptions extends ImportTarget {
  isDryRun: boolean;
  isJson: boolean;
  waits: boolean;
}

interface ImportLog {
  print: (line: string) => void;
  progress: (sent: number, total: number) => void;
  /** Told while the import waits; `total` may grow. */
  visible: (done: number, total: number) => void;
}

/**
 * Imports the rows of a file and prints the report. Returns the exit code: 0 when every row is in place, 1
 * when a row failed or was refused, or when the API stopped the import. What it waits for at its end
 * changes no exit code. Never throws for what the file or the API says.
 */
export async function runImport(
  result: ImportResult,
  options: RunOptions,
  { log, ...network }: Network & { log: ImportLog },
): Promise<0 | 1> {
  const ready = toReadyRows(result);
  const isComplete = result.refused.length === 0;
  if (options.isDryRun) {
    if (options.isJson) log.print(JSON.stringify(result, null, 1));
    else for (const line of formatDryRun(result, ready)) log.print(line);
    return isComplete ? 0 : 1;
  }

  const { sendable, problems, notes } = partByMembers(ready);
  const sent = await sendRows(sendable, options, network, log.progress);
  const outcome = { ...sent, problems: [...problems, ...sent.problems] };
  const warnings = [...result.warnings, ...notes.map((warning) => ({ line: null, warning }))];
  for (const line of formatReport({ ...result, warnings }, outcome)) log.print(line);
  const hasWritten = outcome.created + outcome.updated > 0;
  if (options.waits && hasWritten && outcome.stopReason === null) {
    const reason = await waitUntilVisible(options, network, log.visible);
    if (reason !== null) log.print(formatUnseen(reason));
  }
  return isComplete && outcome.problems.length === 0 && outcome.stopReason === null ? 0 : 1;
}
