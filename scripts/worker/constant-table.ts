import { parseSync, Visitor } from "rolldown/utils";

/** Moves long constants of lazily evaluated code into a table, which the Worker gets as a text. */

/** Shorter strings would save little code for much text. */
export const LEAST_LENGTH = 27;
/** Shorter lists of numbers likewise. */
const LEAST_NUMBERS = 32;
/** Stands between two constants in the text. */
export const SEPARATOR = "\x1e";

export interface Moved {
  code: string;
  /** The constants, in the order of their numbers. */
  constants: string[];
}

interface Piece {
  start: number;
  end: number;
  value: string;
  /** What stands before and after the call that replaces it, which depend on where it stands. */
  around: readonly [before: string, after: string];
}

const AS_STRING = ["", ""] as const;
const IN_TEMPLATE = ["${", "}"] as const;
/** Four bytes of base64 are a number: random numbers take a third less so than as digits. */
const AS_NUMBERS = ["[...new Uint32Array(Uint8Array.fromBase64(", ").buffer)]"] as const;

/**
 * Replaces long string literals, the long fixed parts of templates, and long lists of numbers by calls of a function.
 * @param code an ES module
 * @param name the name of the function, which gets the number of a constant
 * @param isLazy says whether the code at a position is of a module that is evaluated on demand
 */
export function moveConstants(code: string, name: string, isLazy: (position: number) => boolean): Moved {
  const numbers = new Map<string, number>();
  const constants: string[] = [];
  let moved = "";
  let end = 0;
  for (const piece of findPieces(code)) {
    if (!isLazy(piece.start)) continue;
    const number = numbers.get(piece.value) ?? constants.push(piece.value) - 1;
    numbers.set(piece.value, number);
    const text = code.slice(piece.start, piece.end);
    const [before, after] = piece.around;
    moved += code.slice(end, piece.start) + fill(`${before}${name}(${number}`, text, `)${after}`);
    end = piece.end;
  }
  return { code: moved + code.slice(end), constants };
}

/** Fills a call up to the lines and columns of the text that it replaces, so that source maps stay right. */
function fill(start: string, text: string, end: string): string {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const taken = end.length + (lines.length === 0 ? start.length : 0);
  return start + "\n".repeat(lines.length) + " ".repeat(Math.max(0, last.length - taken)) + end;
}

function findPieces(code: string): Piece[] {
  const { program, errors } = parseSync("worker.js", code);
  const [error] = errors;
  if (error !== undefined) throw new Error(error.message);
  const pieces: Piece[] = [];
  /** The starts of strings that are names or instructions, and of templates with a tag, which sees its raw text. */
  const fixed = new Set<number>();
  const keep = ({ start }: { start: number }) => fixed.add(start);
  const add = (start: number, end: number, value: string, around: Piece["around"]) => {
    // A text is UTF-8, which has no lone surrogates.
    if (value.length >= LEAST_LENGTH && value.isWellFormed() && !value.includes(SEPARATOR))
      pieces.push({ start, end, value, around });
  };
  new Visitor({
    Property: (node) => void (node.computed || keep(node.key)),
    PropertyDefinition: (node) => void (node.computed || keep(node.key)),
    MethodDefinition: (node) => void (node.computed || keep(node.key)),
    ExpressionStatement: (node) => void ("directive" in node && node.directive && keep(node.expression)),
    ImportDeclaration: ({ source }) => void keep(source),
    ExportNamedDeclaration: ({ source }) => void (source && keep(source)),
    ExportAllDeclaration: ({ source }) => void keep(source),
    ImportExpression: ({ source }) => void keep(source),
    TaggedTemplateExpression: ({ quasi }) => void keep(quasi),
    Literal(node) {
      if (typeof node.value === "string" && !fixed.has(node.start))
        add(node.start, node.end, node.value, AS_STRING);
    },
    ArrayExpression({ start, end, elements }) {
      if (elements.length < LEAST_NUMBERS) return;
      const items = elements.map((element) => (element?.type === "Literal" ? element.value : null));
      const list = Uint32Array.from(items, Number);
      if (!list.every((number, index) => number === items[index])) return;
      pieces.push({ start, end, value: Buffer.from(list.buffer).toString("base64"), around: AS_NUMBERS });
    },
    TemplateLiteral({ start, end, quasis, expressions }) {
      if (fixed.has(start)) return;
      if (expressions.length === 0) return add(start, end, outdent(quasis[0]?.value.cooked), AS_STRING);
      for (const quasi of quasis) {
        const [from, to] = textOf(code, quasi);
        add(from, to, outdent(quasi.value.cooked), IN_TEMPLATE);
      }
    },
  }).visit(program);
  return pieces.toSorted((a, b) => a.start - b.start);
}

/** Puts a space where lines of SQL are indented. A text with paragraphs is for people, and stays as it is. */
function outdent(text: string | null | undefined = ""): string {
  return text?.includes("\n\n") ? text : (text ?? "").replaceAll(/\n +/g, " ");
}

/** Returns where the text of a part of a template begins and ends, without the characters around it. */
function textOf(code: string, { start, end, value }: { start: number; end: number; value: { raw: string } }) {
  const { raw } = value;
  for (const from of [start, start + 1]) {
    if (code.startsWith(raw, from) && from + raw.length <= end) return [from, from + raw.length] as const;
  }
  throw new Error(`a template at ${start} is not where it is said to be`);
}
