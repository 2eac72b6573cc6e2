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
