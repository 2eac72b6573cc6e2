import type { Context } from "hono";
import type { Channel } from "../domain/record.ts";
import { isAtLeast, type Role } from "../domain/role.ts";
import type { Env } from "../env.ts";
import type { ServiceContext } from "../services/context.ts";
import type { Result } from "../services/result.ts";
import { jsonResponse, toHttpError } from "./error.ts";

/** What every route has at hand. */
export interface AdminEnv {
  Bindings: Env;
  Variables: { service: ServiceContext };
}

export type AdminContext = Context<AdminEnv>;

/** The service context of a request. @throws HttpError 484 where the caller's role is too low */
export function serviceFor(c: AdminContext, needed: Role, channel?: Channel): ServiceContext {
  const service = c.get("service");
  if (!isAtLeast(service.caller.role, needed)) {
    throw toHttpError({ code: "role_too_low", needed });
  }
  return channel === undefined ? service : { ...service, channel };
}

/** 200 with what a service brought. @throws HttpError with the status of its error */
export function answer<T>(result: Result<T>, shape: (value: T) => unknown): Response {
  if (!result.ok) throw toHttpError(result.error);
  return jsonResponse(200, shape(result.value));
}
