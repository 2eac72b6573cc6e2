import { ConditionsShape, rulesField } from "../../src/admin/schema/rule.ts";
import { urlField } from "../../src/admin/schema/check.ts";
import { BROWSERS, DEVICES, SYSTEMS } from "../../src/domain/rule/agent.ts";
import {
  MAX_CHARACTERS as MAX_HEADER_CHARACTERS,
  MAX_HEADERS,
} from "../../src/domain/rule/condition/header.ts";
import { MAX_LANGUAGES, TAG } from "../../src/domain/rule/condition/language.ts";
import {
  MAX_CHARACTERS as MAX_QUERY_CHARACTERS,
  MAX_PARAMETERS,
} from "../../src/domain/rule/condition/query.ts";
import { MAX_HOSTS } from "../../src/domain/rule/condition/referrer.ts";
import { DAYS } from "../../src/domain/rule/condition/time.ts";
import { CONTINENTS } from "../../src/domain/rule/condition/word.ts";
import type { ConditionKey } from "../../src/domain/rule/registry.ts";
import { MAX_RULES } from "../../src/domain/rule/rule.ts";

/**
 * JSON Schemas of values that the domain parses, and of which the schemas of the routes tell nothing: only the document reads
 * them, so that the Worker does not carry them.
 */

const moment = (description: string) => ({ type: "string", format: "date-time", description });

function words(values: readonly string[], description: string): object {
  return { type: "array", minItems: 1, items: { type: "string", enum: values }, description };
}

const CONDITIONS: Record<ConditionKey, object> = {
  country: {
    type: "array",
    minItems: 1,
    items: { type: "string", pattern: "^[A-Za-z]{2}$" },
    description: "Country codes of ISO 3166. `EU` is the European Union, `XX` an unknown country.",
  },
  continent: words(CONTINENTS, "The continent of the visitor. `EU` is Europe here."),
  language: {
    type: "array",
    minItems: 1,
    maxItems: MAX_LANGUAGES,
    items: { type: "string", pattern: TAG.source },
    description:
      "Beginnings of BCP 47 tags: `de` holds for `de-CH`. Compared with the one language that the visitor prefers most; `zh-Hant` holds for `zh-TW`, which is written in that script.",
  },
  os: words(
    SYSTEMS,
    "The operating system, by client hints first, then by the user agent. An iPad that says it is a Mac is `macos`.",
  ),
  device: words(
    DEVICES,
    "The kind of device, by client hints first, then by the user agent. A television, and a program that tells nothing, is none of them.",
  ),
  browser: words(BROWSERS, "The browser, by client hints first, then by the user agent."),
  query: {
    type: "object",
    minProperties: 1,
    maxProperties: MAX_PARAMETERS,
    additionalProperties: { type: ["string", "null"], maxLength: MAX_QUERY_CHARACTERS },
    description:
      "Parameters that the visitor's query has, with this value; null stands for any value. Compared decoded.",
  },
  header: {
    type: "object",
    minProperties: 1,
    maxProperties: MAX_HEADERS,
    additionalProperties: { type: "string", minLength: 1, maxLength: MAX_HEADER_CHARACTERS },
    description:
      "Request headers with their exact values. Never `cookie`, `authorization`, `x-link-password`, `proxy-*`, `cf-*`, `x-forwarded-*`, `x-real-ip` or `sec-fetch-*`.",
  },
  referrer: {
    type: "array",
    minItems: 1,
    maxItems: MAX_HOSTS,
    items: { type: "string" },
    description: "Hostnames: the page that the visitor comes from is on one of them, or below one.",
  },
  after: moment("The visit comes at this moment or later."),
  before: moment("The visit comes before this moment."),
  time: {
    type: "object",
    required: ["from", "to", "zone"],
    properties: {
      from: { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
      to: { type: "string", pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$", description: "Exclusive." },
      days: { type: "array", minItems: 1, items: { type: "string", enum: DAYS } },
      zone: { type: "string", description: "A time zone such as `Europe/Berlin`." },
    },
    description:
      "The local time of the zone lies in the window. Where `to` is earlier than `from` the window goes past midnight, and `days` names the day on which it began.",
  },
};

const CONDITIONS_SCHEMA = { type: "object", properties: CONDITIONS, additionalProperties: false };

const CONDITIONS_REFERENCE = { $ref: "#/components/schemas/Conditions" };

const WRITTEN_RULES = {
  type: "array",
  maxItems: MAX_RULES,
  description: "The first rule that holds decides the destination. A write replaces the whole list.",
  items: {
    type: "object",
    properties: {
      id: {
        type: ["string", "null"],
        description: "That of a rule of the record; leave it out for a new one.",
      },
      name: { type: "string", maxLength: 40 },
      if: CONDITIONS_REFERENCE,
      not: CONDITIONS_REFERENCE,
      destination: { type: "string" },
      destinations: { type: "array", items: { type: "string" }, maxItems: 20 },
      destination_routing: { type: "string" },
    },
    additionalProperties: false,
  },
};

/** The same limit as in `parseCheckUrl`. */
const MAX_URL_CHARACTERS = 8_192;

const CHECKED_URL = {
  anyOf: [
    { type: "string", maxLength: MAX_URL_CHARACTERS },
    {
      type: "object",
      properties: {
        url: { type: "string", maxLength: MAX_URL_CHARACTERS },
        location: { anyOf: [{ type: "string", maxLength: MAX_URL_CHARACTERS }, { type: "null" }] },
        status: { anyOf: [{ type: "integer", minimum: 200, maximum: 599 }, { type: "null" }] },
      },
      required: ["url"],
      additionalProperties: false,
    },
  ],
};

/** By the schema of a route, or the first of its pipe. */
export const PARSED_BY_DOMAIN = new Map<unknown, object>([
  [ConditionsShape, CONDITIONS_SCHEMA],
  [rulesField.pipe[0], WRITTEN_RULES],
  [urlField.pipe[0], CHECKED_URL],
]);
