import { HTML_TYPE, ICO_TYPE, JSON_TYPE, PNG_TYPE, SVG_TYPE, TEXT_TYPE, type FileType } from "./branding.ts";
import { addFieldError, type FieldErrors } from "./field-error.ts";
import { readPicture } from "./picture/read-picture.ts";
import { refuse } from "./refusal/refusal.ts";
import { exactSlot, type Slot } from "./slot.ts";
import { parseTimestamp } from "./timestamp.ts";
import type { Hostname } from "./hostname.ts";
import type { FoldedPath } from "./path.ts";

/** The files that a hostname needs (contract 35.14): each at one path, with the media types that it may have. */

const FAVICON = "favicon.ico";
const ROBOTS = "robots.txt";

export const HOST_FILES = {
  "apple-app-site-association": [JSON_TYPE],
  "assetlinks.json": [JSON_TYPE],
  [FAVICON]: [PNG_TYPE, SVG_TYPE, ICO_TYPE],
  [ROBOTS]: [TEXT_TYPE],
  "security.txt": [TEXT_TYPE],
} as const satisfies Record<string, FileType[]>;
export type HostFileName = keyof typeof HOST_FILES;

export const HOST_FILE_NAMES = Object.keys(HOST_FILES) as [HostFileName, ...HostFileName[]];

export function isHostFileName(name: string): name is HostFileName {
  return Object.hasOwn(HOST_FILES, name);
}

export const MAX_HOST_FILE_BYTES = 128_000;

export function pathOfHostFile(name: HostFileName): FoldedPath {
  return (name === FAVICON || name === ROBOTS ? `/${name}` : `/.well-known/${name}`) as FoldedPath;
}

/** Returns the name under which a file of a hostname is stored. No other stored file has a slash in its name. */
export function storedName(host: Hostname, name: HostFileName): string {
  return host + pathOfHostFile(name);
}

/** Splits the stored name of a file of a hostname. */
export function splitStoredName(stored: string): { host: Hostname; path: FoldedPath; name: HostFileName } {
  const [, host, path, name] = /^([^/]*)(.*?([^/]*))$/.exec(stored) as unknown as [
    string,
    Hostname,
    FoldedPath,
    HostFileName,
  ];
  return { host, path, name };
}

/** Returns the slot whose snapshot shows a file. */
export function slotOfHostFile(stored: string): Slot {
  const { host, path } = splitStoredName(stored);
  return { host, slot: exactSlot(path) };
}

/**
 * Reads the content of a file into its stored text: base64 of a PNG or ICO picture, and the text of others. Adds an
 * error for each member that is missing or wrong (contract 35.15).
 */
export function readHostFile(
  name: HostFileName,
  { type, bytes }: { type: string; bytes: Uint8Array },
  nowMs: number,
  errors: FieldErrors,
): string {
  if (bytes.length > MAX_HOST_FILE_BYTES) {
    addFieldError(errors, "body", refuse("too_many_bytes", { count: MAX_HOST_FILE_BYTES }));
    return "";
  }
  const content = readPicture(name === FAVICON ? type : HTML_TYPE, bytes);
  if (!content.ok) {
    addFieldError(errors, "body", content.reason);
    return "";
  }
  const text = content.value;
  if (name === "security.txt") addSecurityErrors(text, nowMs, errors);
  else if (name === ROBOTS) readFields(text, errors);
  else if (name !== FAVICON) addJsonErrors(name, text, errors);
  return text;
}

const MEMBER = refuse("member_missing");

function addJsonErrors(name: HostFileName, text: string, errors: FieldErrors): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return addFieldError(errors, "body", refuse("not_json"));
  }
  if (name === "assetlinks.json") addStatementErrors(value, errors);
  else addAppErrors(value, errors);
}

const isText = (value: unknown) => typeof value === "string";
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, isOne: (one: unknown) => boolean) =>
  Array.isArray(value) && value.every(isOne);

