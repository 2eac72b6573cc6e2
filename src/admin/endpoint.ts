import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import * as v from "valibot";
import type { Only } from "../domain/token.ts";
import type { Role } from "../domain/role.ts";
import type { Caller } from "../services/context.ts";
import { requireAllTags, requireWhole } from "../services/require-whole.ts";
import { requireRole } from "../services/require-role.ts";
import type { Draft, Failure } from "../services/result.ts";
import {
  MAX_BODY_BYTES,
  readJsonObject,
  requireNoBody,
  toDraft,
  type ObjectSchema,
  requireContentType,
} from "./body.ts";
import { toHttpError } from "./error.ts";
import { readQuery } from "./query.ts";
import type { AdminContext, AdminEnv } from "./request-context.ts";

/**
 * The middlewares that check a request. Each has its requirements as a property, from which the OpenAPI document is
 * made, so that the document always agrees with the routes.
 */

export interface Requirement {
  /** The lowest role that may call the endpoint. */
  role?: Role;
  query?: ObjectSchema;
  isKeyed?: boolean;
  /** True if the endpoint accepts `If-Match`. */
  isConditional?: boolean;
  body?: {
    schema: ObjectSchema | typeof HTML | typeof TEXT | typeof LINES | typeof SITEMAP;
    isRequired: boolean;
  };
}

const HTML = "text/html";
const TEXT = "text/plain";
const LINES = "application/x-ndjson";
const SITEMAP = "application/xml";

const REQUIREMENT = Symbol("requirement");

export function requirementOf(middleware: object): Requirement | undefined {
  return (middleware as { [REQUIREMENT]?: Requirement })[REQUIREMENT];
}

export function requiring<M extends MiddlewareHandler>(requirement: Requirement, middleware: M): M {
  return Object.assign(middleware, { [REQUIREMENT]: requirement });
}

/**
 * Documents the role of an endpoint, and answers 484 (contract 9.4) to lower roles and to callers who are limited to some
 * hostnames or tags, before a body is read. It alone sets the variable `service`, without which no verb can be called. If the
 * route takes no query or no body, this middleware refuses one (contract 9.13).
 */
export function endpoint(role: Role): MiddlewareHandler<AdminEnv> {
  return admit(role, requireWhole);
}

/**
 * Admits callers who are limited to some hostnames as well. A route may begin with it only if all that its verb reads
 * and writes is within the hostnames of `caller.reach` (contract 27.5).
 */
export function within(role: Role): MiddlewareHandler<AdminEnv> {
  return admit(role, requireAllTags);
}

/**
 * Admits callers who are limited to some tags as well. A route may begin with it only if its verb reads and writes nothing
 * but records within `caller.reach`, and what every member may know (contract 27.17).
 */
export function ofRecords(role: Role): MiddlewareHandler<AdminEnv> {
  return admit(role, () => null);
}

/** Admits tokens that are limited to conversions as well, and callers who are limited to some hostnames (contract 38.8). */
export function forConversions(role: Role): MiddlewareHandler<AdminEnv> {
  return admit(role, requireAllTags, "conversions");
}

function admit(
  role: Role,
  refuseReach: (caller: Caller) => Failure | null,
  only?: Only,
): MiddlewareHandler<AdminEnv> {
  return requiring<MiddlewareHandler<AdminEnv>>({ role }, async (c, next) => {
    const service = c.get("authenticated");
    const refused = requireRole(service, role, only) ?? refuseReach(service.caller);
    if (refused !== null) throw toHttpError(refused.error);
    c.set("service", service);
    await refuseUnread(c);
    await next();
  });
}

/** Documents an endpoint that authenticates its callers itself. Refuses parameters and a body as `endpoint` does. */
export const openEndpoint = requiring<MiddlewareHandler<AdminEnv>>({}, async (c, next) => {
  await refuseUnread(c);
  await next();
});

const NO_PARAMETERS = v.object({});

