/** The countries of each continent, by the platform's names of continents. All other countries are in Africa. */
const COUNTRIES = {
  AN: "AQ BV GS HM TF",
  AS:
    "AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH " +
    "PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE",
  EU:
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL " +
    "NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  NA:
    "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US " +
    "VC VG VI",
  OC: "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS",
  SA: "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
};

/** Returns the continent of a country, for rules on continents if a question has only the country. */
export function continentOf(country: string): string {
  if (!/^[A-WYZ][A-Z]$|^XK$/.test(country)) return "";
  return Object.entries(COUNTRIES).find(([, list]) => list.includes(country))?.[0] ?? "AF";
}
