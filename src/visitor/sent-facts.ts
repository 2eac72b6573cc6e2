import { isbot } from "#isbot";
import { memoizeText } from "../domain/memoize-text.ts";
import { MAX_REMEMBERED_AGENT } from "../domain/rule/agent.ts";
import { UNKNOWN_COUNTRY } from "../domain/rule/condition/country.ts";
import type { RuleVisit } from "../domain/rule/rule-visit.ts";
import type { Visit } from "./visit.ts";

export const isBot = memoizeText((userAgent) => isbot(userAgent), MAX_REMEMBERED_AGENT);

/**
 * The facts about a visit that rules may use, read when a rule asks. A class, because it takes much longer to make an
 * object literal with getters.
 */
export class SentFacts implements RuleVisit {
  readonly nowMs: number;
  readonly query: string;
  readonly isBot = isBot;
  private readonly request: Request;
  private readonly headers: Headers;
  private code: string | undefined;

  constructor(request: Request, { headers, nowMs, rawQuery }: Visit) {
    this.request = request;
    this.headers = headers;
    this.nowMs = nowMs;
    this.query = rawQuery ?? "";
  }

  get country(): string {
    // Kept, because several rules need it and each read of a header is a call into the runtime.
    return (this.code ??= countryOf(this.request, this.headers));
  }

  get continent(): string {
    const code = this.request.cf?.continent;
    return typeof code === "string" ? code : "";
  }

  header(name: string): string | null {
    return this.headers.get(name);
  }
}

function countryOf(request: Request, headers: Headers): string {
  const code = headers.get("CF-IPCountry") ?? request.cf?.country;
  return typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : UNKNOWN_COUNTRY;
}
