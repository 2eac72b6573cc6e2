import type { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { WORKSPACE_SETTINGS } from "../services/workspace/update-workspace.ts";
import { errorResponses, jsonSchemaOf, specOf } from "./endpoint.ts";
import { OPERATIONS } from "./operation.ts";
import type { AdminEnv } from "./request-context.ts";
import { SHAPES } from "./schema/shape.ts";

const TAGS = {
  Workspace: "The token, who is behind it, and the workspace that every call operates in.",
  "Short links": "Short links and QR codes.",
  Redirects: "Redirects of whole hostnames and of single paths.",
  Records: "Records of every handler, their history, and counts over them.",
  Bulk: "Many records at once.",
  Hostnames: "Hostnames that are connected to the workspace.",
  Files: "HTML pages that records can serve.",
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

/** An operation as far as names and examples go into it. */
interface Operation {
  operationId?: string;
  parameters: object[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
type Content = Record<string, { schema?: unknown; example?: unknown }>;

/** The OpenAPI document of the API, made from what its routes are described by. */
export function openApiDocument(app: Hono<AdminEnv>): object {
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
    paths: collectPaths(app.routes),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token: `sp_` and 40 characters." },
      },
      schemas: Object.fromEntries(
        Object.entries(SHAPES).map(([name, shape]) => [name, jsonSchemaOf(shape, "output", name)]),
      ),
      responses: errorResponses(),
    },
  };
}

type Paths = Record<string, Record<string, Operation>>;

/** Each route's middlewares say their part of its operation, in the order in which they run. */
function collectPaths(routes: RouterRoute[]): Paths {
  const paths: Paths = {};
  for (const { path, method, handler } of routes) {
    const spec = specOf(handler);
    if (spec === undefined) continue;
    const name = path.replaceAll(/:([a-zA-Z]+)/g, "{$1}").replace(/(?<=.)\/$/, "");
    const methods = (paths[name] ??= {});
    const operation = (methods[method.toLowerCase()] ??= { responses: {}, parameters: pathParameters(path) });
    const { parameters = [], ...rest } = spec as Partial<Operation>;
    Object.assign(operation, rest, { parameters: [...operation.parameters, ...parameters] });
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) complete(operation, `${method} ${path}`);
  }
  return paths;
}

function pathParameters(path: string): object[] {
  return Array.from(path.matchAll(/:([a-zA-Z]+)/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...PATH_PARAMETERS[name],
  }));
}

/** Adds what the routes do not tell: a name for clients, and examples. */
function complete(operation: Operation, key: string): void {
  const text = OPERATIONS[key];
  if (text === undefined) throw new Error(`${key} has no name and no examples`);
  operation.operationId = text.id;
  addExample(operation.requestBody?.content, text.body);
  addExample(operation.responses["200"]?.content, text.answer);
}

function addExample(content: Content | undefined, example: unknown): void {
  for (const media of Object.values(content ?? {})) if (media.schema !== undefined) media.example = example;
}
