import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { alternativesOf, type Schema } from "../../scripts/openapi/schema.ts";

/** The rules that the whole OpenAPI document follows; the message of a failure names operation and property. */

interface Media {
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  operationId: string;
  description?: string;
  parameters: { name: string; in: string; description?: string; schema: Schema; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: object; content?: Record<string, Media> }
  >;
}
interface ApiDocument {
  info: { contact?: { name?: string }; license?: object };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { headers: Record<string, { $ref: string }> }>;
    headers: Record<string, { description: string; schema: Schema; example: unknown }>;
  };
}

const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as ApiDocument;
const { schemas } = document.components;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const bodies = Object.entries(schemas).filter(([name]) => name.endsWith("Body") || name === "ImportRow");

/** Lists the properties below a schema, each with its path. */
function listProperties(schema: Schema, path: string): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => [
    [`${path}.${name}`, property],
    ...listProperties(property, `${path}.${name}`),
  ]);
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...own, ...others.flatMap((other) => listProperties(other, path))];
}

const written = [...bodies, ["Conditions", schemas["Conditions"] ?? {}] as const].flatMap(([name, schema]) =>
  listProperties(schema, name),
);
const writable = written.filter(([, { readOnly }]) => !readOnly);
const answered = Object.entries(schemas).flatMap(([name, schema]) => listProperties(schema, name));
/** What is listed lacks something: scripts/openapi/property has the place for it. */
const pathsOf = (properties: (readonly [string, Schema])[]) => properties.map(([path]) => path);
const partsOf = (property: Schema) =>
  alternativesOf(property).flatMap((option) => [
    option,
    ...(option.items ? alternativesOf(option.items) : []),
  ]);
const isOpen = ({ type, pattern, format, enum: values, maxLength, const: fixed }: Schema) =>
  type === "string" && [pattern, format, values, maxLength, fixed].every((rule) => rule === undefined);

/** Texts of a request that have no limit but that of the whole body: they only repeat, or are searched for. */
const UNLIMITED =
  /\.(?:path|tld|file|remove|set|sort|id|name|handler|host|url)$|Body\.filter\.|^Conditions\.|\.rules\./;

describe("the OpenAPI document", () => {
  test("describes what a request may hold", () => {
    expect(pathsOf(written.filter(([, { description }]) => !description))).toEqual([]);
  });

  test("describes what answers hold", () => {
    expect(pathsOf(answered.filter(([, { description, $ref }]) => !description && !$ref))).toEqual([]);
  });

  test("shows an example of what a request may hold", () => {
    expect(pathsOf(writable.filter(([, { examples = [] }]) => examples.length !== 1))).toEqual([]);
  });

  test("limits the texts of a request", () => {
    const open = writable.filter(
      ([path, property]) => !UNLIMITED.test(path) && partsOf(property).some(isOpen),
    );
    expect(pathsOf(open)).toEqual([]);
  });

  test("takes no property that may only be null", () => {
    expect(pathsOf(written.filter(([, { type }]) => type === "null"))).toEqual([]);
  });

  test("has whole numbers, shares of 1, and values of conversions, only", () => {
    const parameters = operations.flatMap(({ operationId, parameters }) =>
      parameters.map(({ name, schema }): [string, Schema] => [`${operationId} ${name}`, schema]),
    );
    const all = [...answered, ...parameters].filter(
      ([path, schema]) =>
        !/^(?:ReportConversionBody|Stats\.conversions(?:\.\w+)?)\.value$/.test(path) &&
        alternativesOf(schema).some(
          ({ type, minimum, maximum }) => type === "number" && !(minimum === 0 && maximum === 1),
        ),
    );
    expect(pathsOf(all)).toEqual([]);
    for (const [path, { type }] of parameters) {
      if (/per_page|limit|width/.test(path)) expect(type, path).toBe("integer");
    }
  });

  test("has contact and address of the API", () => {
    expect(document.info.contact?.name).toMatch(/\S/);
    expect(document.servers.map(({ url }) => url)).toEqual(["/", "https://{host}"]);
  });

  test("describes each header of an answer", () => {
    for (const [name, header] of Object.entries(document.components.headers)) {
      expect(header.description, name).toMatch(/\S/);
      expect(header.example, name).toBeDefined();
    }
    for (const [status, header] of Object.entries({
      401: "WWW-Authenticate",
      429: "Retry-After",
      503: "Retry-After",
    })) {
      expect(Object.keys(document.components.responses[status]?.headers ?? {}), status).toContain(header);
    }
  });
});

describe("every operation of the OpenAPI document", () => {
  test("has flat parameters, each with a text, a type and an example", () => {
    for (const { operationId, parameters } of operations) {
      for (const { name, description, schema, example } of parameters) {
        expect(description ?? "", `${operationId} ${name}`).toMatch(/\S/);
        expect(schema.type, `${operationId} ${name}`).toMatch(/^(?:string|integer)$/);
        if (name !== "cursor") expect(example, `${operationId} ${name}`).toBeDefined();
      }
    }
  });

  test("takes a body that has a name", () => {
    for (const { operationId, requestBody } of operations) {
      const schema = requestBody?.content["application/json"]?.schema;
      if (schema !== undefined) expect(schema.$ref, operationId).toMatch(/Body$/);
    }
  });

  test("describes statuses and headers", () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses);
      for (const status of ["401", "429", "500", "503"]) expect(statuses, operationId).toContain(status);
      const headers = Object.keys(responses["200"]?.headers ?? {});
      expect(headers, operationId).toContain("x-ratelimit-limit");
      const reference = responses["200"]?.content?.["application/json"]?.schema?.$ref ?? "";
      expect(headers.includes("ETag"), operationId).toBe(
        /\/(?:Link|Redirect|Record|Hostname)$/.test(reference),
      );
    }
  });
});
