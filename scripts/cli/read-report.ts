import { sayRow } from "../../src/import/say-row.ts";
import type { ImportResult, ImportWarning } from "../../src/import/row.ts";
import { toPrintable } from "./terminal.ts";

const PREVIEW_ROWS = 20;
/** The maximum number of lines that a warning lists. */
const SHOWN_LINES = 10;
/** Warnings that are shown: some hold a text of their line, and a file may have as many as lines. */
const SHOWN_WARNINGS = 20;

/** A row that is not in place, and why. */
export interface Problem {
  /** Null for a record that no line of a file names. */
  line: number | null;
  source: string;
  reason: string;
}

/** Returns the lines of a dry run: the first rows, the counts, and every line that is not a redirect. */
export function formatDryRun(result: ImportResult): string[] {
  const preview = result.rows
    .slice(0, PREVIEW_ROWS)
    .map(({ line, ...row }) => `line ${line}: ${toPrintable(JSON.stringify(withoutSecrets(row)))}`);
  const more = result.rows.length - preview.length;
  return [
    ...preview,
    ...(more > 0 ? [`… and ${more} more`] : []),
    "",
    "Dry run, nothing was sent.",
    formatCount("would be sent", result.rows.length),
    ...formatRead(result),
    ...formatProblems(toProblems(result)),
  ];
}

function withoutSecrets<Row extends { password?: string; password_hash?: string }>(row: Row): Row {
  return {
    ...row,
    ...(row.password !== undefined && { password: "…" }),
    ...(row.password_hash !== undefined && { password_hash: "…" }),
  };
}

/** Returns the summary of reading a file: counts, format and warnings. */
export function formatRead({ format, refused, ignored, warnings, pages }: ImportResult): string[] {
  return [
    ...(pages === undefined ? [] : [formatCount("pages", pages.length)]),
    formatCount("refused", refused.length),
    formatCount("lines ignored", ignored.length),
    `${"format".padEnd(16)} ${format}`,
    ...formatWarnings(warnings),
  ];
}

export function toProblems({ refused }: ImportResult): Problem[] {
  return refused.map(({ line, text, reason }) => ({ line, source: text, reason: sayRow(reason) }));
}

/** One line for each warning, with the lines of the file that it concerns. */
function formatWarnings(warnings: ImportWarning[]): string[] {
  const linesByWarning = new Map<string, number[]>();
  for (const { line, warning: reason } of warnings) {
    const warning = sayRow(reason);
    const lines = linesByWarning.get(warning) ?? [];
    if (line !== null) lines.push(line);
    linesByWarning.set(warning, lines);
  }
  if (linesByWarning.size === 0) return [];
  const shown = [...linesByWarning].slice(0, SHOWN_WARNINGS).map(([warning, lines]) => {
    const named = lines.slice(0, SHOWN_LINES).join(", ");
    const more = lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : "";
    const place = lines.length === 0 ? "" : ` (line ${named}${more})`;
    return `note: ${toPrintable(warning)}${place}`;
  });
  const more = linesByWarning.size - shown.length;
  return ["", ...shown, ...(more > 0 ? [`… and ${more} more notes. --json lists them.`] : [])];
}

export function formatProblems(problems: Problem[]): string[] {
  if (problems.length === 0) return [];
  const sorted = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return ["", ...sorted.map(toLine)];
}

function toLine({ line, source, reason }: Problem): string {
  const said = `${toPrintable(source)}: ${toPrintable(reason)}`;
  return line === null ? said : `line ${line}: ${said}`;
}

export function formatCount(label: string, count: number): string {
  return `${label.padEnd(16)} ${String(count).padStart(7)}`;
}

/** Returns what was read as programs get it: each reason and warning as text, with its code beside. */
export function toPrinted({ refused, warnings, ...result }: ImportResult): object {
  return {
    ...result,
    refused: refused.map(({ reason, ...row }) => ({ ...row, reason: sayRow(reason), reason_code: reason })),
    warnings: warnings.map(toPrintedWarning),
  };
}

export function toPrintedWarning({ line, warning }: ImportWarning): object {
  return { line, warning: sayRow(warning), warning_code: warning };
}
