import { parseRouting } from "../../domain/client/condition.ts";
import { formatMoment, sayIfMoment } from "../component/moment.tsx";
import { memberLabel } from "./field.ts";
import { conditionName } from "./name.ts";
import { currentLanguage, hasText, sayNumber, t } from "./text.ts";

/** What a field of a record holds, in the words of the forms. */

/** Returns a value as one text; empty for no value. */
export function sayField(name: string, value: unknown): string {
  return fieldLines(name, value).join(name === "rules" ? "; " : ", ");
}

/** Returns a value as a text for each entry of a list or an object; none for no value. */
export function fieldLines(name: string, value: unknown): string[] {
  if (name === "paused_by" && value === null) return [t("status.active")];
  if (value === null || value === undefined || value === "") return [];
  if (name === "rules" && Array.isArray(value)) return (value as SomeRule[]).map(sayRule);
  if (Array.isArray(value)) return value.map((item) => sayOne(name, item));
  if (typeof value !== "object") return [sayOne(name, value)];
  return Object.entries(value).flatMap(([member, part]) => {
    const text = sayField(member, part);
    return text === "" ? [] : [`${memberLabel(`${name}.${member}`)}: ${text}`];
  });
}

function sayOne(name: string, value: unknown): string {
  if (name === "destination_routing") return sayRouting(String(value));
  const key = wordsOf(name)
    .map((words) => `${words}.${String(value)}`)
    .find(hasText);
  if (key !== undefined && hasText(key)) return t(key);
  if (typeof value === "boolean") return t(value ? "word.yes" : "word.no");
  if (typeof value === "number") return sayNumber(value);
  return typeof value === "string" ? sayIfMoment(value) : JSON.stringify(value);
}

/** Returns where the texts for the values of a field are. */
function wordsOf(name: string): string[] {
  // It may also be the status code of a redirect.
  if (name === "status") return ["status", "type"];
  return Object.hasOwn(WORDS, name) ? [WORDS[name] ?? name] : [];
}

const WORDS: Record<string, string> = {
  type: "type",
  plugins: "plugin",
  paused_by: "chip.paused",
  password: "password",
  theme: "qr.theme",
  eyes: "qr.eyes",
  frame: "qr.frame",
  days: "day",
};

function sayRouting(text: string): string {
  const parsed = parseRouting(text);
  if (!parsed.ok) return text;
  const { value } = parsed;
  const said = t(`routing.${value.kind}`);
  return value.kind === "weighted" ? `${said}: ${value.weights.map(sayNumber).join(", ")}` : said;
}

/** A rule as answers have it; those of changes leave out what is empty. */
export interface SomeRule {
  id?: string;
  name?: string;
  if?: Record<string, unknown>;
  not?: Record<string, unknown>;
  destination?: string;
  destinations?: string[];
  destination_routing?: string;
}

/** Says a rule: "Shops: Country is Germany and System is iOS → https://de.example/". */
export function sayRule(rule: SomeRule): string {
  const { name = "", destination = "", destinations = [destination], destination_routing: routing } = rule;
  const conditions = [...sayConditions(rule.if, "if"), ...sayConditions(rule.not, "not")];
  const isMany = destinations.length > 1 && routing !== undefined;
  return [
    name === "" ? "" : `${name}: `,
    list("conjunction", conditions),
    ` → ${destinations.join(", ")}`,
    isMany ? ` (${sayRouting(routing)})` : "",
  ].join("");
}

function sayConditions(conditions: Record<string, unknown> = {}, sense: "if" | "not"): string[] {
  return Object.entries(conditions).map(([key, value]) =>
    typeof value === "string"
      ? `${labelOf(sense === "if" ? key : OPPOSITE[key])} ${formatMoment(value)}`
      : `${labelOf(key)} ${t(`rules.${sense}`)} ${sayValue(key, value)}`,
  );
}

/** What holds at every moment at which a condition does not. */
const OPPOSITE: Record<string, string> = { after: "before", before: "after" };

const labelOf = (key = "") => memberLabel(`rules.0.if.${key}`);

function sayValue(key: string, value: unknown): string {
  if (Array.isArray(value))
    return list(
      "disjunction",
      value.map((one) => conditionName(key, String(one))),
    );
  if (key === "time") return sayTime(value as TimeWindow);
  const pairs = Object.entries(value as Record<string, string | null>);
  return list(
    "disjunction",
    pairs.map(([name, text]) => (text === null ? name : `${name}=${text}`)),
  );
}

interface TimeWindow {
  from: string;
  to: string;
  zone: string;
  days?: string[];
}

function sayTime({ from, to, zone, days = [] }: TimeWindow): string {
  const named = days.map((day) => sayOne("days", day));
  return [`${from}–${to}`, ...(named.length > 0 ? [list("conjunction", named)] : []), zone].join(", ");
}

function list(type: "conjunction" | "disjunction", texts: string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type }).format(texts);
}
