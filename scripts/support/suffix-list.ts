import { readdirSync } from "node:fs";
import * as trie from "tldts/dist/es6/src/data/trie.js";

/** The Public Suffix List as the library tldts carries it, and the migration that brings it into D1. */

const FOLDER = "migrations";
const NAME = "public_suffixes.sql";
/** D1 takes statements of 100,000 bytes. The rules that are kept are ASCII. */
const MAX_STATEMENT = 80_000;

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
  const bare = toInsert([]).length;
  let [part, size]: [string[], number] = [[], bare];
  for (const rule of listKeptRules()) {
    const added = rule.length + '"",'.length;
    if (size + added > MAX_STATEMENT) {
      lines.push(toInsert(part));
      [part, size] = [[], bare];
    }
    part.push(rule);
    size += added;
  }
  lines.push(toInsert(part));
  return `${lines.join("\n")}\n`;
}

function toInsert(rules: string[]): string {
  return `INSERT INTO public_suffixes SELECT value FROM json_each('${JSON.stringify(rules)}');`;
}

/** Returns whether a migration has today's list, however it is split into statements. */
export function isCurrent(migration: string): boolean {
  const lists = [...migration.matchAll(/json_each\('(.*)'\)/g)];
  const rules = lists.flatMap(([, list = "[]"]) => JSON.parse(list) as string[]);
  return JSON.stringify(rules) === JSON.stringify(listKeptRules());
}

function listKeptRules(): string[] {
  return listRules()
    .filter((rule) => rule.includes("."))
    .toSorted();
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
