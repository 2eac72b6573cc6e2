import { toVisit, type Visit } from "../visitor/visit.ts";
import { continentOf } from "./continent.ts";

/** A visit that somebody asks about: the URL, and who would visit it. */
export interface Question {
  /** Absolute, http or https. */
  url: string;
  /** ISO 3166 code; unknown where it is left out. */
  country?: string | undefined;
  /** The header `Accept-Language`. */
  language?: string | undefined;
  userAgent?: string | undefined;
  /** The address of the visitor, which sticky destinations depend on. */
  address?: string | undefined;
  /** GET where it is left out. */
  method?: string | undefined;
  /** The moment of the visit. Milliseconds since 1970. */
  atMs: number;
  /** Whether the visitor has given the right password. */
  isUnlocked?: boolean | undefined;
  headers?: Record<string, string> | undefined;
}

/** A question as the request that a visitor would send. */
export interface Asked {
  question: Question;
  request: Request;
  visit: Visit;
}

/** Makes the request of a question. Throws as `Request` does where the URL or a header is none. */
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
