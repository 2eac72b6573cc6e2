import { CodeShape, FRACTION, id } from "./part.ts";
import { message, booleanField, objectOf, parseWith, recordOf, stringField, textOf, oneOf } from "./field.ts";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { isCountry } from "../../domain/country.ts";
import { toAddress } from "../../domain/public-address.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";

/** Bodies and answers of `/explain` (contract 30). */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const MAX_URL_CHARACTERS = 8_192;
const MAX_HEADER_CHARACTERS = 2_000;
const MAX_HEADERS = 20;
/** More characters than an IPv6 address has in any spelling. */
const MAX_ADDRESS_CHARACTERS = 64;

const headerText = v.pipe(textOf(MAX_HEADER_CHARACTERS), v.regex(/^[\x20-\x7e]*$/, message("not_printable")));

function parseCountry(text: string): Parsed<string> {
  const code = text.toUpperCase();
  return code === "XX" || isCountry(code) ? accepted(code) : refused("not_country_or_xx");
}

function parseAddress(text: string): Parsed<string> {
  const address = toAddress(text.trim());
  return address === null ? refused("not_ip_address") : accepted(address);
}

const asFields = {
  country: v.optional(v.pipe(stringField, parseWith(parseCountry))),
  language: v.optional(headerText),
  user_agent: v.optional(headerText),
  address: v.optional(v.pipe(textOf(MAX_ADDRESS_CHARACTERS), parseWith(parseAddress))),
  method: v.optional(oneOf(METHODS)),
  https: v.optional(booleanField),
  at: v.optional(v.pipe(stringField, parseWith(parseTimestamp))),
  unlocked: v.optional(booleanField),
  headers: v.optional(
    v.pipe(
      recordOf(textOf(MAX_HEADER_CHARACTERS), message("not_headers")),
      v.check(
        (headers) => Object.keys(headers).length <= MAX_HEADERS,
        message("too_many_members", { count: MAX_HEADERS }),
      ),
    ),
  ),
  held: v.optional(booleanField),
};

export const ExplainBody = v.object({
  url: textOf(MAX_URL_CHARACTERS),
  as: v.optional(objectOf(asFields, message("not_object"))),
});

const Hop = v.object({
  url: v.string(),
  outcome: v.string(),
  status: v.number(),
  location: v.nullable(v.string()),
  record: v.nullable(v.object({ id, url: v.string() })),
});

export const ExplanationShape = v.object({
  outcome: v.string(),
  status: v.number(),
  location: v.nullable(v.string()),
  headers: v.record(v.string(), v.string()),
  record: v.nullable(v.object({ id, url: v.string() })),
  host: v.object({
    asked: v.string(),
    answered_by: v.nullable(v.string()),
    relation: v.nullable(v.picklist(["self", "www", "wildcard"])),
  }),
  tried: v.array(
    v.object({
      step: v.picklist(["platform", "query", "exact", "alias", "pattern", "prefix", "any", "view"]),
      source: v.string(),
      verdict: v.picklist(["answers", "skipped", "none"]),
      reason: v.string(),
      reason_code: CodeShape,
    }),
  ),
  rules: v.array(
    v.object({
      id: v.string(),
      verdict: v.picklist(["holds", "fails", "not_reached"]),
      failed: v.array(v.string()),
    }),
  ),
  destinations: v.array(
    v.object({
      url: v.string(),
      chance: v.pipe(v.number(), v.metadata(FRACTION)),
      verdict: v.picklist(["certain", "possible", "broken", "ended", "no_weight", "dangerous", "not_first"]),
    }),
  ),
  parts: v.array(
    v.object({
      text: v.string(),
      from: v.picklist(["destination", "path", "query", "utm", "capture", "click_id"]),
    }),
  ),
  edge: v.object({
    location: v.nullable(v.string()),
    shows: v.picklist(["current", "older", "unknown"]),
    behind_seconds: v.nullable(v.number()),
  }),
  next: v.array(Hop),
  warnings: v.array(v.string()),
  warning_codes: v.array(CodeShape),
});
