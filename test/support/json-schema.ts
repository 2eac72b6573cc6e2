/** Checks a value by a schema of the OpenAPI document, and refuses members that the schema does not describe. */

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | false;
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** Returns the errors of a value, each with its path; `named` are the schemas that references lead to. */
export function problemsOf(
  schema: JsonSchema,
  value: unknown,
  named: Record<string, JsonSchema>,
  path = "",
): string[] {
  // An empty schema describes any value.
  if (Object.keys(schema).length === 0) return [];
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.split("/").at(-1) ?? ""];
    return target === undefined
      ? [`${path}: ${schema.$ref} leads nowhere`]
      : problemsOf(target, value, named, path);
  }
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((option) => problemsOf(option, value, named, path));
    return found.some((problems) => problems.length === 0) ? [] : found.flat();
  }
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${path}: ${problem}, is ${JSON.stringify(value)}`);
  if (schema.type !== undefined && !isOfType(schema.type, value)) say(`must be ${schema.type}`);
  if (schema.enum !== undefined && !schema.enum.includes(value))
    say(`must be one of ${schema.enum.join(", ")}`);
  if ("const" in schema && schema.const !== value) say(`must be ${JSON.stringify(schema.const)}`);
  if (typeof value === "string") {
    if (schema.format !== undefined && FORMATS[schema.format]?.test(value) !== true)
      say(`must be a ${schema.format}`);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
      say(`must match ${schema.pattern}`);
    if (schema.maxLength !== undefined && [...value].length > schema.maxLength) say(`must be shorter`);
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return problems;
    return [
      ...problems,
      ...value.flatMap((item, index) => problemsOf(items, item, named, `${path}.${index}`)),
    ];
  }
  if (typeof value !== "object" || value === null) return problems;
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const name of required) if (!Object.hasOwn(value, name)) say(`must have ${name}`);
  for (const [name, member] of Object.entries(value)) {
    const expected = properties[name] ?? additionalProperties;
    if (expected === undefined || expected === false) say(`must not have ${name}`);
    else problems.push(...problemsOf(expected, member, named, `${path}.${name}`));
  }
  return problems;
}

function isOfType(type: string | string[], value: unknown): boolean {
  return [type].flat().some((one) => (one === "integer" ? Number.isInteger(value) : one === typeOf(value)));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
