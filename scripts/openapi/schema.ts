/** A JSON Schema as the document has it. */
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

/** Returns the schemas of which a value has to satisfy one: alternatives of alternatives are alternatives. */
export function alternativesOf(schema: Schema): Schema[] {
  return schema.anyOf?.flatMap(alternativesOf) ?? [schema];
}
