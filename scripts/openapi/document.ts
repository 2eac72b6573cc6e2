import type { HonoBase } from "hono/hono-base";
import type { GenericSchema } from "valibot";
import type { ObjectSchema } from "../../src/admin/body.ts";
import { requirementOf, type Requirement } from "../../src/admin/endpoint.ts";
import type { AdminEnv } from "../../src/admin/request-context.ts";
import { HostShape } from "../../src/admin/schema/host-shape.ts";
import { Row as ImportRow } from "../../src/admin/schema/import-row.ts";
import { HOST_FILE_NAMES, MAX_HOST_FILE_BYTES } from "../../src/domain/host-file.ts";
import { MAX_FILE_BYTES } from "../../src/services/page/pages.ts";
import { RECORD_SHAPES } from "../../src/admin/schema/record-shape.ts";
import { DeletedShape, SHAPES } from "../../src/admin/schema/shape.ts";
import { MAX_CHECK_PARTS } from "../../src/domain/check/check.ts";
import { WORKSPACE_SETTINGS } from "../../src/domain/workspace.ts";
import { answerExample } from "./answer-example.ts";
import { annotate, exampleOf, limit } from "./annotate.ts";
import { errorResponses, errorsOf } from "./error-response.ts";
import { HOST, ID } from "./example.ts";
import {
  BOOKMARK_PARAMETER,
  CONDITION_PARAMETER,
  HEADERS,
  headersOf,
  KEY_PARAMETER,
  type HeaderName,
} from "./header.ts";
import { toDocumentSchema, type Schema } from "./schema.ts";
import { HTML, JSON_LINES, PICTURE, SITEMAP, TEXT, type Answer } from "./operation.ts";
import { findByPath, TEXTS } from "./property.ts";
import { SENTENCES } from "../../src/domain/refusal/sentences.ts";
import { webhooksSection } from "./webhook.ts";
import { OPERATIONS, type TaggedOperation } from "./operations.ts";

const TAGS = {
  Workspace: "The token, who is behind it, and the workspace that every call operates in.",
  "Short links": "Short links and QR codes.",
  Redirects: "Redirects of whole hostnames and of single paths.",
  Records: "Records of every handler, their history, and counts over them.",
  Bulk: "Many records at once.",
  Changes: "Changes of many records at once: planned, applied, and undone where need be.",
  Checks: "What visitors get and why, for one URL or for all of a site.",
  Hostnames: "Hostnames that are connected to the workspace.",
  Misses: "Paths that visitors ask for in vain.",
  Files: "Pages that records can serve, and logos.",
  Tokens: "API tokens, and the keys of tools for YOURLS.",
  Members: "People who belong to the workspace.",
  Webhooks: "URLs that are told of events.",
  "Shared statistics": "Pages of numbers for people without an account.",
  Helpers: "Closed sets and suggestions.",
};

const DESCRIPTION = `Short links and redirects, answered from the edge.

Every call names its token, and every answer to it tells in \`x-ratelimit-limit\` how many calls a minute the token has. A path that is there for other methods answers 405 with \`Allow\`. Generated clients take the address of the admin host as their base URL.`;

const PATH_PARAMETERS: Record<string, object> = {
  id: { description: "Identifier, a UUID.", schema: { type: "string", format: "uuid" }, example: ID },
  host: { description: "A connected hostname.", schema: { type: "string", maxLength: 100 }, example: HOST },
  name: {
    description: "Name of a stored page.",
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$" },
    example: "soon.html",
  },
  file: {
    description: "Name of a file of the hostname.",
    schema: { type: "string", enum: HOST_FILE_NAMES },
    example: "robots.txt",
  },
  metaKey: {
    description: "Name of a setting.",
    schema: { type: "string", enum: WORKSPACE_SETTINGS },
    example: "not_found_url",
  },
  n: {
    description: "Number of a part, 1 to 10,000.",
    schema: { type: "integer", minimum: 1, maximum: 10_000 },
    example: 1,
  },
};
const CHECK_PART_PARAMETER = {
  description: "Number of a part, 1 to 1,000.",
  schema: { type: "integer", minimum: 1, maximum: MAX_CHECK_PARTS },
  example: 1,
};

const TAG_PARAMETER = {
  description: "A tag, in any letter case.",
  schema: { type: "string" },
  example: "spring",
};

