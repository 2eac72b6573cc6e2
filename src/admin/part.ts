import { refuse } from "../domain/refusal/refusal.ts";
import { MAX_SENT_ROWS, STEP_RECORDS, type PartBlock } from "../services/change/types.ts";
import { invalid } from "../services/result.ts";
import { readText } from "./body.ts";
import { toHttpError } from "./error.ts";
import type { AdminContext } from "./request-context.ts";
import { readRow } from "./schema/import-row.ts";

/**
 * Parses a part of a change: newline-delimited JSON, one row a line. A line without valid JSON becomes a row with
 * that reason, so that the plan shows it with its number. Empty lines count as lines.
 * @throws HttpError 400, 413, or 422 beyond the limit of lines (contract 28.2)
 */
export async function readPart(c: AdminContext, maxBytes: number): Promise<PartBlock[]> {
  const text = await readText(c, maxBytes);
  const blocks: PartBlock[] = [];
  let current: PartBlock = { lines: 0, rows: [] };
  let count = 0;
  for (const line of linesOf(text)) {
    if (++count > MAX_SENT_ROWS) {
      throw toHttpError(invalid({ lines: [refuse("too_many_in_part", { count: MAX_SENT_ROWS })] }).error);
    }
    if (current.rows.length === STEP_RECORDS) {
      blocks.push(current);
      current = { lines: 0, rows: [] };
    }
    current.lines++;
    if (line.trim() !== "") current.rows.push({ ...readLine(line), line: current.lines });
  }
  return current.lines === 0 ? blocks : [...blocks, current];
}

/** Returns lines one by one, because a small body can have millions. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    yield text.slice(from, end < 0 ? undefined : end);
    from = end < 0 ? text.length : end + 1;
  }
}

function readLine(line: string): ReturnType<typeof readRow> {
  try {
    return readRow(JSON.parse(line));
  } catch {
    const { fields } = readRow(null);
    return { fields, errors: { row: [refuse("not_json")] } };
  }
}
