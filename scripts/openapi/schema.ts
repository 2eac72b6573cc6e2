import * as v from "valibot";
import { toJsonSchema } from "@valibot/to-json-schema";
import { SHAPES } from "../../src/admin/schema/shape.ts";
import { PARSED_BY_DOMAIN } from "./parsed-by-domain.ts";

/** A JSON Schema in the form of the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  not?: Schema;
  readOnly?: boolean;
  description?: string;
  examples?: unknown[];
  default?: unknown;
}

/** Returns the alternatives of a schema, flattened: a value has to match one of them. */
export function alternativesOf(schema: Schema): Schema[] {
  return schema.anyOf?.flatMap(alternativesOf) ?? [schema];
}

/**
 * Converts a schema for the document, including its `v.metadata`. Named shapes become references, except the shape
 * called `written`, which is inlined.
 */
export function toDocumentSchema(
  schema: v.GenericSchema,
  typeMode: "input" | "output",
  written?: string,
): Schema {
  const named = Object.entries(SHAPES).filter(([name]) => name !== written);
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
    definitions: Object.fromEntries(named),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === "metadata"
        ? { ...jsonSchema, ...(valibotAction as v.MetadataAction<unknown, Record<string, unknown>>).metadata }
        : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const parsed = PARSED_BY_DOMAIN.get(valibotSchema);
      if (parsed !== undefined) return parsed;
      // Every number of the API is an integer, unless its metadata says otherwise.
      if (
        valibotSchema.type === "number" ||
        (valibotSchema.type === "picklist" && jsonSchema.type === "number")
      )
        return { ...jsonSchema, type: "integer" };
      // The converter stops at a field's first transform, and misses the metadata behind it.
      return valibotSchema.type === "optional" && "wrapped" in valibotSchema
        ? { ...jsonSchema, ...v.getMetadata(valibotSchema.wrapped as v.GenericSchema) }
        : undefined;
    },
  });
  return rest as Schema;
}

/** Members of an object this deep share a line: an operation, a schema, a response. */
const LINE_DEPTH = 3;

/** Writes the document as JSON with one operation a line: small to serve, and readable as a diff. */
export function toText(document: object): string {
  return `${write(document, 0)}\n`;
}

function write(value: unknown, depth: number): string {
  const isBroken = depth < LINE_DEPTH && typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isBroken) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`,
  );
  return `{\n${members.join(",\n")}\n}`;
}