/** Returns the OpenAPI document of the API: the requirements of its routes, with names, texts and examples. */
export function openApiDocument(app: HonoBase<AdminEnv>): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Signpost",
      version: "1",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this installation" },
    },
    servers: [
      { url: "/", description: "The admin host that serves this document." },
      {
        url: "https://{host}",
        description: "An installation.",
        variables: { host: { default: "admin.acme.example", description: "Its admin host." } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths: collectPaths(app),
    webhooks: webhooksSection(),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token: `sp_` and 40 characters." },
      },
      schemas: collectSchemas(app),
      responses: errorResponses(),
      headers: HEADERS,
    },
  };
}

/** Returns the shapes of answers, and the body of each operation that takes JSON. */
function collectSchemas(app: HonoBase<AdminEnv>): Record<string, Schema> {
  const shapes = Object.entries(SHAPES).map(([name, shape]): [string, Schema] => [
    name,
    annotate(toDocumentSchema(shape, "output", name), name, name === "Conditions"),
  ]);
  const bodies = [...collectRequirements(app)].flatMap(([key, { body }]): [string, Schema][] => {
    if (body === undefined || typeof body.schema === "string") return [];
    const name = bodyName(requireOperation(key).id);
    return [[name, annotate(toDocumentSchema(body.schema, "input"), name, true)]];
  });
  const row = annotate(toDocumentSchema(ImportRow, "input"), "ImportRow", true);
  return Object.fromEntries([...shapes, ["Code", CODE], ["ImportRow", row], ...bodies]);
}

/** The closed list of codes (contract 9.23). The Worker has no need of it. */
const CODE: Schema = {
  type: "object",
  required: ["code", "values"],
  properties: {
    code: {
      type: "string",
      enum: Object.keys(SENTENCES).toSorted(),
      description:
        "What is said, for programs. A code never changes its meaning; later versions may add codes.",
    },
    values: {
      type: "object",
      additionalProperties: {},
      description:
        "The values of the sentence, by name. One that is itself a sentence has `code` and `values`.",
    },
  },
};

/** Generated clients call the type of a body so. */
function bodyName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
}

function requireOperation(key: string): TaggedOperation {
  const operation = OPERATIONS[key];
  if (operation === undefined) throw new Error(`scripts/openapi/operation has no ${key}`);
  return operation;
}

function collectPaths(app: HonoBase<AdminEnv>): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, requirement] of collectRequirements(app)) {
    const [method = "", path = ""] = key.split(" ");
    (paths[path] ??= {})[method] = toOperation(method, path, requireOperation(key), requirement);
  }
  return paths;
}

/** For pages of the admin host alone: programs send a token with each call. */
const FOR_PAGES = ["/v1/session", "/v1/shared-statistics/read"];

/** Returns the requirements of all middlewares of each route, by method and path. */
function collectRequirements(app: HonoBase<AdminEnv>): Map<string, Requirement> {
  const requirements = new Map<string, Requirement>();
  for (const { path, method, handler } of app.routes) {
    const requirement = requirementOf(handler);
    if (requirement === undefined || FOR_PAGES.some((one) => path.startsWith(one))) continue;
    const name = path.replaceAll(/:([a-zA-Z]+)/g, "{$1}").replace(/(?<=.)\/$/, "");
    const key = `${method.toLowerCase()} ${name}`;
    requirements.set(key, { ...requirements.get(key), ...requirement });
  }
  return requirements;
}

