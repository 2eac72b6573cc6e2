import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { reasons } from "./reason.ts";
import type { Draft } from "./row.ts";

/** Parses values that several formats have in common. */

/** Parses a boolean in the spellings of spreadsheets. Returns undefined for an empty text, null for other texts. */
export function parseYesNo(text: string | undefined): boolean | undefined | null {
  if (text === undefined || text === "") return undefined;
  if (/^(?:true|yes|on|1)$/i.test(text)) return true;
  return /^(?:false|no|off|0)$/i.test(text) ? false : null;
}

const REDIRECT_CODES = new Set([301, 302, 303, 307, 308]);

/**
 * Parses a status code such as `301` or `301.0`. 410 becomes the type `gone`.
 * @returns the fields that it sets, or the reason why it is not a code of a redirect
 */
export function parseCode(text: string): Pick<Draft, "code" | "type"> | { reason: Refusal } {
  const [, digits] = /^(\d{3})(?:\.0+)?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return { reason: reasons.status(text) };
  const code = Number(digits);
  if (code === 410) return { type: "gone" };
  if (REDIRECT_CODES.has(code)) return { code };
  if (code === 200) return { reason: refuse("file_rewrite") };
  const reason =
    code >= 400 && code < 600 ? refuse("file_no_redirect", { code: digits }) : reasons.status(text);
  return { reason };
}

/** Parses a count such as `1,234`; undefined for other texts. */
export function parseCount(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!/^(?:\d+|\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+)$/.test(text)) return undefined;
  const count = Number(text.replace(/\D/g, ""));
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Splits a list of tags and drops empty ones. */
export function splitTags(text: string | undefined, separator: string | RegExp): string[] {
  return (text ?? "")
    .split(separator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Returns a value if it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

const MOST_LINK = 8_192;

/** Splits a link such as `https://go.example/x` into its host and its path without the first slash. */
export function splitLink(link: string): { host: string; slug: string } | null {
  if (link.length > MOST_LINK) return null;
  const [, host, rest = ""] = /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)(?:\/(.*))?$/is.exec(link.trim()) ?? [];
  return host === undefined ? null : { host, slug: rest };
}
