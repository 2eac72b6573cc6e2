import * as fc from "fast-check";
import { hostileText } from "./hostile.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Values as a schema of the OpenAPI document allows them; `words` are texts that mean something here. */
export function valueOf(schema: JsonSchema, words: string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => valueOf(option, words)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "string":
      return textOf(schema, words);
    case "number":
    case "integer":
      return fc.oneof(fc.constantFrom(301, 302, 0, -1), fc.integer(), fc.double({ noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valueOf(schema.items ?? {}, words), { maxLength: 5 });
    case "object":
      return objectOf(schema, words);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ pattern, maxLength, format }: JsonSchema, words: string[]): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === "uuid") return fc.uuid({ version: 7 });
  const most = maxLength ?? 300;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: most }) },
    { weight: 1, arbitrary: hostileText.map((text) => [...text].slice(0, most).join("")) },
  );
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  words: string[],
): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([name, member]) => [name, valueOf(member, words)]);
  const known = fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
  if (!additionalProperties) return known;
  const others = fc.dictionary(hostileText, valueOf(additionalProperties, words), { maxKeys: 3 });
  return fc.tuple(others, known).map(([other, own]) => ({ ...other, ...own }));
}
