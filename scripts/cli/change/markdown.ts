import type { Problem } from "../read-report.ts";
import type { Edit } from "./drift.ts";
import { changedFields, toText } from "./report.ts";
import type { Change, ChangeRow } from "./change.ts";

/** A plan as a comment of a pull request. */
interface PlanReport {
  file: string;
  change: Change;
  rows: ChangeRow[];
  problems: Problem[];
  drift: Edit[] | null;
}

/** GitHub takes comments of 65,536 characters. */
const MOST_PROBLEMS = 50;

export function formatMarkdown({ file, change, rows, problems, drift }: PlanReport): string {
  const { created, changed, deleted, unchanged } = change.counts;
  const more = created + changed + deleted - rows.length;
  return [
    `### Redirects of ${toCode(file)}`,
    "",
    `**${created}** to create, **${changed}** to change, **${deleted}** to delete, ${unchanged} unchanged.`,
    ...toSection(
      rows.map(toRowLine),
      ["| | Source | |", "| - | - | - |"],
      more > 0 ? `… and ${more} more.` : null,
    ),
    ...toSection(
      problems.slice(0, MOST_PROBLEMS).map(toProblemLine),
      ["**Not possible:**", "", "| Line | Source | Reason |", "| - | - | - |"],
      problems.length > MOST_PROBLEMS ? `… and ${problems.length - MOST_PROBLEMS} more.` : null,
    ),
    ...toSection(
      (drift ?? []).slice(0, MOST_PROBLEMS).map(({ url, editedAt }) => `- ${toCode(url)} (${editedAt})`),
      ["**Edited since the file was applied last; the plan takes it back:**", ""],
      null,
    ),
    ...toSection(
      change.warnings.map((text) => `- ${toCell(text)}`),
      ["**Notes:**", ""],
      null,
    ),
  ].join("\n");
}

function toSection(lines: string[], head: string[], foot: string | null): string[] {
  if (lines.length === 0) return [];
  return ["", ...head, ...lines, ...(foot === null ? [] : ["", foot])];
}

function toRowLine(row: ChangeRow): string {
  const source = toCode(row.source ?? row.id ?? "");
  if (row.result === "created") return `| + | ${source} | ${toCode(toText(row.after?.["destination"]))} |`;
  if (row.result === "deleted") return `| − | ${source} | ${toCode(toText(row.before?.["destination"]))} |`;
  const fields = changedFields(row).map(
    ({ name, before, after }) => `${name}: ${toCode(before)} → ${toCode(after)}`,
  );
  return `| ~ | ${source} | ${fields.join("<br>")} |`;
}

function toProblemLine({ line, source, reason }: Problem): string {
  return `| ${line ?? ""} | ${toCode(source)} | ${toCell(reason)} |`;
}

const MOST_CHARACTERS = 200;

/** Writes a text as code in a cell: no text of a file becomes Markdown, HTML or a mention. */
function toCode(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return `<code>${escape(short)}</code>`;
}

function toCell(text: string): string {
  return escape(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
}

function escape(text: string): string {
  return text.replace(/[^\p{L}\p{N} /.,;:?=+\-→…"']/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
