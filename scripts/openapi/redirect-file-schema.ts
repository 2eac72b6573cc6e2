import * as v from "valibot";
import { HANDLERS } from "../../src/domain/handler.ts";
import { qrFields, settingFields } from "../../src/admin/schema/record.ts";
import { SHAPES } from "../../src/admin/schema/shape.ts";
import { toDocumentSchema, toText } from "./schema.ts";
import { TEXTS } from "./property.ts";

/** The form of the file in which people keep redirects in git, as a JSON Schema (contract 29.7). */

/** A password does not belong in git. */
const { password: _, ...settings } = settingFields;

const PLACE = {
  url: {
    type: "string",
    description:
      "Source of a redirect: old.example/page, old.example/blog/* (everything below), old.example/p/:id or old.example (everything).",
  },
  host: { type: "string", description: "Hostname of a short link." },
  alias: { type: "string", description: "Alias of a short link." },
  handler: { enum: HANDLERS, description: "Kind of the record, where url, host and alias do not tell it." },
};

const NOTES = {
  created_at: { type: "string", format: "date-time", description: "When another tool created it." },
  clicks_before: { type: "integer", minimum: 0, description: "Clicks that another tool has counted." },
};

export function redirectFileSchema(): string {
  const { properties = {} } = toDocumentSchema(v.object({ ...settings, ...qrFields }), "input");
  const color = properties["qr"]?.anyOf?.[0]?.properties?.["color"];
  if (color !== undefined) color.description = TEXTS["qr.color"] ?? "";
  return toText(
    withDefinitions({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Redirects of Signpost",
      description: "The records of an owner on some hostnames: signpost apply makes them exactly these.",
      type: "object",
      required: ["owner", "hosts", "records"],
      additionalProperties: false,
      properties: {
        $schema: { type: "string" },
        owner: {
          type: "string",
          minLength: 1,
          maxLength: 64,
          description: "Label of this file. Records show it as managed_by.",
        },
        hosts: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          description: "Hostnames on which the owner's records are exactly those of the file.",
        },
        records: {
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            anyOf: [{ required: ["url"] }, { required: ["host", "alias"] }],
            properties: { ...PLACE, ...properties, ...NOTES },
          },
        },
      },
    }),
  );
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Inlines the shapes that a schema refers to, so that the file has no references to other files. */
function withDefinitions(schema: object): object {
  const $defs: Record<string, object> = {};
  const add = (text: string) => {
    for (const [, name = ""] of text.matchAll(REFERENCE)) {
      if (name in $defs) continue;
      $defs[name] = toDocumentSchema(SHAPES[name as keyof typeof SHAPES], "input", name);
      add(JSON.stringify($defs[name]));
    }
  };
  add(JSON.stringify(schema));
  const text = JSON.stringify({ ...schema, ...(Object.keys($defs).length > 0 && { $defs }) });
  return JSON.parse(text.replace(REFERENCE, '"#/$defs/$1"')) as object;
}
