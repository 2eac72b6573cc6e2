import type { PropertyText } from "./property-text.ts";
import { findPropertyText } from "./property.ts";
import { alternativesOf, type Schema } from "./schema.ts";

/** Completes the schemas of the document: texts, examples, and limits that only the domain knows. */

const NULL = { type: "null" };

/**
 * Returns a schema whose properties have a description and an example, at every depth.
 * @param owner the owner of a property: the name of the schema or operation, and the properties around it
 * @param isRequest true to add limits, and to leave out properties that accept only null
 */
export function annotate(schema: Schema, owner: string, isRequest: boolean): Schema {
  const { properties, items, anyOf, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map((option) => annotate(option, owner, isRequest)) }),
    ...(items && { items: annotate(items, owner, isRequest) }),
    ...(properties && { properties: annotateAll(properties, owner, isRequest) }),
    ...(additionalProperties !== undefined && {
      // A rest schema that never matches is written as `false`.
      additionalProperties:
        typeof additionalProperties === "object" && isNever(additionalProperties)
          ? false
          : additionalProperties,
    }),
  };
}

function annotateAll(
  properties: Record<string, Schema>,
  owner: string,
  isRequest: boolean,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => !isRequest || schema.type !== "null")
      .map(([name, schema]) => {
        const text = findPropertyText(owner, name);
        const limited = text === undefined ? schema : isRequest ? limit(schema, text) : narrow(schema, text);
        const inner = annotate(flatten(limited), `${owner}.${name}`, isRequest);
        return [name, describe(inner, text, isRequest)];
      }),
  );
}

function describe(schema: Schema, text: PropertyText | undefined, isRequest: boolean): Schema {
  if (text === undefined) return schema;
  const { description = text.text, examples = [text.example] } = schema;
  // Answers have one example for the whole body, and read-only fields accept any value.
  return schema.readOnly || !isRequest ? { ...schema, description } : { ...schema, description, examples };
}

function narrow(schema: Schema, { answered }: PropertyText): Schema {
  if (schema.type === "array" && answered?.items !== undefined) {
    return { ...schema, items: { ...schema.items, ...answered.items } };
  }
  return schema.type === "string" && schema.enum === undefined ? { ...schema, ...answered } : schema;
}

/** Adds limits to the schema of a value, except to null and fixed values. */
export function limit(schema: Schema, { limits = {}, items, schema: whole }: PropertyText): Schema {
  if (schema.readOnly) return schema;
  if (whole !== undefined) return replaceShape(schema, whole);
  const options = alternativesOf(schema).map((option) => {
    if (option.type === "null" || "const" in option) return option;
    if (option.type === "array") return items ? { ...option, items: { ...option.items, ...items } } : option;
    if (option.type === "object") return option;
    return { ...option, ...limits };
  });
  return withOptions(schema, options);
}

function replaceShape(schema: Schema, whole: Schema): Schema {
  if (whole.items !== undefined) return { ...schema, ...whole };
  const options = alternativesOf(whole);
  const isNullable = alternativesOf(schema).some(({ type }) => type === "null");
  const hasNull = options.some(({ type }) => type === "null");
  const { description } = schema;
  return {
    anyOf: isNullable && !hasNull ? [...options, NULL] : options,
    ...(description !== undefined && { description }),
  };
}

function flatten(schema: Schema): Schema {
  return schema.anyOf === undefined ? schema : withOptions(schema, alternativesOf(schema));
}

function withOptions(schema: Schema, options: Schema[]): Schema {
  const { anyOf, ...rest } = schema;
  const [only = {}] = options;
  return anyOf === undefined ? { ...only } : { ...rest, anyOf: options };
}

function isNever({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}
