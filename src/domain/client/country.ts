/** The codes of countries. Statistics name countries, and need nothing of rules. */

export { COUNTRY_CODES } from "../country.ts";
