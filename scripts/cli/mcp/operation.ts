import document from "../../../docs/openapi.json" with { type: "json" };

/** Operations of the API, from its OpenAPI document: the call of each, and the schema of its arguments. */

export interface ApiOperation {
  method: string;
  /** The path with `{id}`, as in the document. */
  path: string;
  description: string;
  /** The parameters by the name of the argument. */
  arguments: Map<string, Argument>;
  required: string[];
}

interface Argument {
  place: "path" | "query" | "body";
  /** The name in the API: `filter[host]` for the argument `host`. */
  name: string;
  schema: Schema;
}

export type Schema = Record<string, unknown>;

interface Described {
  operationId: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean; description: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Members that are large and seldom needed. The API takes them all the same. */
const SELDOM = new Set(["rules", "qr", "preview", "plugins", "branding", "destination_routing", "is_notify"]);
const UNUSED = new Set(["examples", "example", "additionalProperties"]);

/** Finds an operation by its identifier. Throws if the document has none. */
export function findOperation(id: string, without: readonly string[] = []): ApiOperation {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, value] of Object.entries(methods)) {
      const described = value as unknown as Described;
      if (described.operationId === id) return toOperation(method, path, described, without);
    }
  }
  throw new Error(`docs/openapi.json has no operation ${id}.`);
}

function toOperation(
  method: string,
  path: string,
  { description, parameters = [], requestBody }: Described,
  without: readonly string[],
): ApiOperation {
  const found: ApiOperation["arguments"] = new Map();
  const required: string[] = [];
  const add = (argument: string, value: Argument, isRequired: boolean) => {
    if (without.includes(argument)) return;
    found.set(argument, value);
    if (isRequired) required.push(argument);
  };
  for (const { name, in: place, required: isRequired = false, schema, description: text } of parameters) {
    if (place !== "path" && place !== "query") continue;
    const argument = name.replace(/^filter\[(.*)\]$/, "$1");
    add(argument, { place, name, schema: { ...(slim(schema) as Schema), description: text } }, isRequired);
  }
  const body = slim(requestBody?.content["application/json"]?.schema ?? {});
  const { properties = {}, required: needed = [] } = body as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  for (const [name, schema] of Object.entries(properties)) {
    add(name, { place: "body", name, schema }, needed.includes(name));
  }
  return { method: method.toUpperCase(), path, description, arguments: found, required };
}

/** Returns a schema without references, examples and members that are seldom needed. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return slim(resolve(String(value.$ref)));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (UNUSED.has(name)) return [];
      return [[name, name === "properties" ? slim(withoutSeldom(member as Schema)) : slim(member)]];
    }),
  );
}

function withoutSeldom(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !SELDOM.has(name)));
}

function resolve(reference: string): unknown {
  let found: unknown = document;
  for (const name of reference.split("/").slice(1)) found = (found as Record<string, unknown>)[name];
  return found;
}
