import { refuse } from "../domain/refusal/refusal.ts";

/** The refusals and the warning whose value is a text of the file, which is shortened. */

const codes = "301, 302, 303, 307, 308";

export const reasons = {
  otherPage: (name: string) => refuse("file_other_page", { name: clip(name) }),
  needsOrigin: (target: string) => refuse("file_needs_origin", { target: clip(target) }),
  cmsTarget: (target: string) => refuse("file_cms_target", { target: clip(target) }),
  status: (text: string) => refuse("file_status", { text: clip(text), names: `${codes}, 410` }),
  notThere: (code: string) => refuse("file_not_there", { code: clip(code) }),
  boolean: (name: string, text: string) => refuse("file_boolean", { name, text: clip(text) }),
  expiry: (text: string) => refuse("file_expiry", { text: clip(text) }),
  action: (what: string) => refuse("file_action", { what: clip(what) }),
  narrower: (what: string) => refuse("file_narrower", { what: clip(what) }),
  glob: (what: string) => refuse("file_glob", { what: clip(what) }),
  characters: (path: string) => refuse("file_characters", { path: clip(path) }),
  matching: (how: string) => refuse("file_matching", { how: clip(how) }),
  regexPart: (what: string) => refuse("file_regex_part", { what: clip(what) }),
  hostPattern: (host: string) => refuse("file_host_pattern", { host: clip(host) }),
  variable: (name: string) => refuse("file_variable", { name: clip(name) }),
  stray: (word: string) => refuse("file_stray", { word: clip(word) }),
  wildcardText: (what: string) => refuse("file_wildcard_text", { what: clip(what) }),
  noMoment: (name: string, text: string) => refuse("file_no_moment", { name, text: clip(text) }),
} as const;

const MOST_SHOWN = 120;

function clip(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
