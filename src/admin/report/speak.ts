import type english from "../../dashboard/text/en/report.json";
import { fillText, formatNumber, type Texts, type TextValues } from "../../domain/fill-text.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { translate } from "../../domain/refusal/translate.ts";
import { escapeHtml } from "../../runtime/escape-html.ts";

type WithoutPrefix<Key> = Key extends `report.${infer Name}` ? Name : never;

export type ReportText = WithoutPrefix<keyof typeof english>;

export type Speech = ReturnType<typeof speakIn>;

/**
 * Returns what says a report in a language.
 * @param texts those of the report, and of the codes of reasons unless the language is English
 */
export function speakIn(language: string, texts: Texts) {
  const plain = (name: ReportText, values: TextValues = {}) =>
    fillText(texts[`report.${name}`] ?? name, values, language);

  /** @param at RFC 3339, in UTC */
  const day = (at: string) => {
    const [year = "", month = "", day = ""] = at.slice(0, 10).split("-");
    return plain("date", { year, month, day });
  };
  const moment = (at: string) => plain("moment", { date: day(at), time: at.slice(11, 16) });

  const english = new Set<string>();
  /** Notes that a reason has no code, or that its code has no text in this language. */
  const markEnglish = (reason: string) => {
    if (language !== "en") english.add(reason);
    return reason;
  };

  return {
    language,
    plain,
    day,
    moment,
    markEnglish,
    number: (value: number) => formatNumber(value, language),
    t: (name: ReportText, values?: TextValues) => escapeHtml(plain(name, values)),
    sayReason: (reason: Refusal) =>
      translate(reason, { language, texts, sayMoment: moment }) ?? markEnglish(say(reason)),
    /** Returns a reason as HTML; an English one on a page of another language is marked (contract 32.28). */
    reason: (reason: string) =>
      english.has(reason) ? `<span lang="en">${escapeHtml(reason)}</span>` : escapeHtml(reason),
  };
}
