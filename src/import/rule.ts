import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { escapeDots, fillReferences, splitSplat, translateRegex } from "./regex.ts";
import type { Draft } from "./row.ts";

export type PatternRule = Pick<Draft, "sources" | "target" | "forwardPath" | "warnings">;

/** `$1` and `${name}` in the destination of a rule. */
export const DOLLAR = /\$(?:(\d)|\{?([A-Za-z_]\w*)\}?)/g;

interface RegexOptions {
  host?: string | undefined;
  reference?: RegExp;
  startsAtSlash?: boolean;
  isWhole?: boolean;
  /** See ImportOptions. */
  literalDots?: boolean;
}

/** Translates a regular expression over a path and a destination with `$1` into a rule. */
export function toRegexRule(
  regex: string,
  target: string,
  more: RegexOptions = {},
): PatternRule | { reason: Refusal } {
  const written = more.literalDots === true ? escapeDots(regex) : regex;
  const translated = translateRegex(written, more);
  if ("reason" in translated) return translated;
  const filled = fillReferences(target, translated.groups, more.reference ?? DOLLAR);
  if ("reason" in filled) return filled;
  const { path } = translated;
  return {
    sources: [{ kind: "pattern", path, host: more.host }],
    ...splitSplat(path, filled.target),
    warnings: written === regex ? translated.warnings : [...translated.warnings, refuse("file_literal_dots")],
  };
}

/** Translates a source of a tool without wildcards. There a final star is literal, here it would match more paths. */
export function toPlainRule(text: string, target: string, host?: string): PatternRule | { reason: Refusal } {
  if (text.endsWith("/*")) return { reason: refuse("file_star_literal") };
  return { sources: [{ kind: "list", text, host }], target };
}

/** Adds the leading slash to a path that a tool writes without it. URLs stay as they are. */
export function withSlash(path: string): string {
  return path === "" || path.startsWith("/") || /^[a-z][a-z0-9+-]*:/i.test(path) ? path : `/${path}`;
}

/**
 * Translates a row of a list in which `*` at the end of a source matches the rest of the path, and `*` in the
 * destination inserts it.
 */
export function toStarRule(source: string, target: string): PatternRule | { reason: Refusal } {
  if (!source.includes("*")) return { sources: [{ kind: "list", text: source }], target };
  const stars = source.split("*").length - 1;
  if (stars > 1 || !source.endsWith("/*")) return { reason: refuse("file_star_inside") };
  const written = target.split("*").length - 1;
  if (written > 1) return { reason: refuse("file_splat_twice") };
  const sources = [{ kind: "list" as const, text: source }];
  if (written === 0) return { sources, target, forwardPath: false };
  const filled = target.replace("*", ":splat");
  if (/:splat[a-z0-9_]/.test(filled)) return { reason: refuse("file_capture_runs_on", { name: "*" }) };
  return { sources, ...splitSplat(source, filled) };
}

/** Assigns each name of a format a valid name of a capture: lower case, digits, underscores. */
export class CaptureNames {
  private readonly names = new Map<string, string>();
  /** The reference in a destination for each capture, such as `:id` or `:splat`, by the name of the format. */
  readonly groups = new Map<string, string>();
  isRenamed = false;

  /** Adds a name of the source, and returns its capture with the colon; null if it already exists. */
  enter(written: string): string | null {
    if (this.names.has(written)) return null;
    const plain = written.toLowerCase().replace(/[^a-z0-9_]/g, "_");
    const isTaken = [...this.names.values()].includes(plain) || plain === "splat";
    const name = /^[a-z][a-z0-9_]{0,31}$/.test(plain) && !isTaken ? plain : `p${this.names.size + 1}`;
    if (name !== written) this.isRenamed = true;
    this.names.set(written, name);
    this.groups.set(written, `:${name}`);
    return `:${name}`;
  }

  get(written: string): string | undefined {
    return this.names.get(written);
  }
}
