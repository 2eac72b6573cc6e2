import { fillText, type Texts } from "../fill-text.ts";

/** A refusal in an answer. Its code may be one of a later version. */
export interface Said {
  code: string;
  values?: Record<string, unknown>;
}

export interface Speech {
  language: string;
  /** A reason is under `reason.` and its code; a value that has words is under `reason.<name>.<value>`. */
  texts: Texts;
  /** @param at RFC 3339 */
  sayMoment: (at: string) => string;
}

/** Says a reason in a language; null for one that the language has no text for. That stays English (contract 32.28). */
export function translate({ code, values = {} }: Said, speech: Speech): string | null {
  const text = Object.hasOwn(speech.texts, `reason.${code}`) ? speech.texts[`reason.${code}`] : undefined;
  if (text === undefined || code === "as_written") return null;
  const said = Object.entries(values).map(([name, value]) => [name, translateValue(name, value, speech)]);
  return fillText(text, Object.fromEntries(said) as Record<string, string | number>, speech.language);
}

export function translateValue(name: string, value: unknown, speech: Speech): string | number {
  if (typeof value === "number") return value;
  if (typeof value === "object" && value !== null) {
    const reason = value as Said;
    return translate(reason, speech) ?? writtenIn(reason);
  }
  if (typeof value !== "string") return "";
  if (name === "moment") return speech.sayMoment(value);
  const word = speech.texts[`reason.${name}.${value}`];
  return typeof word === "string" ? word : value;
}

/** Returns the English text that was stored without a code; empty if there is none. */
export function writtenIn({ values }: Said): string {
  const text = values?.["text"];
  return typeof text === "string" ? text : "";
}

type Keyed<Sentences> = { [Code in keyof Sentences & string as `reason.${Code}`]: string };

/** Returns sentences by code as texts, in which their keys begin with `reason.`. */
export function keyed<Sentences extends Record<string, string>>(sentences: Sentences): Keyed<Sentences> {
  const entries = Object.entries(sentences).map(([code, sentence]) => [`reason.${code}`, sentence]);
  return Object.fromEntries(entries) as Keyed<Sentences>;
}
