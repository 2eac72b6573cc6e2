import { type ImportTarget, type Network, postBulkImport, type RowResult, toReason } from "./bulk-client.ts";
import type { Problem, ReadyRow } from "./ready-row.ts";
import { splitIntoCalls } from "./split-call.ts";

/** What became of the rows. `stopReason` tells why the last `unsent` rows were not sent. */
export interface SendOutcome {
  created: number;
  updated: number;
  unchanged: number;
  unsent: number;
  problems: Problem[];
  stopReason: string | null;
}

/**
 * Sends rows call by call and reports the progress after each. A row that the API refuses becomes a
 * problem; a call that it refuses ends the sending.
 */
export async function sendRows(
  rows: ReadyRow[],
  target: ImportTarget,
  network: Network,
  showProgress: (sent: number, total: number) => void,
): Promise<SendOutcome> {
  const outcome: SendOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    unsent: rows.length,
    problems: [],
    stopReason: null,
  };
  for (const call of splitIntoCalls(rows, target.mode)) {
    const importRows = call.map(({ row }) => row);
    const answer = await postBulkImport(importRows, target, network);
    if (!answer.isDone) return { ...outcome, stopReason: answer.reason };

    const resultByIndex = new Map(answer.results.map((result) => [result.row, result]));
    for (const [index, row] of call.entries()) {
      addResult(outcome, row, resultByIndex.get(index));
    }
    outcome.unsent -= call.length;
    showProgress(rows.length - outcome.unsent, rows.length);
  }
  return outcome;
}

function addResult(outcome: SendOutcome, { line, source }: ReadyRow, result: RowResult | undefined): void {
  if (result !== undefined && result.result !== "failed") {
    outcome[result.result] += 1;
    return;
  }
  const reason = toReason(result?.errors) || "the API gave no reason";
  outcome.problems.push({ line, source, reason });
}
