import type { Language } from "../language.ts";
import ar from "./ar.json.txt";
import de from "./de.json.txt";
import en from "./en.json.txt";
import es from "./es.json.txt";
import fr from "./fr.json.txt";
import ja from "./ja.json.txt";
import pt from "./pt.json.txt";
import zh from "./zh.json.txt";

/** All texts of the pages, in one language. `texts.test.ts` compares the files. */
export interface Texts {
  unknownHost: Message;
  notFound: Message;
  paused: Message;
  expired: Message;
  gone: Message;
  /** For programs. */
  refusal: Message;
  unavailable: Message;
  methodNotAllowed: Message;
  warning: Message;
  gate: Message;
  /** The label of the password field. */
  password: string;
  wrongPassword: string;
  /** Of a gate that is locked after too many wrong passwords. */
  tooMany: Message;
  /** What a visitor can do: ask, wait (a whole number of minutes, at least 1) or leave. */
  askSource: string;
  /** `other` has `{minutes}` in it. Arabic is written so that the noun keeps one form whatever the number. */
  tryAgainIn: { one: string; other: string };
  leavePage: string;
  /** On every button. */
  openLink: string;
  /** Above the host of a destination. */
  leadsTo: string;
  /** Above several destinations with their shares. */
  leadsToOneOf: string;
  /** Above destinations that rules choose. */
  leadsSome: string;
  /** Names the picture in a preview. */
  qrCode: string;
  /** Leads to whoever answers for the link. */
  contact: string;
}

export interface Message {
  title: string;
  text: string;
}

/** JSON in text modules: the platform does not compile it, and only languages that are asked for are parsed. */
const FILES: Record<Language, string> = { en, de, fr, es, pt, ja, zh, ar };

const parsed: Partial<Record<Language, Texts>> = {};

export function textsOf(language: Language): Texts {
  return (parsed[language] ??= JSON.parse(FILES[language]) as Texts);
}

/** @param minutes a whole number, at least 1 */
export function sayTryAgain({ tryAgainIn: { one, other } }: Texts, minutes: number): string {
  return minutes === 1 ? one : other.replace("{minutes}", String(minutes));
}
