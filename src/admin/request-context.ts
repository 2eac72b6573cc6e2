import { toSoughtHostname } from "../domain/parse-hostname.ts";
import type { Hostname } from "../domain/hostname.ts";
import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type { Bindings } from "../env.ts";
import type { ServiceContext } from "../services/context.ts";
import type { Page } from "../services/cursor.ts";
import type { Result } from "../services/result.ts";
import { log } from "../runtime/log.ts";
import { jsonResponse, toHttpError, type FailedRequest } from "./error.ts";

/** The context of every route. */
export interface AdminEnv {
  Bindings: Bindings;
  Variables: {
    /** The context of the call as soon as its caller is known. */
    authenticated: ServiceContext;
    /** The same once the endpoint has admitted the caller. */
    service: ServiceContext;
    requestId: string;
    body?: Uint8Array<ArrayBuffer>;
  };
}

export type AdminContext = Context<AdminEnv>;

/** Returns the function by which a service goes on after the answer, and which logs what fails then. */
export function backgroundOf(c: AdminContext): ServiceContext["background"] {
  return (work) =>
    c.executionCtx.waitUntil(
      work.catch((error: unknown) =>
        log("warn", "background_work_failed", { request_id: c.get("requestId"), error: String(error) }),
      ),
    );
}

/** Returns what the log tells of a request that fails. */
export function requestOf(c: AdminContext): FailedRequest {
  // Not set if the call failed before its caller was known.
  const service = c.get("authenticated") as ServiceContext | undefined;
  return {
    id: c.get("requestId"),
    method: c.req.method,
    path: c.req.path,
    workspaceId: service?.caller.workspace.id ?? null,
  };
}

/** Returns the id in the path, in lower case, as ids are stored (contract 9.10). */
export function idOf(c: AdminContext): string {
  return (c.req.param("id") ?? "").toLowerCase();
}

export function hostOf(c: AdminContext): Hostname {
  return toSoughtHostname(c.req.param("host") ?? "");
}

type JsonAnswer<T> = Response & TypedResponse<JSONParsed<T>, 200, "json">;

/** Answers 200 with a body whose type clients know. */
export function json<T>(body: T, headers: Record<string, string> = {}): JsonAnswer<T> {
  return jsonResponse(200, body, headers) as JsonAnswer<T>;
}

/** Returns the value of a service's result. @throws HttpError with the status of its error */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw toHttpError(result.error);
  return result.value;
}

/** Answers 200 with the value of a service's result. @throws HttpError with the status of its error */
export function answer<T, Shape>(result: Result<T>, shape: (value: T) => Shape): JsonAnswer<Shape> {
  return json(shape(unwrap(result)));
}

/** Answers 200 with a page of a list. @throws HttpError with the status of the result's error */
export function answerPage<T, Shape>(result: Result<Page<T>>, shape: (item: T) => Shape) {
  return answer(result, ({ items, cursor }) => ({
    data: items.map((item) => shape(item)),
    meta: { cursor },
  }));
}

/** Answers 200 with a page of a list that tells how many items there are in all. @throws HttpError as `answerPage` */
export function answerCountedPage<T, Shape>(
  result: Result<Page<T> & { total: number }>,
  shape: (item: T) => Shape,
) {
  return answer(result, ({ items, cursor, total }) => ({
    data: items.map((item) => shape(item)),
    meta: { cursor: { ...cursor, total } },
  }));
}
