import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { SHAPES } from "../../src/admin/schema/shape.ts";
import type { Schema } from "./schema.ts";

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
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      // Every number of the API is an integer, unless its metadata says otherwise.
      valibotSchema.type === "number"
        ? { ...jsonSchema, type: "integer" }
        : valibotSchema.type === "optional" && "wrapped" in valibotSchema
          ? // The converter stops at a field's first transform, and misses the metadata behind it.
            { ...jsonSchema, ...v.getMetadata(valibotSchema.wrapped as v.GenericSchema) }
          : undefined,
  });
  return rest as Schema;
}
