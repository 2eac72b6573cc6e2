import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import type { Context } from "hono";
import type { AdminContext } from "./request-context.ts";
import * as v from "valibot";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../domain/field-error.ts";
import { invalid, type Draft } from "../services/result.ts";
import { HttpError, toHttpError } from "./error.ts";
import { UNKNOWN_FIELD, fromMessage } from "./schema/field.ts";

/** Reads request bodies (contract 9.12): measures the size, and parses every valid field. */

export const MAX_BODY_BYTES = 1024 * 1024;

export type ObjectSchema =
  | v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
  | v.StrictObjectSchema<v.ObjectEntries, v.ErrorMessage<v.StrictObjectIssue> | undefined>;

/**
 * Parses an object field by field. Leaves out fields that are wrong or unknown, and names them in `errors`
 * (contract 9.13).
 */
export function toDraft<S extends ObjectSchema>(body: unknown, schema: S): Draft<Partial<v.InferOutput<S>>> {
  const result = v.safeParse(schema, body);
  const errors: FieldErrors = {};
  const names = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  for (const name of names) {
    if (!Object.hasOwn(schema.entries, name)) addFieldError(errors, name, UNKNOWN_FIELD);
  }
  if (result.success) return { fields: result.output, errors };
  const bad = new Set<unknown>();
  for (const issue of result.issues) {
    bad.add(issue.path?.[0]?.key);
    for (const [field, reason] of toReasons(issue)) addFieldError(errors, field, reason);
  }
  const read = Object.entries(result.output ?? {}).filter(([field]) => !bad.has(field));
  return { fields: Object.fromEntries(read) as Partial<v.InferOutput<S>>, errors };
}

/** Refuses a body for an endpoint that takes none. @throws HttpError 400, 413 or 422 */
export async function requireNoBody(c: Context): Promise<void> {
  const text = (await readText(c, MAX_BODY_BYTES)).trim();
  if (text === "" || text === "null") return;
  const body: unknown = parseJson(text);
  const { errors } = toDraft(body, v.object({}));
  if (!hasFieldErrors(errors) && typeof body === "object" && !Array.isArray(body)) return;
  if (!hasFieldErrors(errors)) addFieldError(errors, "body", refuse("body_not_empty"));
  throw toHttpError(invalid(errors).error);
}

/** Returns the reasons of an issue. For a field with several forms, returns the reasons of the intended form. */
function toReasons(issue: v.BaseIssue<unknown>): [field: string, reason: Refusal][] {
  const field = v.getDotPath(issue) ?? "body";
  const inside = (issue.issues ?? []).filter(({ path }) => path !== undefined);
  if (inside.length > 0)
    return inside.map((inner) => [`${field}.${v.getDotPath(inner)}`, fromMessage(inner.message)]);
  return [[field, issue.received === "undefined" ? refuse("required") : fromMessage(issue.message)]];
}

/** @throws HttpError 400, 413, 415 or 422 */
export async function readJsonObject(c: AdminContext, maxBytes: number): Promise<Record<string, unknown>> {
  requireContentType(c, "application/json");
  const bytes = await readBytes(c, maxBytes);
  // A call with a key is known by the hash of its body.
  c.set("body", bytes);
  const body = parseJson(decodeText(bytes));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new HttpError(422, refuse("body_not_object"), {
      errors: { body: [refuse("not_json_object")] },
    });
  }
  return body as Record<string, unknown>;
}

export function requireContentType(c: Context, ...expected: string[]): void {
  const [type = ""] = (c.req.header("Content-Type") ?? "").split(";");
  if (!expected.includes(type.trim().toLowerCase())) {
    throw new HttpError(415, refuse("body_type", { records: expected.join(" or ") }));
  }
}

export async function readText(c: Context, maxBytes: number): Promise<string> {
  return decodeText(await readBytes(c, maxBytes));
}

/** @throws HttpError 400 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new HttpError(400, refuse("body_not_utf8"));
  }
}

/** Reads the body, up to the limit. @throws HttpError 400 or 413 */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(c)) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new HttpError(413, refuse("body_too_large", { count: maxBytes }));
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Reads the chunks of a body. If the client disconnects, throws a 400, because the Worker has not failed. */
async function* chunksOf(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? [];
  } catch {
    throw new HttpError(400, refuse("body_cut"));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, refuse("body_not_json"));
  }
}
