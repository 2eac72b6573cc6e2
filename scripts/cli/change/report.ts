import type { Api } from "../api.ts";
import { formatCount, type Problem } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";
import { listRows, type Change, type ChangeRow, type RowResult } from "./change.ts";

/** Formats a change for people. */

/** Rows that are shown of each result; invalid rows and conflicts are all shown. */
const SHOWN_ROWS = 10;

const LABELS = [
  ["created", "+", "create"],
  ["changed", "~", "change"],
  ["deleted", "-", "delete"],
  ["unchanged", " ", "unchanged"],
  ["invalid", "!", "invalid"],
  ["conflicts", "!", "conflicts"],
] as const;

const WRITTEN: readonly RowResult[] = ["created", "changed", "deleted"];

interface ShownRows {
  /** The first rows that are written. */
  written: ChangeRow[];
  /** All rows that should be written but cannot be. */
  problems: ChangeRow[];
}

/** @param shownRows how many of each result that is written */
export async function readShownRows(
  api: Api,
  { id, counts, undo_conflicts }: Change,
  shownRows = SHOWN_ROWS,
): Promise<ShownRows> {
  const written: ChangeRow[] = [];
  for (const result of WRITTEN) {
    if (counts[result as "created"] > 0) written.push(...(await listRows(api, id, result, shownRows)));
  }
  const invalid = counts.invalid > 0 ? await listRows(api, id, "invalid") : [];
  const conflicts = counts.conflicts + undo_conflicts > 0 ? await listRows(api, id, "conflict") : [];
  return { written, problems: [...invalid, ...conflicts] };
}

/** Returns the lines of a plan: counts, the first rows that it writes, and warnings. */
export function formatPlan(change: Change, { written }: ShownRows): string[] {
  const { counts } = change;
  const total = counts.created + counts.changed + counts.deleted;
  return [
    `Plan ${change.id}`,
    ...LABELS.map(([name, mark, label]) => formatCount(`${mark} ${label}`, counts[name])),
    ...(written.length > 0 ? ["", ...written.flatMap(formatRow)] : []),
    ...(total > written.length ? [`… and ${total - written.length} more`] : []),
    ...(change.warnings.length > 0
      ? ["", ...change.warnings.map((text) => `note: ${toPrintable(text)}`)]
      : []),
  ];
}

/** Returns the lines of a row: its source, and each field that changes. */
export function formatRow(row: ChangeRow): string[] {
  const source = toPrintable(row.source ?? row.id ?? "");
  switch (row.result) {
    case "created":
      return [`+ ${source} → ${toText(row.after?.["destination"])}`];
    case "deleted":
      return [`- ${source} → ${toText(row.before?.["destination"])}`];
    case "changed":
      return [
        `~ ${source}`,
        ...changedFields(row).map(({ name, before, after }) => `    ${name}: ${before} → ${after}`),
      ];
    default:
      return [`! ${source}: ${toReasonText(row)}`];
  }
}

/** Returns the fields that a row changes. `destination` is left out if `destinations` repeats it. */
export function changedFields({
  before,
  after,
}: ChangeRow): { name: string; before: string; after: string }[] {
  const names = Object.keys(after ?? {}).filter(
    (name) => name !== "destination" || after?.["destinations"] === undefined,
  );
  return names.map((name) => ({ name, before: toText(before?.[name]), after: toText(after?.[name]) }));
}

/** Returns a value on one line. A list with one element becomes that element. */
export function toText(value: unknown): string {
  if (Array.isArray(value) && value.length === 1) return toText(value[0]);
  if (value === null || value === undefined) return "none";
  return toPrintable(typeof value === "string" ? value || '""' : JSON.stringify(value));
}

function toReasonText({ reasons, current }: ChangeRow): string {
  const said = Object.entries(reasons ?? {}).map(([field, texts]) => `${field}: ${texts.join(", ")}`);
  const now = current === null ? "" : ` (now ${JSON.stringify(current)})`;
  return toPrintable((said.join("; ") || "no reason is known") + now);
}

/** Converts rows that are not written to problems, with their lines in the file. */
export function toRowProblems(rows: ChangeRow[], lines: readonly number[] = []): Problem[] {
  return rows.map((row) => ({
    line: row.line === null ? null : (lines[row.line - 1] ?? row.line),
    source: row.source ?? row.id ?? "",
    reason: toReasonText(row),
  }));
}
