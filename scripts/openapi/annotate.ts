import { PROPERTY_EXAMPLES } from "./property/example.ts";
import { ANSWERED, LIMITS } from "./property/limit.ts";
import { findByPath, TEXTS } from "./property.ts";
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
        const limited = isRequest ? limit(schema, owner, name) : narrow(schema, owner, name);
        const flat = limited.anyOf === undefined ? limited : withOptions(limited, alternativesOf(limited));
        const inner = annotate(flat, `${owner}.${name}`, isRequest);
        return [name, describe(inner, owner, name, isRequest)];
      }),
  );
}

function describe(schema: Schema, owner: string, name: string, isRequest: boolean): Schema {
  if (schema.readOnly) return { ...schema, description: "Taken, so that an answer can be sent back." };
  const { description = findByPath(TEXTS, owner, name) } = schema;
  // Answers have one example for the whole body.
  const example = isRequest ? exampleOf(schema, owner, name) : undefined;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Returns a value that a request may have. */
export function exampleOf(schema: Schema, owner: string, name: string): unknown {
  const example = findByPath(PROPERTY_EXAMPLES, owner, name);
  const isFlag = alternativesOf(schema).some(({ type }) => type === "boolean");
  return example === undefined && isFlag ? false : example;
}

function narrow(schema: Schema, owner: string, name: string): Schema {
  const { items, ...answered } = findByPath(ANSWERED, owner, name) ?? {};
  if (items !== undefined) return { ...schema, items: { ...schema.items, ...items } };
  return { ...schema, ...answered };
}

/** Adds limits to the schema of a value, except to null and fixed values. */
export function limit(schema: Schema, owner: string, name: string): Schema {
  if (schema.readOnly) return schema;
  const { value, items, schema: whole } = findByPath(LIMITS, owner, name) ?? {};
  if (whole !== undefined) return replaceShape(schema, whole);
  const options = alternativesOf(schema).map((option) => {
    if (option.type === "null" || "const" in option) return option;
    if (option.type === "array") return items ? { ...option, items: { ...option.items, ...items } } : option;
    if (option.type === "object") return option;
    return { ...option, ...value };
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

function withOptions(schema: Schema, options: Schema[]): Schema {
  const { anyOf, ...rest } = schema;
  const [only = {}] = options;
  return anyOf === undefined ? { ...only } : { ...rest, anyOf: options };
}

function isNever({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}