/** Links that apps open, or the apps of passkeys or App Clips, by the forms of Apple. */
function addAppErrors(value: unknown, errors: FieldErrors): void {
  const links = memberOf(value, "applinks");
  const hasApps = (name: string) => isListOf(memberOf(memberOf(value, name), "apps"), isText);
  if (links === undefined && (hasApps("webcredentials") || hasApps("appclips"))) return;
  const details = memberOf(links, "details");
  if (!Array.isArray(details)) return addFieldError(errors, "applinks", MEMBER);
  for (const [index, detail] of details.entries()) {
    const { appIDs, appID, components = [], paths = [] } = (detail ?? {}) as Record<string, unknown>;
    const refuseAt = (name: string) => addFieldError(errors, `details.${index}.${name}`, MEMBER);
    if (!(appIDs === undefined ? isText(appID) : isListOf(appIDs, isText))) refuseAt("appIDs");
    if (!isListOf(components, isObject)) refuseAt("components");
    if (!isListOf(paths, isText)) refuseAt("paths");
  }
}

function addStatementErrors(value: unknown, errors: FieldErrors): void {
  if (!Array.isArray(value)) return addFieldError(errors, "body", refuse("not_statements"));
  for (const [index, statement] of value.entries()) {
    // A statement may stand in another file.
    if (typeof memberOf(statement, "include") === "string") continue;
    if (!Array.isArray(memberOf(statement, "relation"))) addFieldError(errors, `${index}.relation`, MEMBER);
    if (typeof memberOf(memberOf(statement, "target"), "namespace") !== "string") {
      addFieldError(errors, `${index}.target`, MEMBER);
    }
  }
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

/** The fields of security.txt whose values are URIs (RFC 9116): of pages by https, or of other schemes. */
const URI_FIELDS = ["Acknowledgments", "Canonical", "Contact", "CSAF", "Encryption", "Hiring", "Policy"];
const URI = /^(?:https:\/\/|(?!https?:)[a-z][a-z\d+.-]*:)\S+$/i;

/** Adds errors for the fields that RFC 9116 requires: a contact as a URI, and one moment at which the file ends. */
function addSecurityErrors(text: string, nowMs: number, errors: FieldErrors): void {
  const [signed = ""] = text
    .replace(/^-----BEGIN PGP SIGNED MESSAGE-----/, "")
    .split(/^-----BEGIN PGP SIG/m, 1);
  const fields = readFields(signed, errors);
  const valuesOf = (field: string) =>
    fields.filter(([name]) => name === field.toLowerCase()).map(([, value]) => value);
  for (const field of URI_FIELDS) {
    const values = valuesOf(field);
    const isMissing = field === "Contact" && values.length === 0;
    if (isMissing || !values.every((value) => URI.test(value))) {
      addFieldError(errors, field, refuse("not_contact_uri"));
    }
  }
  const [end, ...more] = valuesOf("Expires");
  if (end === undefined || more.length > 0) return addFieldError(errors, "Expires", refuse("member_once"));
  const moment = parseTimestamp(end);
  if (!moment.ok) addFieldError(errors, "Expires", moment.reason);
  else if (moment.value <= nowMs) addFieldError(errors, "Expires", refuse("not_in_future"));
}

/** Matches a field, which may be one that nobody knows, a comment or an empty line, all without control characters. */
const LINE = /^[ \t]*(?:#[^\0-\x08\n-\x1f\x7f]*|([a-z][\w -]*):([^\0-\x08\n-\x1f\x7f]*))?$/i;

/** Reads fields: their names in lower case, and their values. Adds an error for the first line that has none. */
function readFields(text: string, errors: FieldErrors): [name: string, value: string][] {
  const lines = text.split(/\r?\n/).map((line) => LINE.exec(line));
  const wrong = lines.indexOf(null);
  if (wrong >= 0) addFieldError(errors, "body", refuse("robots_line", { line: wrong + 1 }));
  return lines.flatMap((line) => {
    const [, name, value = ""] = line ?? [];
    return name === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]];
  });
}