function toOperation(
  method: string,
  path: string,
  operation: TaggedOperation,
  { role, query, body, isKeyed = false, isConditional = false }: Requirement,
): object {
  const { id, tag, summary, description, errors = [], examples, forms = [], headers = [] } = operation;
  const { answer = DeletedShape, alwaysFound = !path.includes("{") } = operation;
  const statuses = errorsOf(
    {
      body: body !== undefined,
      write: role !== "viewer",
      refusesBody: method === "post" || method === "delete",
      key: isKeyed,
      condition: isConditional,
    },
    alwaysFound ? errors : [404, ...errors],
  );
  return {
    responses: {
      200: {
        description: "Success.",
        headers: headersOf([...headersOfAnswer(answer), ...headers]),
        content: {
          ...addExample(contentOf(id, answer), examples?.answer ?? answerExample(answer)),
          ...Object.fromEntries(forms.map((form) => [form, { schema: { type: "string" } }])),
        },
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
    parameters: [
      ...pathParameters(path),
      ...(query === undefined ? [] : queryParameters(id, query)),
      ...(isKeyed ? [KEY_PARAMETER] : []),
      ...(isConditional ? [CONDITION_PARAMETER] : []),
      ...(method === "get" || id === "explainVisit" ? [BOOKMARK_PARAMETER] : []),
    ],
    tags: [tag],
    summary,
    description: [description, role && `Needs the role ${role}.`].filter(Boolean).join("\n\n"),
    ...(role === undefined ? { security: [] } : { "x-role": role }),
    ...(body !== undefined && {
      requestBody: {
        required: body.isRequired,
        content: addExample(bodyContentOf(id, body.schema), examples?.body),
      },
    }),
    operationId: id,
  };
}

type Content = Record<string, { schema?: object; example?: unknown }>;
const VERSIONED = new Set<Answer>([...RECORD_SHAPES, HostShape]);

function headersOfAnswer(answer: Answer): HeaderName[] {
  const always = ["x-ratelimit-limit", "X-Signpost-Bookmark"] as const;
  if (typeof answer === "string") return [...always, "Content-Disposition"];
  return VERSIONED.has(answer) ? [...always, "ETag"] : [...always];
}

function bodyContentOf(
  operationId: string,
  schema: GenericSchema | typeof HTML | typeof TEXT | typeof JSON_LINES | typeof SITEMAP,
): Content {
  if (schema === JSON_LINES) return textOf(JSON_LINES);
  if (schema === SITEMAP) return { ...textOf(SITEMAP), "text/plain": {} };
  if (schema === HTML) return filesOf({ type: "string", maxLength: MAX_FILE_BYTES });
  if (schema === TEXT) return hostFilesOf({ type: "string", maxLength: MAX_HOST_FILE_BYTES });
  return { "application/json": { schema: { $ref: `#/components/schemas/${bodyName(operationId)}` } } };
}

const textOf = (type: string): Content => ({ [type]: { schema: { type: "string" } } });

/** The kinds of stored files. Most pictures are binary, and binary data have no schema. */
function filesOf(text: Schema): Content {
  return { [HTML]: { schema: text }, [PICTURE]: { schema: text }, "image/png": {}, "image/jpeg": {} };
}

/** The kinds of files of hostnames. JSON is stored as it was written. */
const OTHERS = { "application/json": {}, "image/png": {}, "image/x-icon": {} };
const hostFilesOf = (text: Schema) => ({ [TEXT]: { schema: text }, [PICTURE]: { schema: text }, ...OTHERS });

function contentOf(operationId: string, answer: Answer): Content {
  if (answer === HTML) return filesOf({ type: "string" });
  if (answer === TEXT) return hostFilesOf({ type: "string" });
  if (answer === JSON_LINES) return textOf(JSON_LINES);
  // A picture is text or binary, and binary data have no schema.
  if (answer === PICTURE) return { ...textOf(PICTURE), "image/png": {}, "application/pdf": {} };
  return { "application/json": { schema: annotate(toDocumentSchema(answer, "output"), operationId, false) } };
}

/** Shows an example of the first media type. */
function addExample(content: Content, example: unknown): Content {
  const [first] = Object.values(content);
  if (first?.schema !== undefined) first.example = example;
  return content;
}

function pathParameters(path: string): object[] {
  return Array.from(path.matchAll(/\{([a-zA-Z]+)\}/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...(path.startsWith("/v1/tags")
      ? TAG_PARAMETER
      : path.startsWith("/v1/checks") && name === "n"
        ? CHECK_PART_PARAMETER
        : PATH_PARAMETERS[name]),
  }));
}

/** Returns a parameter for each member; the members of an object are separate parameters, such as `filter[host]`. */
function queryParameters(operationId: string, schema: ObjectSchema): object[] {
  const { properties = {} }: Schema = toDocumentSchema(schema, "input");
  return Object.entries(properties).flatMap(([name, property]) =>
    property.properties === undefined
      ? [toParameter(name, property, `${operationId}.query`, name)]
      : Object.entries(property.properties).map(([member, of]) =>
          toParameter(`${name}[${member}]`, of, `${operationId}.${name}`, member),
        ),
  );
}

function toParameter(name: string, property: Schema, owner: string, key: string): object {
  const schema = limit(property, owner, key);
  const description = findByPath(TEXTS, owner, key);
  const example = exampleOf(schema, owner, key);
  return {
    name,
    in: "query",
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}