/** Refuses parameters and a body that no middleware of the route reads. */
async function refuseUnread(c: AdminContext): Promise<void> {
  const { searchParams } = new URL(c.req.url);
  const hasBody = ["POST", "DELETE"].includes(c.req.method) && c.req.raw.body !== null;
  if (searchParams.size === 0 && !hasBody) return;
  const requirements = matchedRoutes(c).map(({ handler }) => requirementOf(handler));
  const reads = (part: keyof Requirement) => requirements.some((one) => one?.[part] !== undefined);
  if (!reads("query")) readQuery(searchParams, NO_PARAMETERS);
  if (hasBody && !reads("body")) await requireNoBody(c);
}

type BodyInput<S extends ObjectSchema> = {
  in: { json: v.InferInput<S> };
  out: { json: Draft<Partial<v.InferOutput<S>>> };
};

/** Parses a JSON body field by field. `c.req.valid("json")` is its draft. */
export function jsonBody<S extends ObjectSchema>(
  schema: S,
  maxBytes = MAX_BODY_BYTES,
): MiddlewareHandler<AdminEnv, string, BodyInput<S>> {
  return requiring<MiddlewareHandler<AdminEnv, string, BodyInput<S>>>(
    { body: { schema, isRequired: true } },
    async (c, next) => {
      c.req.addValidatedData("json", toDraft(await readJsonObject(c, maxBytes), schema));
      await next();
    },
  );
}

/** Parses an optional JSON body as `jsonBody` does. Without a body the draft is empty. */
export function optionalJsonBody<S extends ObjectSchema>(
  schema: S,
): MiddlewareHandler<AdminEnv, string, BodyInput<S>> {
  const read = jsonBody(schema);
  return requiring<MiddlewareHandler<AdminEnv, string, BodyInput<S>>>(
    { body: { schema, isRequired: false } },
    async (c, next) => {
      // Some clients send `Content-Length: 0` without a body. The runtime then gives an empty body.
      const isEmpty = c.req.raw.body === null || c.req.header("Content-Length") === "0";
      if (!isEmpty) return read(c, next);
      c.req.addValidatedData("json", { fields: {}, errors: {} });
      return next();
    },
  );
}

/** Requires the body of a stored file, which the route reads itself. */
export const fileBody = rawBody(HTML);
/** Requires the body of a file of a hostname, which the route reads itself. */
export const hostFileBody = rawBody(TEXT);

function rawBody(schema: typeof HTML | typeof TEXT): MiddlewareHandler<AdminEnv> {
  return requiring<MiddlewareHandler<AdminEnv>>({ body: { schema, isRequired: true } }, async (_, next) =>
    next(),
  );
}

/** Requires a body of newline-delimited JSON, which the route reads itself. */
export const linesBody = requiring<MiddlewareHandler<AdminEnv>>(
  { body: { schema: LINES, isRequired: true } },
  async (c, next) => {
    requireContentType(c, LINES);
    await next();
  },
);

/** Requires a body of XML or plain text, which the route reads itself. */
export const sitemapBody = requiring<MiddlewareHandler<AdminEnv>>(
  { body: { schema: SITEMAP, isRequired: true } },
  async (c, next) => {
    requireContentType(c, SITEMAP, "text/xml", "text/plain");
    await next();
  },
);

type QueryInput<S extends ObjectSchema> = {
  in: { query: Record<string, string> };
  out: { query: v.InferOutput<S> };
};

/** Parses the query into `c.req.valid("query")`. Answers 422 with every invalid parameter. */
export function query<S extends ObjectSchema>(schema: S): MiddlewareHandler<AdminEnv, string, QueryInput<S>> {
  return requiring<MiddlewareHandler<AdminEnv, string, QueryInput<S>>>({ query: schema }, async (c, next) => {
    c.req.addValidatedData("query", readQuery(new URL(c.req.url).searchParams, schema));
    await next();
  });
}
