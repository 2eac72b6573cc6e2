import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type { Env } from "../env.ts";
import type { ServiceContext } from "../services/context.ts";
import type { Result } from "../services/result.ts";
import { jsonResponse, toHttpError } from "./error.ts";

/** What every route has at hand. */
export interface AdminEnv {
  Bindings: Env;
  Variables: {
    service: ServiceContext;
    /** Stands in the body of an error and in the log. */
    requestId: string;
  };
}

export type AdminContext = Context<AdminEnv>;

type JsonAnswer<T> = Response & TypedResponse<JSONParsed<T>, 200, "json">;

/** 200 with a body that clients know the type of. */
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
