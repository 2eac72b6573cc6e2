import { refuse } from "../domain/refusal/refusal.ts";
import { UnreadableFile } from "./row.ts";

/** A directive of nginx: its words and its block, if it has one. */
export interface Directive {
  line: number;
  words: string[];
  block: Directive[] | null;
}

const MOST_NESTING = 50;

/** Words up to what ends them. */
export interface Statement {
  line: number;
  words: string[];
  wordLines: number[];
  text: string;
  /** `quote` if a quote opens and never closes, empty at the end of the file. */
  end: ";" | "{" | "}" | "quote" | "";
}

/** Reads a file as nginx splits it: words, quotes, comments, semicolons and braces. */
export function* readStatements(text: string): Generator<Statement> {
  let words: string[] = [];
  let wordLines: number[] = [];
  let start = 0;
  let line = 1;
  let at = 0;

  const finish = (end: Statement["end"]): Statement => {
    const isEmpty = words.length === 0;
    const statement = {
      line: wordLines[0] ?? line,
      words,
      wordLines,
      text: text.slice(isEmpty ? at : start, end === ";" ? at + 1 : at).trim(),
      end,
    };
    words = [];
    wordLines = [];
    return statement;
  };
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === "\n") {
      line++;
      at++;
    } else if (/\s/.test(character)) at++;
    else if (character === "#") {
      const stop = text.indexOf("\n", at);
      at = stop < 0 ? text.length : stop;
    } else if (character === ";" || character === "{" || character === "}") {
      yield finish(character);
      at++;
    } else {
      if (words.length === 0) start = at;
      wordLines.push(line);
      const word = readWord(text, at);
      if (word === null) {
        words.push(text.slice(at));
        at = text.length;
        yield finish("quote");
        return;
      }
      words.push(word.text);
      line += word.lines;
      at = word.end;
    }
  }
  if (words.length > 0) yield finish("");
}

/** Reads directives and their blocks. Throws UnreadableFile. */
export function readDirectives(text: string): Directive[] {
  const root: Directive[] = [];
  const open: Directive[][] = [root];
  for (const { line, words, end } of readStatements(text)) {
    if (end === "quote") throw new UnreadableFile(refuse("file_open_file_quote"));
    const block: Directive[] | null = end === "{" ? [] : null;
    if (block !== null && words.length === 0) words.push("");
    if (words.length > 0) open.at(-1)?.push({ line, words, block });
    if (block !== null) open.push(block);
    else if (end === "}" && open.length > 1) open.pop();
    if (open.length > MOST_NESTING) throw new UnreadableFile(refuse("file_nested_file"));
  }
  if (open.length > 1) throw new UnreadableFile(refuse("file_open_brace"));
  return root;
}

/** Returns null if a quote opens and never closes. */
function readWord(text: string, start: number): { text: string; end: number; lines: number } | null {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    let at = start + 1;
    while (at < text.length && text[at] !== quote) at += text[at] === "\\" ? 2 : 1;
    return at >= text.length ? null : toWord(text.slice(start + 1, at), at + 1);
  }
  // Braces inside a word belong to it, as in \d{4} and ${name}.
  const [word = ""] =
    /^(?:\\[\s\S]|\$\{\w*\}|[^\s;{}\\]|(?<=[\w\])])\{\d+(?:,\d*)?\})+/.exec(
      text.slice(start, start + 8_192),
    ) ?? [];
  return word === "" ? toWord(text[start] ?? "", start + 1) : toWord(word, start + word.length);
}

const ESCAPED: Record<string, string> = { t: "\t", r: "\r", n: "\n" };

/** Unescapes a word. A backslash before any other character stays, as in `\d`. */
function toWord(written: string, end: number): { text: string; end: number; lines: number } {
  const text = written.replace(/\\(["'\\trn])/g, (_, character: string) => ESCAPED[character] ?? character);
  return { text, end, lines: written.split("\n").length - 1 };
}
