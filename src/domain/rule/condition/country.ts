import { accepted, refused } from "../../field-error.ts";
import { parseList, type Condition } from "../condition.ts";

/** ISO 3166-1, and XK, which the platform reports for Kosovo. */
const COUNTRIES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW
TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s/);

const EUROPEAN_UNION =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** The code for visitors whose country the platform does not know. */
export const UNKNOWN_COUNTRY = "XX";
const KNOWN = new Set([...COUNTRIES, "EU", UNKNOWN_COUNTRY]);

export const country: Condition<string[], string[]> = {
  schema: {
    type: "array",
    minItems: 1,
    items: { type: "string", pattern: "^[A-Za-z]{2}$" },
    description: "Country codes of ISO 3166. `EU` is the European Union, `XX` an unknown country.",
  },
  parse: (value, report) =>
    parseList(value, report, KNOWN.size, (text) => {
      const code = text.toUpperCase();
      return KNOWN.has(code) ? accepted(code) : refused("not_country");
    }),
  compile: (codes) => [...new Set(codes.flatMap((code) => (code === "EU" ? EUROPEAN_UNION : code)))],
  holds: (codes, visit) => codes.includes(visit.country),
};
