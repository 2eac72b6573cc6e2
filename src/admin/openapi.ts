import { generateSpecs } from "hono-openapi";
import type { Hono } from "hono";
import { errorResponses, jsonSchemaOf } from "./endpoint.ts";
import type { AdminEnv } from "./request-context.ts";
import { ErrorShape } from "./schema/shape.ts";

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

/** The OpenAPI document of the API, made from what its routes are described by. */
export async function openApiDocument(app: Hono<AdminEnv>): Promise<object> {
  return generateSpecs(app, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Signpost",
        version: "1",
        description: "Short links and redirects, answered from the edge.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "An API token: `sp_` and 40 characters." },
        },
        schemas: { Error: jsonSchemaOf(ErrorShape, "output") },
        responses: errorResponses() as never,
      },
    },
  });
}
