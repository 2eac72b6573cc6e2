import type { Problem, ReadyRow } from "./row.ts";
import type { SendOutcome } from "./send-rows.ts";

/** What an import did. `comments` are lines that were skipped. */
interface ImportSummary extends SendOutcome {
  comments: number;
}

const previewRows = 20;
const longestText = 500;

/** Returns the lines of the final report: the counts, then every row that failed. */
export function formatReport(summary: ImportSummary): string[] {
  const { problems, unsent, stopReason } = summary;
  return [
    formatCount("created", summary.created),
    formatCount("updated", summary.updated),
    formatCount("unchanged", summary.unchanged),
    ...formatProblemCounts(problems),
    formatCount("comments skipped", summary.comments),
    ...(stopReason === null ? [] : [formatCount("not sent", unsent)]),
    ...formatProblems(problems),
    ...(stopReason === null ? [] : ["", formatStop(stopReason)]),
  ];
}

/** Returns the lines of a dry run: what would be sent, its counts, and every row that cannot be. */
export function formatDryRun(ready: ReadyRow[], problems: Problem[], comments: number): string[] {
  const preview = ready
    .slice(0, previewRows)
    .map(({ line, row }) => `line ${line}: ${toPrintable(JSON.stringify(row))}`);
  const more = ready.length - preview.length;
  return [
    ...preview,
    ...(more > 0 ? [`… and ${more} more`] : []),
    "",
    "Dry run, nothing was sent.",
    formatCount("would be sent", ready.length),
    ...formatProblemCounts(problems),
    formatCount("comments skipped", comments),
    ...formatProblems(problems),
  ];
}

function formatProblemCounts(problems: Problem[]): string[] {
  const failed = problems.filter((problem) => problem.kind === "failed").length;
  return [formatCount("failed", failed), formatCount("not expressible", problems.length - failed)];
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

/** Cuts a text and replaces control characters, so that no list can steer or fill the terminal. */
function toPrintable(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return short.replace(/\p{Cc}/gu, "\uFFFD");
}
