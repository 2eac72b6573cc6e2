import {
  message,
  booleanField,
  objectOf,
  parseWith,
  stringField,
  textOf,
  destinationField,
} from "./field.ts";
import * as v from "valibot";
import {
  parseMailto,
  type AppearanceChange,
  type BrandingChange,
  type PageState,
} from "../../domain/branding.ts";
import { parseDestination } from "../../domain/destination.ts";
import { parseQrColor } from "../../domain/qr-style.ts";

/** The fields and shapes of branding and pages (contract 33.1). */

const MAX_NAME_CHARACTERS = 60;
const MAX_FILE_CHARACTERS = 100;

/** Null and the empty text clear a member. */
function member<Value extends v.GenericSchema<unknown, string>>(value: Value) {
  const cleared = v.pipe(
    v.literal(""),
    v.transform(() => null),
  );
  // What is wrong is what the value says, not that the text is not empty.
  return v.optional(
    v.nullable(v.union([cleared, value], ({ issues }) => issues?.at(-1)?.message ?? message("not_valid"))),
  );
}

const colorField = v.pipe(
  stringField,
  v.regex(/^#[0-9a-fA-F]{6}$/, message("not_colour")),
  v.toLowerCase(),
  parseWith(parseQrColor),
);

const nameField = v.pipe(textOf(MAX_NAME_CHARACTERS), v.trim(), v.minLength(1, message("empty")));
const contactField = v.pipe(
  stringField,
  parseWith((url: string) => (/^\s*mailto:/i.test(url) ? parseMailto(url) : parseDestination(url))),
);
const fileField = textOf(MAX_FILE_CHARACTERS);

/** The fields of both workspaces and hostnames. */
export const appearanceFields = {
  branding: v.optional(
    v.nullable(
      objectOf(
        {
          name: member(nameField),
          logo: member(fileField),
          color: member(colorField),
          link: member(destinationField),
          contact: member(contactField),
          hide_mark: v.optional(v.nullable(booleanField)),
          gate_title: v.optional(v.nullable(booleanField)),
        },
        message("not_branding"),
      ),
    ),
  ),
  pages: v.optional(
    v.nullable(
      objectOf(
        { "404": member(fileField), "410": member(fileField), paused: member(fileField) },
        message("not_pages"),
      ),
    ),
  ),
} as const;

interface WrittenAppearance {
  branding?: { [Member in keyof BrandingChange]?: BrandingChange[Member] | undefined } | null | undefined;
  pages?: { [State in PageState]?: string | null | undefined } | null | undefined;
}

/** Converts the fields of a write. An absent field stays absent. */
export function toAppearanceChange({ branding, pages }: WrittenAppearance): AppearanceChange {
  return {
    ...(branding !== undefined && { branding: branding && withoutAbsent(branding) }),
    ...(pages !== undefined && { pages: pages && withoutAbsent(pages) }),
  };
}

function withoutAbsent(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const text = v.nullable(v.string());

export const BrandingShape = v.nullable(
  v.object({
    name: text,
    logo: text,
    color: text,
    link: text,
    contact: text,
    hide_mark: v.nullable(v.boolean()),
    gate_title: v.nullable(v.boolean()),
  }),
);

export const PagesShape = v.nullable(v.object({ "404": text, "410": text, paused: text }));
