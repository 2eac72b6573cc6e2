import type { Refusal } from "../../domain/refusal/refusal.ts";
import {
  fromMessage,
  message,
  toMessage,
  booleanField,
  destinationField,
  listOf,
  momentField,
  objectOf,
  parseWith,
  stringField,
  textOf,
  oneOf,
} from "./field.ts";
import * as v from "valibot";
import { parseAlias } from "../../domain/alias.ts";
import { MAX_DESTINATIONS } from "../../domain/destination.ts";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { parseHostname } from "../../domain/parse-hostname.ts";
import { isPluginKey } from "../../domain/plugin/registry.ts";
import {
  MAX_CAPTION_CHARACTERS,
  parseCaption,
  parseQrColor,
  QR_EYES,
  QR_FRAMES,
  QR_MARGINS,
  QR_THEMES,
} from "../../domain/qr-style.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { SHOWN } from "#shown";
import { parseRouting } from "../../domain/routing.ts";
import { parseAliasUrl } from "../../domain/parse-source.ts";
import { MAX_TAGS, parseTag } from "../../domain/tag.ts";
import { countCharacters } from "../../domain/text.ts";
import { toCanonicalPath } from "../../domain/path.ts";
import { MAX_UTM_CHARACTERS, parseUtmEntry, UTM_MEMBERS, type Utm } from "../../domain/utm.ts";
import { writtenFields } from "./kind.ts";
import { rulesField } from "./rule.ts";

/** The fields of records in writes (contract 4.9, 4.10, 6.1 and 11). */

/** The number of UTM entries: each member in both spellings. */
const MAX_UTM_ENTRIES = 2 * UTM_MEMBERS.length;
/** More than there are plugins. A repeated key counts once. */
const MAX_PLUGINS = 50;

export const hostField = v.pipe(stringField, parseWith(parseHostname));
export const aliasField = v.pipe(stringField, parseWith(parseAlias));
export const pathField = v.pipe(stringField, parseWith(parseAliasPath));
export const linkUrlField = v.pipe(stringField, parseWith(parseAliasUrl));

function parseAliasPath(path: string): Parsed<string> {
  return parseAlias(toCanonicalPath(`/${path.replace(/^\//, "")}`).slice(1));
}

const destinationsField = listOf(destinationField, MAX_DESTINATIONS, message("not_array_of_urls"));

const statusField = v.pipe(
  v.union([v.number(), v.string()], message("not_status_code")),
  parseWith(parseStatus),
);

/** Parses an integer, its string form, or a pause state. The type of the record decides which integers are valid. */
function parseStatus(status: number | string): Parsed<number | "active" | "paused"> {
  if (status === "active" || status === "paused") return accepted(status);
  const isCode = typeof status === "number" ? Number.isInteger(status) : /^\d{3}$/.test(status);
  return isCode
    ? accepted(Number(status))
    : refused("not_one_of", { names: "301, 302, 303, 307, 308, 410, active, paused" });
}

const memberField = textOf(MAX_UTM_CHARACTERS);

const utmField = v.pipe(
  v.union(
    [
      listOf(v.pipe(stringField, parseWith(parseUtmParameter)), MAX_UTM_ENTRIES, message("not_array")),
      objectOf(
        Object.fromEntries(UTM_MEMBERS.map((member) => [member, v.optional(v.nullable(memberField))])),
        message("not_object"),
      ),
    ],
    message("not_array_of_utm"),
  ),
  v.transform((utm) =>
    toUtm(Array.isArray(utm) ? utm : (Object.entries(utm) as [keyof Utm, string | null | undefined][])),
  ),
);

function parseUtmParameter(entry: string): Parsed<[keyof Utm, string]> {
  const parameter = parseUtmEntry(entry);
  if (parameter === null) return refused("not_utm");
  const value = v.safeParse(memberField, parameter[1]);
  return value.success ? accepted(parameter) : { ok: false, reason: fromMessage(value.issues[0].message) };
}

/** Converts members for the domain. Null and the empty text both remove a member. */
function toUtm(members: [keyof Utm, string | null | undefined][]): Partial<Utm> {
  return Object.fromEntries(
    members.filter(([, value]) => value !== undefined).map(([key, value]) => [key, value ?? ""]),
  );
}

const MAX_FILE_CHARACTERS = 100;
const imageField = v.pipe(destinationField, v.startsWith("https://", message("not_https_url")));

