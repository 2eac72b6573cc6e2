import { globSync, readFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";
import { expect, it } from "vitest";

/** People read the dashboard in their language, so no component has words of its own. */

const ATTRIBUTES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "hint",
  "label",
  "placeholder",
  "text",
  "title",
]);
/** The name of the product, and what stands for itself in every language. */
const NAMES = new Set(["Signpost", "x", "JSON", "CSV"]);

interface Node {
  type: string;
  [member: string]: unknown;
}

function findWords(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const item of node) findWords(item, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return found;
  const { type, ...members } = node as Node;
  if (type === "JSXText") found.push(String(members["value"]).trim());
  if (type === "JSXAttribute") {
    const { name, value } = members as { name: { name?: string }; value: Node | null };
    if (ATTRIBUTES.has(name.name ?? "") && value?.type === "Literal") found.push(String(value["value"]));
  }
  for (const member of Object.values(members)) findWords(member, found);
  return found;
}

/** An example of a URL, a path or a parameter, or of languages as a browser sends them. */
const EXAMPLE = /^(?:\S*[./=:]\S*|[a-z]{2}(?:-[A-Z]{2})?(?:, [a-z]{2})*)$/;

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !NAMES.has(text) && !EXAMPLE.test(text);
}

it.each([
  ["<p>Hello there</p>", ["Hello there"]],
  ['<TextField label="Name" placeholder="example.com/a" />', ["Name"]],
  ['<p>{t("a.b")} · <kbd>/</kbd></p>', []],
])("finds the words of %s", (code, words) => {
  expect(findWords(parseSync("a.tsx", code).program).filter(isWords)).toEqual(words);
});

it.each(globSync("src/dashboard/**/*.tsx"))("%s has all its words from the texts", (file) => {
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  expect(findWords(program).filter(isWords)).toEqual([]);
});
