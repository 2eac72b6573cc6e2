import { readdirSync } from "node:fs";
import * as trie from "tldts/dist/es6/src/data/trie.js";

/** The Public Suffix List as the library tldts carries it, and the migration that brings it into D1. */

const FOLDER = "migrations";
const NAME = "public_suffixes.sql";
/** D1 takes statements of 100 kB. */
const MAX_STATEMENT = 90_000;

/** The newest migration with the list, and the name for the next one. */
export function findSuffixMigration(): { newest: string | undefined; next: string } {
  const files = readdirSync(FOLDER).toSorted();
  const newest = files.findLast((file) => file.endsWith(`_${NAME}`));
  const number = String(Number(files.at(-1)?.slice(0, 4)) + 1).padStart(4, "0");
  return { newest: newest && `${FOLDER}/${newest}`, next: `${FOLDER}/${number}_${NAME}` };
}

/** Each migration has the whole list, except rules of one label, which change no answer. */
export function suffixMigration(): string {
  const lines = [
    "-- The Public Suffix List (publicsuffix.org, MPL-2.0). Written by scripts/public-suffix.ts.",
    "CREATE TABLE IF NOT EXISTS public_suffixes (rule TEXT PRIMARY KEY) WITHOUT ROWID;",
    "DELETE FROM public_suffixes;",
  ];
  let part: string[] = [];
  let size = 0;
  const flush = () => {
    lines.push(`INSERT INTO public_suffixes SELECT value FROM json_each('${JSON.stringify(part)}');`);
    [part, size] = [[], 0];
  };
  for (const rule of listRules()
    .filter((rule) => rule.includes("."))
    .toSorted()) {
    if (size + rule.length > MAX_STATEMENT) flush();
    part.push(rule);
    size += rule.length + '"",'.length;
  }
  flush();
  return `${lines.join("\n")}\n`;
}

/**
 * All rules, including private ones, in the notation of the list. For rules with letters beyond ASCII, tldts has both
 * spellings; hostnames here are A-labels, so that spelling is enough.
 */
export function listRules(): string[] {
  const { edgeStart, edgeLength, edgeChild, labelText, nodeFlags, rulesRoot, exceptionsRoot } = trie;
  const edges: { label: string; child: number }[] = [];
  let offset = 0;
  for (const [edge, length] of edgeLength.entries()) {
    edges.push({ label: labelText.slice(offset, offset + length), child: edgeChild[edge] ?? 0 });
    offset += length;
  }
  const rulesBelow = (node: number, above: string): string[] =>
    edges.slice(edgeStart[node], edgeStart[node + 1]).flatMap(({ label, child }) => {
      const name = label + above;
      return [...(nodeFlags[child] === 0 ? [] : [name]), ...rulesBelow(child, `.${name}`)];
    });
  const exceptions = rulesBelow(exceptionsRoot, "").map((name) => `!${name}`);
  return [...rulesBelow(rulesRoot, ""), ...exceptions].filter((rule) => !/[^\x00-\x7f]/.test(rule));
}
