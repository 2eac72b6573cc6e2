import type { Refusal } from "../../domain/refusal/refusal.ts";
import { currentLanguage, hasText, t } from "./text.ts";
import { formatMoment } from "../component/moment.tsx";

/**
 * Says in the language of the screen what the API and the domain say by codes: reasons of refusals, notices and
 * warnings. A code without a text, of a later version of the API, or a sentence that an earlier one has stored, stays
 * English and is marked as English (contract 32.28).
 */

/** A refusal in an answer, whose codes may be those of a later version. */
interface Said {
  code: string;
  values?: Record<string, unknown>;
}

const english = new Set<string>();

/** @param text the English sentence of the API, for a code that this page does not know */
export function sayReason(reason: Said | Refusal | null | undefined, text = ""): string {
  const key = `reason.${reason?.code}`;
  if (!reason || !hasText(key) || reason.code === "as_written") {
    const written = reason?.values?.["text"];
    const said = text || (typeof written === "string" ? written : "");
    if (said !== "") english.add(said);
    return said;
  }
  const entries = Object.entries(reason.values ?? {}).map(([name, value]) => [name, sayValue(name, value)]);
  return t(key, Object.fromEntries(entries) as Record<string, string | number>);
}

/** Says each text of a list by its code. */
export function sayAll(texts: readonly string[], codes: readonly Said[] | undefined): string[] {
  return texts.map((text, index) => sayReason(codes?.[index], text));
}

function sayValue(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  if (typeof value === "object" && value !== null) return sayReason(value as Said);
  if (typeof value !== "string") return "";
  if (name === "moment") return formatMoment(value);
  const key = `reason.${name}.${value}`;
  return hasText(key) ? t(key) : value;
}

/** Returns `en` for an English reason on a screen of another language. */
export function langOf(said: string): "en" | undefined {
  return english.has(said) && currentLanguage() !== "en" ? "en" : undefined;
}
