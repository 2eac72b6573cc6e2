import type { ImportMode } from "../../src/services/record/types.ts";
import { toBody } from "./bulk-client.ts";
import type { ReadyRow } from "./ready-row.ts";

/** The API takes 5,000 rows a call; fewer let the progress move. */
const rowLimit = 1_000;
const byteLimit = 8 * 1024 * 1024;

/** Splits rows into calls of at most 1,000 rows and 8 MiB of body, keeping their order. */
export function splitIntoCalls(
  rows: ReadyRow[],
  mode: ImportMode,
  limits = { rows: rowLimit, bytes: byteLimit },
): ReadyRow[][] {
  const envelopeBytes = Buffer.byteLength(toBody([], mode));
  const calls: ReadyRow[][] = [];
  let call: ReadyRow[] = [];
  let callBytes = envelopeBytes;

  for (const ready of rows) {
    const rowBytes = Buffer.byteLength(JSON.stringify(ready.row)) + ",".length;
    if (call.length === limits.rows || (call.length > 0 && callBytes + rowBytes > limits.bytes)) {
      calls.push(call);
      call = [];
      callBytes = envelopeBytes;
    }
    call.push(ready);
    callBytes += rowBytes;
  }
  if (call.length > 0) calls.push(call);
  return calls;
}
