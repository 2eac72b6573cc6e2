import { reasons, warnings } from "./reason.ts";

/** A regular expression, written as a source of this project. */
export interface Translated {
  /** `/p/:p1.html`, `/blog/*`. */
  path: string;
  /** What stands for each group in a destination: `:p1`, `:splat`; by number and by name. */
  groups: Map<string, string>;
  warnings: string[];
}

const GROUP = /^\((?:\?:|\?P?<([A-Za-z_]\w*)>)?(\[\^\/\]\+|\[\^\/\]\*|\.\*|\.\+)\)/;
const BARE = /^(\[\^\/\]\+|\.\*|\.\+)/;
const NARROW = /^(?:\([^()]*\)|\[[^\]]*\](?:[+*?]|\{[^}]*\})?|\\[dwsDWSbB](?:[+*?]|\{[^}]*\})?)/;
const END = /^(?:\\?\/\??)?\$$/;
const QUANTIFIER = /^(?:[+*?]|\{\d)/;
const MAX_CHARACTERS = 4_096;

/**
 * Translates a regular expression over a whole path into a path with captures that answers the same
 * paths, or says why there is none. A group takes one segment, `(.*)` the rest at the end.
 * @param startsAtSlash false where the expression sees the path without its first slash, as in `.htaccess`
 * @param isWhole whether the expression is anchored at both ends without saying so
 */
export function translateRegex(
  text: string,
  { startsAtSlash = true, isWhole = false }: { startsAtSlash?: boolean; isWhole?: boolean } = {},
): Translated | { reason: string } {
  if (text.length > MAX_CHARACTERS) return { reason: reasons.regexOther };
  if (text.startsWith("!")) return { reason: reasons.regexNegated };
  if (!isWhole && !text.startsWith("^")) return { reason: reasons.regexStart };
  let rest = text.startsWith("^") ? text.slice(1) : text;
  let path = startsAtSlash ? "" : "/";
  let number = 0;
  const groups = new Map<string, string>();
  const said: string[] = [];
  const isAtSegment = () => path.endsWith("/");

  while (rest !== "") {
    if (END.test(rest)) return finish();
    const group = GROUP.exec(rest);
    const [part, name, body] = group ?? ([...(BARE.exec(rest) ?? [])] as [string?, string?, string?]);
    if (part !== undefined) {
      const what = group === null ? name : body;
      const isCounted = group !== null && !part.startsWith("(?:");
      const after = rest.slice(part.length);
      if (QUANTIFIER.test(after)) return { reason: reasons.optional };
      if (what === ".*" || what === ".+") {
        if (after !== "" && after !== "$") return { reason: reasons.regexSlashes };
        if (!isAtSegment()) return { reason: reasons.regexPart(part) };
        if (what === ".+") said.push(warnings.folder);
        path += "*";
        if (isCounted) bind(++number, name, ":splat");
        rest = "";
        return { path, groups, warnings: said };
      }
      if (what !== "[^/]+") return { reason: reasons.regexPart(part) };
      if (!isAtSegment()) return { reason: reasons.captureInside };
      const own = isCounted && name !== undefined && /^[a-z][a-z0-9_]{0,31}$/.test(name) ? name : null;
      const capture = own ?? (isCounted ? `p${number + 1}` : `px${path.length}`);
      path += `:${capture}`;
      if (isCounted) bind(++number, name, `:${capture}`);
      rest = after;
      // The text after a capture must not read as a part of its name.
      if (/^(?:[a-z0-9_]|\\_)/i.test(rest)) return { reason: reasons.captureInside };
      continue;
    }
    const literal = readLiteral(rest);
    if ("reason" in literal) return literal;
    rest = rest.slice(literal.length);
    if (QUANTIFIER.test(rest)) {
      if (literal.text === "/" && /^\?\$$/.test(rest)) return finish();
      return { reason: reasons.optional };
    }
    path += literal.text === ":" && isAtSegment() ? "%3A" : literal.text;
  }
  return isWhole ? finish() : { reason: reasons.regexEnd };

  function bind(group: number, name: string | undefined, capture: string): void {
    groups.set(String(group), capture);
    if (name !== undefined) groups.set(name, capture);
  }

  function finish(): Translated | { reason: string } {
    return { path: path === "" ? "/" : path, groups, warnings: said };
  }
}

function readLiteral(rest: string): { text: string; length: number } | { reason: string } {
  const [first = "", second = ""] = rest;
  if (first === "\\") {
    if (second === "" || /[a-z0-9]/i.test(second)) {
      return { reason: reasons.regexPart(NARROW.exec(rest)?.[0] ?? `\\${second}`) };
    }
    if (second === "?") return { reason: reasons.regexQuery };
    return { text: escapeLiteral(second), length: 2 };
  }
  if (first === "|") return { reason: reasons.regexAlternatives };
  if (first === ".") return { reason: reasons.regexDot };
  if (first === "(") {
    const [inside = ""] = NARROW.exec(rest) ?? [];
    if (inside.startsWith("(?!") || inside.startsWith("(?<!")) return { reason: reasons.regexNegated };
    return { reason: inside.includes("|") ? reasons.regexAlternatives : reasons.regexPart(inside || "(") };
  }
  if (first === "[") return { reason: reasons.regexPart(NARROW.exec(rest)?.[0] ?? "[") };
  if (/[$^*+?{}()]/.test(first)) return { reason: reasons.regexOther };
  return { text: escapeLiteral(first), length: first.length };
}

/** Escapes what would mean something else in a source. */
function escapeLiteral(character: string): string {
  if (character === "*") return "%2A";
  return character === "#" ? "%23" : character === "?" ? "%3F" : character;
}

/**
 * Puts the captures of a source in the place of the references in a destination.
 * @param reference finds a reference; its first group that took part names the capture
 */
export function fillReferences(
  target: string,
  groups: ReadonlyMap<string, string>,
  reference: RegExp,
): { target: string } | { reason: string } {
  let reason: string | null = null;
  const filled = target.replace(reference, (written: string, ...found: unknown[]) => {
    const names = found.filter((part): part is string => typeof part === "string").slice(0, -1);
    const name = names[0] ?? "";
    const capture = groups.get(name);
    if (capture === undefined) {
      reason ??= reasons.captureUnknown(written);
      return written;
    }
    const offset = found.find((part): part is number => typeof part === "number") ?? 0;
    if (/^[a-z0-9_]/.test(target.slice(offset + written.length))) reason ??= reasons.captureRunsOn(written);
    return capture;
  });
  return reason === null ? { target: filled } : { reason };
}

/**
 * Splits off a `:splat` that ends the path of a destination: then `forward_path` appends the rest of the
 * path. Anywhere else the capture stays in the destination.
 */
export function splitSplat(
  source: string,
  target: string,
): { target: string; forwardPath: boolean | undefined } {
  if (!source.endsWith("/*")) return { target, forwardPath: undefined };
  if (!target.endsWith("/:splat") || /[?#]/.test(target)) return { target, forwardPath: false };
  return { target: target.slice(0, -":splat".length), forwardPath: true };
}
