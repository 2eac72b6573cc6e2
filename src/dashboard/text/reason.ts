import { translate, translateValue, writtenIn, type Said } from "../../domain/refusal/translate.ts";
import { formatMoment } from "../component/moment.tsx";
import { currentLanguage, speech } from "./text.ts";

/**
 * Says in the language of the screen what the API and the domain say by codes: reasons of refusals, notices and
 * warnings. A code without a text, of a later version of the API, or a sentence that an earlier one has stored, stays
 * English and is marked as English (contract 32.28).
 */

const english = new Set<string>();

/** @param text the English sentence of the API, for a code that this page does not know */
export function sayReason(reason: Said | null | undefined, text = ""): string {
  const translated = reason ? translate(reason, spoken()) : null;
  if (translated !== null) return translated;
  const said = text || (reason ? writtenIn(reason) : "");
  if (said !== "") english.add(said);
  return said;
}

export function sayAll(texts: readonly string[], codes: readonly Said[] | undefined): string[] {
  return texts.map((text, index) => sayReason(codes?.[index], text));
}

/** Says what a visitor gets. An outcome of a later API keeps its name. */
export function sayOutcome(outcome: string): string {
  return String(translateValue("outcome", outcome, spoken()));
}

/** Returns `en` for an English reason on a screen of another language. */
export function langOf(said: string): "en" | undefined {
  return english.has(said) && currentLanguage() !== "en" ? "en" : undefined;
}

const spoken = () => ({ ...speech(), sayMoment: formatMoment });
