import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { reasons } from "./reason.ts";

/** A source of this project that matches the same paths as a regular expression. */
interface Translated {
  /** The path of the source, such as `/p/:p1.html` or `/blog/*`. */
  path: string;
  /** The reference in a destination for each group, such as `:p1` or `:splat`, by number and by name. */
  groups: Map<string, string>;
  warnings: Refusal[];
}

const GROUP = /^\((?:\?:|\?P?<([A-Za-z_]\w*)>)?(\[\^\/\]\+|\[\^\/\]\*|\.\*|\.\+)\)/;
const BARE = /^(\[\^\/\]\+|\.\*|\.\+)/;
const NARROW = /^(?:\([^()]*\)|\[[^\]]*\](?:[+*?]|\{[^}]*\})?|\\[dwsDWSbB](?:[+*?]|\{[^}]*\})?)/;
const END = /^(?:\\?\/\??)?\$$/;
const QUANTIFIER = /^(?:[+*?]|\{\d)/;
const MAX_CHARACTERS = 4_096;

/**
 * Translates a regular expression over a whole path into a path with captures that matches the same paths. A group
 * matches one segment; `(.*)` at the end matches the rest.
 * @param startsAtSlash false if the expression is compared with the path without its first slash, as in `.htaccess`
 * @param isWhole whether the expression is anchored at both ends even without `^` and `$`
 * @returns the reason if no such path exists
 */
export function translateRegex(
  written: string,
  { startsAtSlash = true, isWhole = false }: { startsAtSlash?: boolean; isWhole?: boolean } = {},
): Translated | { reason: Refusal } {
  // Paths are compared without letter case as well (contract 2.6), as for `[NC]`.
  const text = written.replace(/^(\^?)\(\?i\)/, "$1");
  if (text.length > MAX_CHARACTERS) return { reason: refuse("file_regex_other") };
  // Matches every path without anchors, too.
  if (/^\(?\.\*\)?\$?$/.test(text)) return translateRegex(`^${text}`, { startsAtSlash, isWhole });
  if (text.startsWith("!")) return { reason: refuse("file_regex_negated") };
  if (!isWhole && !text.startsWith("^")) return { reason: refuse("file_regex_start") };
  let rest = text.startsWith("^") ? text.slice(1) : text;
  let path = startsAtSlash ? "" : "/";
  let number = 0;
  const groups = new Map<string, string>();
  const regexWarnings: Refusal[] = [];
  const isAtSegment = () => path.endsWith("/");

  while (rest !== "") {
    if (END.test(rest)) return finish();
    const group = GROUP.exec(rest);
    const [part, name, body] = group ?? ([...(BARE.exec(rest) ?? [])] as [string?, string?, string?]);
    if (part !== undefined) {
      const expression = group === null ? name : body;
      const isCounted = group !== null && !part.startsWith("(?:");
      const after = rest.slice(part.length);
      if (QUANTIFIER.test(after)) return { reason: refuse("file_optional") };
      if (expression === ".*" || expression === ".+") {
        if (after !== "" && after !== "$") return { reason: refuse("file_regex_slashes") };
        // A group at the very start holds the first slash as well.
        const holdsSlash = path === "";
        if (!holdsSlash && !isAtSegment()) return { reason: reasons.regexPart(part) };
        if (expression === ".+" && !holdsSlash) regexWarnings.push(refuse("file_folder"));
        path += holdsSlash ? "/*" : "*";
        if (isCounted) bind(++number, name, holdsSlash ? "/:splat" : ":splat");
        rest = "";
        return { path, groups, warnings: regexWarnings };
      }
      if (expression !== "[^/]+") return { reason: reasons.regexPart(part) };
      if (!isAtSegment()) return { reason: refuse("file_capture_inside") };
      const validName = isCounted && name !== undefined && /^[a-z][a-z0-9_]{0,31}$/.test(name) ? name : null;
      const capture = validName ?? (isCounted ? `p${number + 1}` : `px${path.length}`);
      path += `:${capture}`;
      if (isCounted) bind(++number, name, `:${capture}`);
      rest = after;
      // The text after a capture must not continue its name.
      if (/^(?:[a-z0-9_]|\\_)/i.test(rest)) return { reason: refuse("file_capture_inside") };
      continue;
    }
    const literal = readLiteral(rest);
    if ("reason" in literal) return literal;
    rest = rest.slice(literal.length);
    if (QUANTIFIER.test(rest)) {
      if (literal.text === "/" && /^\?\$$/.test(rest)) return finish();
      return { reason: refuse("file_optional") };
    }
    path += literal.text === ":" && isAtSegment() ? "%3A" : literal.text;
  }
  return isWhole ? finish() : { reason: refuse("file_regex_end") };

  function bind(group: number, name: string | undefined, capture: string): void {
    groups.set(String(group), capture);
    if (name !== undefined) groups.set(name, capture);
  }

  function finish(): Translated | { reason: Refusal } {
    return { path: path === "" ? "/" : path, groups, warnings: regexWarnings };
  }
}

/** Escapes the dots outside of character classes that have no backslash and no quantifier. */
export function escapeDots(regex: string): string {
  let isInClass = false;
  return regex.replace(/\\.|\[\^?\]?|\]|\.(?![*+?]|\{\d)/gs, (token) => {
    // A bracket that closes right after the one that opens is a character of the class.
    if (token.startsWith("[")) isInClass = !isInClass || !token.endsWith("]");
    else if (token === "]") isInClass = false;
    else if (token === "." && !isInClass) return "\\.";
    return token;
  });
}

function readLiteral(rest: string): { text: string; length: number } | { reason: Refusal } {
  const [first = "", second = ""] = rest;
  if (first === "\\") {
    if (second === "" || /[a-z0-9]/i.test(second)) {
      return { reason: reasons.regexPart(NARROW.exec(rest)?.[0] ?? `\\${second}`) };
    }
    if (second === "?") return { reason: refuse("file_regex_query") };
    return { text: escapeLiteral(second), length: 2 };
  }
  if (first === "|") return { reason: refuse("file_regex_alternatives") };
  if (first === ".") return { reason: refuse("file_regex_dot") };
  if (first === "(") {
    const [inside = ""] = NARROW.exec(rest) ?? [];
    if (inside.startsWith("(?!") || inside.startsWith("(?<!"))
      return { reason: refuse("file_regex_negated") };
    return {
      reason: inside.includes("|") ? refuse("file_regex_alternatives") : reasons.regexPart(inside || "("),
    };
  }
  if (first === "[") return { reason: reasons.regexPart(NARROW.exec(rest)?.[0] ?? "[") };
  if (/[$^*+?{}()]/.test(first)) return { reason: refuse("file_regex_other") };
  return { text: escapeLiteral(first), length: first.length };
}

/** Escapes characters that have a special meaning in a source. */
export function escapeLiteral(character: string): string {
  if (character === "*") return "%2A";
  return character === "#" ? "%23" : character === "?" ? "%3F" : character;
}

/**
 * Replaces the references in a destination by the captures of a source.
 * @param reference matches a reference; its first group that matched names the capture
 */
export function fillReferences(
  target: string,
  groups: ReadonlyMap<string, string>,
  reference: RegExp,
): { target: string } | { reason: Refusal } {
  let reason: Refusal | null = null;
  const filled = target.replace(reference, (written: string, ...found: unknown[]) => {
    const names = found.filter((part): part is string => typeof part === "string").slice(0, -1);
    const name = names[0] ?? "";
    const capture = groups.get(name);
    if (capture === undefined) {
      reason ??= refuse("file_capture_unknown", { name: written });
      return written;
    }
    const offset = found.find((part): part is number => typeof part === "number") ?? 0;
    if (/^[a-z0-9_]/.test(target.slice(offset + written.length)))
      reason ??= refuse("file_capture_runs_on", { name: written });
    return capture;
  });
  return reason === null ? { target: filled } : { reason };
}

/**
 * Splits off a `:splat` at the end of the path of a destination, because `forward_path` appends the rest of the
 * path. Elsewhere the capture stays in the destination.
 */
export function splitSplat(
  source: string,
  target: string,
): { target: string; forwardPath: boolean | undefined } {
  if (!source.endsWith("/*")) return { target, forwardPath: undefined };
  if (!target.endsWith("/:splat") || /[?#]/.test(target)) return { target, forwardPath: false };
  return { target: target.slice(0, -":splat".length), forwardPath: true };
}
