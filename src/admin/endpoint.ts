import { toJsonSchema } from "@valibot/to-json-schema";
import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import { isAtLeast, type Role } from "../domain/role.ts";
import type { Draft } from "../services/result.ts";
import { MAX_BODY_BYTES, readJsonObject, toDraft, type ObjectSchema } from "./body.ts";
import { toHttpError } from "./error.ts";
import { readQuery } from "./query.ts";
import type { AdminEnv } from "./request-context.ts";
import { SHAPES } from "./schema/shape.ts";

/**
 * One source for each endpoint: what a route is described by is what it enforces. The middlewares
 * here check a request and carry their part of the OpenAPI document.
 */

export interface EndpointDescription {
  /** The least role that may call it. */
  role: Role;
  tag: string;
  summary: string;
  description?: string;
  /** What a 200 carries: the schema of a JSON body, HTML, or a picture. */
  answer: v.GenericSchema | typeof htmlAnswer | typeof pictureAnswer;
  /** Statuses beside those that every endpoint has. */
  errors?: (keyof typeof ERRORS)[];
}

export const htmlAnswer = "text/html";
const htmlContent = () => ({ [htmlAnswer]: { schema: { type: "string" } } }) as const;

export const pictureAnswer = "image/svg+xml";
/** What is binary has no schema. */
const pictureContent = () => ({ [pictureAnswer]: { schema: { type: "string" } }, "image/png": {} }) as const;

const ERRORS = {
  400: "The request could not be completed: malformed JSON, or an unknown key.",
  401: "Unauthenticated: no valid token.",
  404: "Not found, or in another workspace.",
  413: "The body is too large.",
  415: "The body has another content type.",
  422: "Validation failed: `errors` lists every field with its reasons.",
  429: "Too many requests.",
  482: "The action would exceed a limit of the workspace's plan.",
  484: "The caller's role is too low.",
  503: "Storage is down, or overloaded.",
} as const;

const COMMON_ERRORS = [401, 429, 484, 503] as const;

/** Describes an endpoint, and refuses callers whose role is too low with 484. */
export function endpoint(description: EndpointDescription): MiddlewareHandler<AdminEnv> {
  const { role } = description;
  return withSpec<MiddlewareHandler<AdminEnv>>(
    async (c, next) => {
      if (!isAtLeast(c.get("service").caller.role, role))
        throw toHttpError({ code: "role_too_low", needed: role });
      await next();
    },
    () => toSpec(description),
  );
}

/** A part of an operation of the document. */
export type Spec = Record<string, unknown>;

const SPEC = Symbol("spec");

/** What a middleware of a route says of it; nothing for those that check without saying. */
export function specOf(middleware: object): Spec | undefined {
  return (middleware as { [SPEC]?: Spec })[SPEC];
}

function toSpec({ tag, summary, description, answer, errors = [], role }: EndpointDescription): Spec {
  const statuses = [...new Set([...COMMON_ERRORS, ...errors])].toSorted((a, b) => a - b);
  return {
    tags: [tag],
    summary,
    description: [description, `Needs the role ${role}.`].filter(Boolean).join("\n\n"),
    "x-role": role,
    responses: {
      200: { description: "Success.", content: contentOf(answer) },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function contentOf(answer: EndpointDescription["answer"]): object {
  if (answer === htmlAnswer) return htmlContent();
  if (answer === pictureAnswer) return pictureContent();
  return { "application/json": { schema: jsonSchemaOf(answer, "output") } };
}

/** The error responses that endpoints refer to. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, description]) => [
      status,
      { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    ]),
  );
}

type BodyInput<S extends ObjectSchema> = {
  in: { json: v.InferInput<S> };
  out: { json: Draft<Partial<v.InferOutput<S>>> };
};

/** Reads a JSON body, field by field: `c.req.valid("json")` is the draft of it. */
export function jsonBody<S extends ObjectSchema>(
  schema: S,
  maxBytes = MAX_BODY_BYTES,
): MiddlewareHandler<AdminEnv, string, BodyInput<S>> {
  return withSpec<MiddlewareHandler<AdminEnv, string, BodyInput<S>>>(
    async (c, next) => {
      c.req.addValidatedData("json", toDraft(await readJsonObject(c, maxBytes), schema));
      await next();
    },
    () => ({ requestBody: { required: true, content: jsonContent(schema) } }),
  );
}

function jsonContent(schema: v.GenericSchema) {
  return { "application/json": { schema: jsonSchemaOf(schema, "input") } };
}

/** The same where a request may come without a body. */
export function optionalJsonBody<S extends ObjectSchema>(
  schema: S,
): MiddlewareHandler<AdminEnv, string, BodyInput<S>> {
  const read = jsonBody(schema);
  return withSpec<MiddlewareHandler<AdminEnv, string, BodyInput<S>>>(
    async (c, next) => {
      // A client that sends nothing may say so: then there is a body, of no bytes.
      const isEmpty = c.req.raw.body === null || c.req.header("Content-Length") === "0";
      if (!isEmpty) return read(c, next);
      c.req.addValidatedData("json", { fields: {}, errors: {} });
      return next();
    },
    () => ({ requestBody: { required: false, content: jsonContent(schema) } }),
  );
}

/** Says that the body is HTML; the route reads it. */
export const htmlBody: MiddlewareHandler<AdminEnv> = withSpec(
  async (_, next) => next(),
  () => ({ requestBody: { required: true, content: htmlContent() } }),
);

type QueryInput<S extends ObjectSchema> = {
  in: { query: Record<string, string> };
  out: { query: v.InferOutput<S> };
};

/** Reads the query: `c.req.valid("query")`. Answers 422 with every bad parameter. */
export function query<S extends ObjectSchema>(schema: S): MiddlewareHandler<AdminEnv, string, QueryInput<S>> {
  return withSpec<MiddlewareHandler<AdminEnv, string, QueryInput<S>>>(
    async (c, next) => {
      c.req.addValidatedData("query", readQuery(new URL(c.req.url).searchParams, schema));
      await next();
    },
    () => ({ parameters: parametersOf(schema) }),
  );
}

function parametersOf(schema: ObjectSchema): object[] {
  const { properties = {} } = jsonSchemaOf(schema, "input") as { properties?: Record<string, object> };
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

/** The document is asked for rarely: a spec is made when it is. */
function withSpec<M extends MiddlewareHandler>(middleware: M, toSpec: () => Spec): M {
  return Object.defineProperty(middleware, SPEC, { get: toSpec });
}

/**
 * A schema as it stands in the document: what `v.metadata` says is part of it, and shapes that have a
 * name are referred to, save the one that is to be written out.
 */
export function jsonSchemaOf(
  schema: v.GenericSchema,
  typeMode: "input" | "output",
  written?: string,
): object {
  const named = Object.entries(SHAPES).filter(([name]) => name !== written);
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
    definitions: Object.fromEntries(named),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === "metadata"
        ? { ...jsonSchema, ...(valibotAction as v.MetadataAction<unknown, Record<string, unknown>>).metadata }
        : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "optional" && "wrapped" in valibotSchema
        ? { ...jsonSchema, ...annotationsOf(valibotSchema.wrapped as v.GenericSchema) }
        : undefined,
  });
  return rest;
}

/** What a schema says of itself: the converter stops at a field's first transform and misses the rest. */
function annotationsOf(schema: v.GenericSchema): object {
  const description = v.getDescription(schema);
  return { ...v.getMetadata(schema), ...(description !== undefined && { description }) };
}
