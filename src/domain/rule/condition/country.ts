import { COUNTRY_CODES } from "../../country.ts";
import { accepted, refused } from "../../field-error.ts";
import { parseList, type Condition } from "../condition.ts";

const EUROPEAN_UNION =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** The code for visitors whose country the platform does not know. */
export const UNKNOWN_COUNTRY = "XX";
/** The platform reports XK for Kosovo. */
const KNOWN = new Set([...COUNTRY_CODES, "XK", "EU", UNKNOWN_COUNTRY]);

export const country: Condition<string[], string[]> = {
  parse: (value, report) =>
    parseList(value, report, KNOWN.size, (text) => {
      const code = text.toUpperCase();
      return KNOWN.has(code) ? accepted(code) : refused("not_country");
    }),
  compile: (codes) => [...new Set(codes.flatMap((code) => (code === "EU" ? EUROPEAN_UNION : code)))],
  holds: (codes, visit) => codes.includes(visit.country),
};