export const previewField = objectOf(
  {
    title: v.optional(v.nullable(textOf(RECORD_FIELDS.title.max))),
    description: v.optional(v.nullable(textOf(RECORD_FIELDS.description.max))),
    image: v.optional(v.nullable(imageField)),
    file: v.optional(v.nullable(textOf(MAX_FILE_CHARACTERS))),
  },
  message("not_preview"),
);

export const tagField = v.pipe(
  stringField,
  parseWith(parseTag),
  v.check((tag) => !tag.includes(","), message("has_comma")),
);

export const tagsField = listOf(
  v.pipe(stringField, parseWith(parseTag)),
  MAX_TAGS,
  message("not_array_of_strings"),
);

const pluginKeyField = v.pipe(stringField, v.check(isPluginKey, message("not_plugin")));

const pluginsField = listOf(pluginKeyField, MAX_PLUGINS, message("not_array_of_plugins"));

const colorField = v.pipe(stringField, v.regex(/^#[0-9a-fA-F]{6}$/, message("not_colour")), v.toLowerCase());

const qrField = objectOf(
  {
    theme: v.optional(v.nullable(oneOf(QR_THEMES))),
    eyes: v.optional(v.nullable(oneOf(QR_EYES))),
    color: v.optional(v.nullable(v.pipe(colorField, parseWith(parseQrColor)))),
    background: v.optional(v.nullable(colorField)),
    frame: v.optional(v.nullable(oneOf(QR_FRAMES))),
    caption: v.optional(
      v.nullable(
        v.pipe(stringField, v.metadata({ maxLength: MAX_CAPTION_CHARACTERS }), parseWith(parseCaption)),
      ),
    ),
    logo: v.optional(v.nullable(v.union([booleanField, textOf(MAX_FILE_CHARACTERS)], message("not_logo")))),
    show_url: v.optional(v.nullable(booleanField)),
    margin: v.optional(v.nullable(v.picklist(QR_MARGINS, message("not_margin")))),
  },
  message("not_object"),
);

export const passwordField = v.pipe(
  textOf(128),
  v.check((text) => countCharacters(text) >= 4, message("too_few_characters")),
);

/**
 * The fields of every endpoint that writes records. Null clears fields that can be empty, and counts as not
 * written in all other fields (contract 9.19).
 */
export const settingFields = {
  ...writtenFields(RECORD_FIELDS),
  type: v.optional(v.nullable(oneOf(REDIRECT_TYPES))),
  status: v.optional(v.nullable(statusField)),
  utm: v.optional(v.nullable(utmField)),
  destination: v.optional(v.nullable(destinationField)),
  destinations: v.optional(v.nullable(destinationsField)),
  destination_routing: v.optional(v.nullable(v.pipe(stringField, parseWith(parseRouting)))),
  rules: v.optional(v.nullable(rulesField)),
  plugins: v.optional(v.nullable(pluginsField)),
  expires: v.optional(v.nullable(momentField)),
  preview: v.optional(v.nullable(previewField)),
  password: v.optional(v.nullable(passwordField)),
  tags: v.optional(v.nullable(tagsField)),
} as const;

export const qrFields = { qr: v.optional(v.nullable(qrField)) } as const;

/** Accepts any value of a field that only answers have. It may be sent back, and changes nothing. */
const shownField = v.optional(v.pipe(v.unknown(), v.metadata({ readOnly: true })));

/**
 * Adds the members of answers to the fields that an endpoint writes, so that clients can send any answer back
 * (contract 9.20).
 * @param resource whose answers
 */
export function withShown<Entries extends v.ObjectEntries>(
  entries: Entries,
  resource: keyof typeof SHOWN,
): v.ObjectSchema<Entries, undefined> {
  const shown = Object.fromEntries(SHOWN[resource].split(" ").map((name) => [name, shownField]));
  // The added names are not part of the type, because no code reads them.
  return v.object({ ...entries, ...shown, ...entries });
}

/** The name of a stored page that a short link shows. */
export const fileField = v.optional(v.nullable(textOf(100)));

/** The fields of answers that a write may repeat, but can change only by other names or not at all. */
export const repeatedFields = {
  handler: v.optional(v.unknown()),
  expired_at: v.optional(v.unknown()),
  paused_by: v.optional(v.unknown()),
} as const;

/** Returns the schema of a field that an endpoint does not take: it may be null or absent. */
export function refusedField(reason: Refusal) {
  return v.optional(v.null(toMessage(reason)));
}
