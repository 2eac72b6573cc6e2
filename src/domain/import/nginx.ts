import { UnreadableFile } from "./row.ts";

/** A directive of nginx: its words and its block, if it has one. */
export interface Directive {
  line: number;
  words: string[];
  block: Directive[] | null;
  /** Says whether a semicolon or block ended it. */
  isEnded: boolean;
}

const MOST_NESTING = 50;

/** Reads directives: words, quotes, comments, semicolons and blocks. Throws UnreadableFile. */
export function readDirectives(text: string): Directive[] {
  const root: Directive[] = [];
  const open: Directive[][] = [root];
  let words: string[] = [];
  let startLine = 1;
  let line = 1;
  let at = 0;

  const end = (block: Directive[] | null, isEnded: boolean) => {
    if (words.length > 0) open.at(-1)?.push({ line: startLine, words, block, isEnded });
    words = [];
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
    } else if (character === ";") {
      end(null, true);
      at++;
    } else if (character === "{") {
      const block: Directive[] = [];
      if (words.length === 0) words = [""];
      end(block, true);
      open.push(block);
      if (open.length > MOST_NESTING) throw new UnreadableFile("The file is nested too deep to be read");
      at++;
    } else if (character === "}") {
      end(null, false);
      if (open.length > 1) open.pop();
      at++;
    } else {
      if (words.length === 0) startLine = line;
      const word = readWord(text, at);
      words.push(word.text);
      line += word.lines;
      at = word.end;
    }
  }
  end(null, false);
  if (open.length > 1) throw new UnreadableFile("A block of the file opens with { and never closes");
  return root;
}

function readWord(text: string, start: number): { text: string; end: number; lines: number } {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    let at = start + 1;
    let word = "";
    while (at < text.length && text[at] !== quote) {
      if (text[at] === "\\" && (text[at + 1] === quote || text[at + 1] === "\\")) at++;
      word += text[at] ?? "";
      at++;
    }
    if (at >= text.length) throw new UnreadableFile("A quote in the file opens and never closes");
    return { text: word, end: at + 1, lines: word.split("\n").length - 1 };
  }
  // Braces inside a word belong to it, as in \d{4} and ${name}.
  const [word = ""] =
    /^(?:\\[\s\S]|\$\{\w*\}|[^\s;{}\\]|(?<=[\w\])])\{\d+(?:,\d*)?\})+/.exec(
      text.slice(start, start + 8_192),
    ) ?? [];
  return word === ""
    ? { text: text[start] ?? "", end: start + 1, lines: 0 }
    : { text: word, end: start + word.length, lines: word.split("\n").length - 1 };
}
