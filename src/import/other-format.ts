import type { Refusal } from "../domain/refusal/refusal.ts";

/** The formats that a reader names for what it does not read itself. */
export const OTHER_FORMATS = [
  "cloudflare-redirects",
  "netlify-redirects",
  "nginx-conf",
  "nginx-map",
] as const;
export type OtherFormat = (typeof OTHER_FORMATS)[number];

const NAMING = new Set(["file_other_format", "file_other_format_there"]);

/** Returns the formats by which a file can be read instead, if a refusal or note says so. */
export function otherFormatsOf({ code, values = {} }: Refusal): OtherFormat[] {
  if (code === "file_redirects_file") return ["netlify-redirects", "cloudflare-redirects"];
  return NAMING.has(code) ? OTHER_FORMATS.filter((key) => key === values["key"]) : [];
}
