import type { ImportResult, ImportWarning } from "../../src/domain/import/row.ts";
import { type Problem, type ReadyRow, toProblems } from "./ready-row.ts";
import type { SendOutcome } from "./send-rows.ts";

const previewRows = 20;
const longestText = 500;
/** Lines that one warning names. */
const shownLines = 10;

/** Returns the lines of the final report: the counts, then every row that was refused or failed. */
export function formatReport(result: ImportResult, outcome: SendOutcome): string[] {
  const { problems, unsent, stopReason } = outcome;
  return [
    formatCount("created", outcome.created),
    formatCount("updated", outcome.updated),
    formatCount("unchanged", outcome.unchanged),
    formatCount("failed", problems.length),
    ...formatRead(result),
    ...(stopReason === null ? [] : [formatCount("not sent", unsent)]),
    ...formatWarnings(result.warnings),
    ...formatProblems([...toProblems(result), ...problems]),
    ...(stopReason === null ? [] : ["", formatStop(stopReason)]),
  ];
}

/** Returns the lines of a dry run: what would be sent, its counts, and every row that cannot be. */
export function formatDryRun(result: ImportResult, ready: ReadyRow[]): string[] {
  const preview = ready
    .slice(0, previewRows)
    .map(({ line, row }) => `line ${line}: ${toPrintable(JSON.stringify(withoutSecrets(row)))}`);
  const more = ready.length - preview.length;
  return [
    ...preview,
    ...(more > 0 ? [`… and ${more} more`] : []),
    "",
    "Dry run, nothing was sent.",
    formatCount("would be sent", ready.length),
    ...formatRead(result),
    ...formatWarnings(result.warnings),
    ...formatProblems(toProblems(result)),
  ];
}

function withoutSecrets(row: ReadyRow["row"]): ReadyRow["row"] {
  return row.password === undefined ? row : { ...row, password: "…" };
}

function formatRead({ format, refused, ignored }: ImportResult): string[] {
  return [
    formatCount("refused", refused.length),
    formatCount("lines ignored", ignored.length),
    `${"format".padEnd(16)} ${format}`,
  ];
}

/** One line for each warning, with the lines of the file that it concerns. */
function formatWarnings(warnings: ImportWarning[]): string[] {
  const linesByWarning = new Map<string, number[]>();
  for (const { line, warning } of warnings) {
    const lines = linesByWarning.get(warning) ?? [];
    if (line !== null) lines.push(line);
    linesByWarning.set(warning, lines);
  }
  if (linesByWarning.size === 0) return [];
  const shown = [...linesByWarning].map(([warning, lines]) => {
    const named = lines.slice(0, shownLines).join(", ");
    const more = lines.length > shownLines ? ` and ${lines.length - shownLines} more` : "";
    const place = lines.length === 0 ? "" : ` (line ${named}${more})`;
    return `note: ${toPrintable(warning)}${place}`;
  });
  return ["", ...shown];
}

function formatProblems(problems: Problem[]): string[] {
  if (problems.length === 0) return [];
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  return [
    "",
    ...sorted.map(
      ({ line, source, reason }) => `line ${line}: ${toPrintable(source)}: ${toPrintable(reason)}`,
    ),
  ];
}

function formatStop(reason: string): string {
  return `Stopped: ${toPrintable(reason)}. It is safe to run this again.`;
}

/** Returns the line for a wait that ended before all rows were visible. */
export function formatUnseen(reason: string): string {
  return `Some rows may not be visible everywhere yet: ${toPrintable(reason)}. Signpost continues by itself.`;
}

function formatCount(label: string, count: number): string {
  return `${label.padEnd(16)} ${String(count).padStart(7)}`;
}

/** Cuts a text and replaces control characters, so that no file can steer or fill the terminal. */
function toPrintable(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return short.replaceAll("\t", " ").replace(/\p{Cc}/gu, "\uFFFD");
}
