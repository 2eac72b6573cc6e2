import { refuse, type Refusal } from "../refusal/refusal.ts";
import { isObject } from "../rule/condition.ts";
import type { CheckUrl } from "./check.ts";

const MAX_URL_CHARACTERS = 8_192;
const MEMBERS = ["url", "location", "status"];

/** Reports why a member is invalid. */
type Report = (member: string, reason: Refusal) => void;

/**
 * Parses a URL of a check: a text, or an object `{url, location?, status?}`.
 * @returns undefined if it has reported a problem
 */
export function parseCheckUrl(value: unknown, report: Report): CheckUrl | undefined {
  const given = typeof value === "string" ? { url: value } : value;
  if (!isObject(given)) {
    report("", refuse("not_url_or_object"));
    return undefined;
  }
  let isValid = true;
  const reject = (member: string, reason: Refusal) => {
    isValid = false;
    report(member, reason);
  };
  for (const name of Object.keys(given)) {
    if (!MEMBERS.includes(name)) reject(name, refuse("not_a_field"));
  }
  const { url, location = null, status = null } = given;
  const parsed = typeof url === "string" ? parseVisitedUrl(url) : null;
  if (parsed === null) reject("url", refuse("not_explainable_url"));
  const isLocation =
    location === null || (typeof location === "string" && parseVisitedUrl(location) !== null);
  if (!isLocation) reject("location", refuse("not_url_of_http"));
  const isStatus =
    status === null || (Number.isInteger(status) && Number(status) >= 200 && Number(status) < 600);
  if (!isStatus) reject("status", refuse("not_status_between", { least: "200", most: "599" }));
  if (!isValid || parsed === null) return undefined;
  const expected = typeof location === "string" ? parseVisitedUrl(location) : null;
  return { url: parsed, location: expected, status: status as number | null };
}

/**
 * Returns a URL that visitors can request; null if the text is not one. The default scheme is https.
 * @param isHttps if given, decides the scheme
 */
export function parseVisitedUrl(text: string, isHttps?: boolean): string | null {
  if (text.length > MAX_URL_CHARACTERS) return null;
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(whole);
  const isVisited = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === "";
  if (!isVisited) return null;
  return isHttps === undefined ? whole : whole.replace(/^https?:/i, isHttps ? "https:" : "http:");
}
