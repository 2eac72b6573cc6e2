import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "vitest/node";

/** Lists the sentences that are written in source files, to compare them with their translations. */

export interface Sentence {
  file: string;
  /** `{}` stands for a value that is filled in. */
  text: string;
}

interface Node {
  type: string;
  [member: string]: unknown;
}

/** Returns every text of at least two words in the files of some folders. */
export async function listSentences(folders: readonly string[]): Promise<Sentence[]> {
  const found: Sentence[] = [];
  for (const [file, program] of await parseFiles(folders)) {
    const texts: string[] = [];
    walk(program, texts);
    found.push(...texts.filter(isSentence).map((text) => ({ file, text })));
  }
  return found;
}

/**
 * Returns the codes of problems in the files of some folders: of objects with `code` and `message`, and of calls such as
 * `failed("code", "message")`.
 */
export async function listCodes(folders: readonly string[]): Promise<string[]> {
  const codes = new Set<string>();
  const visit = (node: Node) => {
    const [first, second] = (node["arguments"] ?? []) as Node[];
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "failed" && second !== undefined) {
      codes.add(toText(unwrap(first)) ?? "");
    }
    const members = node.type === "ObjectExpression" ? (node["properties"] as Node[]) : [];
    const valueOf = (name: string) => members.find(({ key }) => nameOf(key) === name)?.["value"];
    if (valueOf("message") !== undefined)
      codes.add(toText(unwrap(valueOf("code") as Node | undefined)) ?? "");
    for (const child of childrenOf(node)) visit(child);
  };
  for (const [, program] of await parseFiles(folders)) visit(program);
  codes.delete("");
  return [...codes];
}

/** Returns the node below `as const`. */
function unwrap(node: Node | undefined): Node {
  if (node === undefined) return { type: "Absent" };
  return node.type === "TSAsExpression" ? (node["expression"] as Node) : node;
}

async function parseFiles(folders: readonly string[]): Promise<[file: string, program: Node][]> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const sources = files.flat().filter((file) => file.endsWith(".ts"));
  return Promise.all(
    sources
      .toSorted()
      .map(
        async (file) =>
          [file, parseAst(await readFile(file, "utf8"), { lang: "ts" }) as unknown as Node] as [string, Node],
      ),
  );
}

function isSentence(text: string): boolean {
  return /[a-z]{2}\W* .*[a-z]{2}|\{\}\S* .*[a-z]{2}|[a-z]{2}.* \{\}/i.test(text);
}

/** Adds the texts of a node. Types, descriptions of schemas, and errors for programmers are not shown. */
function walk(node: Node, texts: string[]): void {
  if (/^(?:Import|TS(?!As|Satisfies|NonNull))/.test(node.type)) return;
  if (node.type === "NewExpression" && /^(?:Type)?Error$/.test(nameOf(node["callee"]))) return;
  if (node.type === "Property" && nameOf(node["key"]) === "description") return;
  if (node.type === "CallExpression" && nameOf(node["callee"]) === "described") return;
  const text = toText(node);
  if (text !== null) texts.push(text);
  for (const child of childrenOf(node)) {
    // A sentence of several parts is one text.
    if (text === null || toText(child) === null) walk(child, texts);
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === "object" && child !== null && "type" in child);
}

function nameOf(node: unknown): string {
  const { name, property } = (node ?? {}) as { name?: string; property?: { name?: string } };
  return name ?? property?.name ?? "";
}

/** Returns the text of a literal, of a template, or of a sum of them; null for any other node. */
function toText(node: Node): string | null {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") {
    const parts = node["quasis"] as { value: { cooked: string } }[];
    return parts.map(({ value }) => value.cooked).join("{}");
  }
  if (node.type === "BinaryExpression" && node["operator"] === "+") {
    const [left, right] = [toText(node["left"] as Node), toText(node["right"] as Node)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}
