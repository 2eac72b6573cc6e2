import type { HonoBase } from "hono/hono-base";
import type { GenericSchema } from "valibot";
import type { ObjectSchema } from "../../src/admin/body.ts";
import { requirementOf, type Requirement } from "../../src/admin/endpoint.ts";
import type { AdminEnv } from "../../src/admin/request-context.ts";
import { SHAPES } from "../../src/admin/schema/shape.ts";
import { WORKSPACE_SETTINGS } from "../../src/domain/workspace.ts";
import { errorResponses, errorsOf } from "./error-response.ts";
import { toDocumentSchema } from "./json-schema.ts";
import { HTML, JSON_LINES, PICTURE, type Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";

const TAGS = {
  Workspace: "The token, who is behind it, and the workspace that every call operates in.",
  "Short links": "Short links and QR codes.",
  Redirects: "Redirects of whole hostnames and of single paths.",
  Records: "Records of every handler, their history, and counts over them.",
  Bulk: "Many records at once.",
  Hostnames: "Hostnames that are connected to the workspace.",
  Files: "Pages that records can serve, and logos.",
  Tokens: "API tokens.",
  Helpers: "Closed sets and suggestions.",
};

const PATH_PARAMETERS: Record<string, object> = {
  id: { description: "Identifier, a UUID.", schema: { type: "string", format: "uuid" } },
  host: { description: "A connected hostname.", schema: { type: "string", maxLength: 100 } },
  name: {
    description: "Name of a stored page.",
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$" },
  },
  metaKey: { description: "Name of a setting.", schema: { type: "string", enum: WORKSPACE_SETTINGS } },
};

const KEY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "The call is done once, however often it is sent with this key within 24 hours: a repeated call gets the answer of the first one.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "0b1c2d3e-spring-sale",
};
const CONDITION_PARAMETER = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the version that was read: the record is written only if it is still that version.",
  schema: { type: "string" },
  example: '"3"',
};

/** Returns the OpenAPI document of the API: what its routes demand, with names, texts and examples. */
export function openApiDocument(app: HonoBase<AdminEnv>): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Signpost",
      version: "1",
      description: "Short links and redirects, answered from the edge.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The admin host." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths: collectPaths(app),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token: `sp_` and 40 characters." },
      },
      schemas: Object.fromEntries(
        Object.entries(SHAPES).map(([name, shape]) => [name, toDocumentSchema(shape, "output", name)]),
      ),
      responses: errorResponses(),
    },
  };
}

function collectPaths(app: HonoBase<AdminEnv>): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, requirement] of collectRequirements(app)) {
    const [method = "", path = ""] = key.split(" ");
    const operation = OPERATIONS[key];
    if (operation === undefined) throw new Error(`scripts/openapi/operation has no ${key}`);
    (paths[path] ??= {})[method] = toOperation(method, path, operation, requirement);
  }
  return paths;
}

/** Returns what the middlewares of each route demand together, by method and path. */
function collectRequirements(app: HonoBase<AdminEnv>): Map<string, Requirement> {
  const requirements = new Map<string, Requirement>();
  for (const { path, method, handler } of app.routes) {
    const requirement = requirementOf(handler);
    if (requirement === undefined) continue;
    const name = path.replaceAll(/:([a-zA-Z]+)/g, "{$1}").replace(/(?<=.)\/$/, "");
    const key = `${method.toLowerCase()} ${name}`;
    requirements.set(key, { ...requirements.get(key), ...requirement });
  }
  return requirements;
}

function toOperation(
  method: string,
  path: string,
  operation: Operation,
  { role, query, body, isKeyed = false, isConditional = false }: Requirement,
): object {
  const { id, tag, summary, description, answer, errors, examples } = operation;
  const statuses = errorsOf(
    {
      body: body !== undefined,
      write: role !== "viewer",
      isPost: method === "post",
      key: isKeyed,
      condition: isConditional,
    },
    errors,
  );
  return {
    responses: {
      200: { description: "Success.", content: addExample(contentOf(answer, "output"), examples.answer) },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
    parameters: [
      ...pathParameters(path),
      ...(query === undefined ? [] : queryParameters(query)),
      ...(isKeyed ? [KEY_PARAMETER] : []),
      ...(isConditional ? [CONDITION_PARAMETER] : []),
    ],
    tags: [tag],
    summary,
    description: [description, `Needs the role ${role}.`].filter(Boolean).join("\n\n"),
    "x-role": role,
    ...(body !== undefined && {
      requestBody: {
        required: body.isRequired,
        content: addExample(contentOf(body.schema, "input"), examples.body),
      },
    }),
    operationId: id,
  };
}

type Content = Record<string, { schema?: object; example?: unknown }>;

function contentOf(
  answer: GenericSchema | typeof HTML | typeof PICTURE | typeof JSON_LINES,
  typeMode: "input" | "output",
): Content {
  if (answer === HTML || answer === JSON_LINES) return { [answer]: { schema: { type: "string" } } };
  // A picture is text or binary, and binary data have no schema.
  if (answer === PICTURE) return { [PICTURE]: { schema: { type: "string" } }, "image/png": {} };
  return { "application/json": { schema: toDocumentSchema(answer, typeMode) } };
}

function addExample(content: Content, example: unknown): Content {
  for (const media of Object.values(content)) if (media.schema !== undefined) media.example = example;
  return content;
}

function pathParameters(path: string): object[] {
  return Array.from(path.matchAll(/\{([a-zA-Z]+)\}/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...PATH_PARAMETERS[name],
  }));
}

function queryParameters(schema: ObjectSchema): object[] {
  const { properties = {} } = toDocumentSchema(schema, "input") as { properties?: Record<string, object> };
  return Object.entries(properties).map(
    ([name, { description, ...property }]: [string, { description?: string }]) => ({
      name,
      in: "query",
      ...(name === "filter" && { style: "deepObject", explode: true }),
      ...(description !== undefined && { description }),
      schema: property,
    }),
  );
}
