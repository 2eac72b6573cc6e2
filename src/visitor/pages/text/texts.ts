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
  /** The page that refused bots get. */
  refusal: Message;
  unavailable: Message;
  methodNotAllowed: Message;
  warning: Message;
  gate: Message;
  password: string;
  wrongPassword: string;
  /** The message of a gate that is locked after too many wrong passwords. */
  tooMany: Message;
  /** Advice to visitors: ask, wait (a whole number of minutes, at least 1) or leave. */
  askSource: string;
  /** `other` contains `{minutes}`. The Arabic text is worded so that the noun has one form for all numbers. */
  tryAgainIn: { one: string; other: string };
  leavePage: string;
  /** The label of every button. */
  openLink: string;
  /** The heading of a single destination. */
  leadsTo: string;
  /** The heading of several destinations with their shares. */
  leadsToOneOf: string;
  /** The heading of destinations that rules choose. */
  leadsSome: string;
  /** The name of the picture in a preview. */
  qrCode: string;
  /** The label of the link to the owner's contact. */
  contact: string;
}

export interface Message {
  title: string;
  text: string;
}

/** The texts as JSON in text modules: the platform does not compile them, and only used languages are parsed. */
const FILES: Record<Language, string> = { en, de, fr, es, pt, ja, zh, ar };

const parsed: Partial<Record<Language, Texts>> = {};

export function textsOf(language: Language): Texts {
  return (parsed[language] ??= JSON.parse(FILES[language]) as Texts);
}

/** @param minutes a whole number, at least 1 */
export function sayTryAgain({ tryAgainIn: { one, other } }: Texts, minutes: number): string {
  return minutes === 1 ? one : other.replace("{minutes}", String(minutes));
}
