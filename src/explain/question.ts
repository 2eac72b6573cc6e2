import { continentOf } from "../domain/country.ts";
import { toVisit, type Visit } from "../visitor/visit.ts";

/** A visit to explain: the URL and its visitor. */
export interface Question {
  /** An absolute http or https URL. */
  url: string;
  /** The ISO 3166 code; unknown if absent. */
  country?: string | undefined;
  /** The header `Accept-Language`. */
  language?: string | undefined;
  userAgent?: string | undefined;
  /** The address of the visitor, on which sticky destinations depend. */
  address?: string | undefined;
  /** GET by default. */
  method?: string | undefined;
  /** The time of the visit. Milliseconds since 1970. */
  atMs: number;
  /** True if the visitor has given the right password. */
  isUnlocked?: boolean | undefined;
  headers?: Record<string, string> | undefined;
}

/** The request that the visitor of a question would send. */
export interface Asked {
  question: Question;
  request: Request;
  visit: Visit;
}

const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Makes the request of a person's browser for a URL of a check (contract 30.20). */
export function toAskedByBrowser(url: string, atMs: number): Asked {
  return toAsked({ url, userAgent: BROWSER, atMs });
}

/** Makes the request of a question. Throws as `Request` does for an invalid URL or header. */
export function toAsked(question: Question, cookie?: string): Asked {
  const { country, language, userAgent, address, method = "GET", atMs } = question;
  const headers = new Headers(question.headers);
  const given = {
    "Accept-Language": language,
    "User-Agent": userAgent,
    "CF-Connecting-IP": address,
    "CF-IPCountry": country,
    Cookie: cookie,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
  const cf = country === undefined ? {} : { country, continent: continentOf(country) };
  // Visitors never send a fragment.
  const url = new URL(question.url);
  url.hash = "";
  const request = new Request(url, { method, headers, redirect: "manual", cf });
  return { question, request, visit: toVisit(request, atMs) };
}
