import { exports } from "cloudflare:workers";
import text from "../../docs/openapi.json?raw";
import { requireDocumented } from "./documented-answer.ts";
import type { Role } from "../../src/domain/role.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The operations of the API by the OpenAPI document. */

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;

export interface Operation {
  method: string;
  /** Below `/v1`, with its parameters in braces. */
  path: string;
  operationId?: string;
  summary?: string;
  tags?: string[];
  "x-role"?: Role;
  parameters?: { name: string; in: string; description?: string; schema?: JsonSchema; required?: boolean }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

export interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Omit<Operation, "method" | "path">>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, { content: Content }> };
}

export const document = JSON.parse(text) as ApiDocument;

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path: path.replace("/v1", ""),
  })),
);

/** Returns the schema of an answer's body. */
export function schemaOf({ responses }: Operation, status: number): JsonSchema | undefined {
  const response = responses[status];
  const { content } =
    response?.$ref === undefined ? (response ?? {}) : (document.components.responses[status] ?? {});
  return Object.values(content ?? {})[0]?.schema;
}

/** Returns the schema of a JSON body; an empty one where there is none. */
export function bodySchemaOf({ requestBody }: Operation): JsonSchema {
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  return document.components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
}

export function hasBody(operation: Operation): boolean {
  return operation.requestBody !== undefined;
}

/** Media type and text of the example of the request's body. */
export function exampleOf({ requestBody }: Operation): { type: string; text: string } {
  const [[type, { example }] = ["", { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  if (example === undefined) return { type, text: "" };
  return { type, text: typeof example === "string" ? example : JSON.stringify(example) };
}

let clients = 0;

/** An address that no other request comes from. */
export function newAddress(): string {
  clients++;
  return `198.51.${100 + Math.floor(clients / 250)}.${1 + (clients % 250)}`;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A request from an address of its own; path parameters stand in braces, `query` begins with `?`. */
export async function sendTo(
  { method, path }: Pick<Operation, "method" | "path">,
  parameters: Record<string, string>,
  { token, type, body, query = "" }: { token?: string; type?: string; body?: BodyInit; query?: string } = {},
): Promise<RawAnswer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
  const headers = new Headers({ "CF-Connecting-IP": newAddress() });
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (type !== undefined) headers.set("Content-Type", type);
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/v1${filled}${query}`, init),
  );
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  requireDocumented(method, `/v1${filled}`, { ...answer, body: answer.text });
  return answer;
}
