import type { MiddlewareHandler } from "hono";
import { readNearby } from "../services/read-nearby.ts";
import type { AdminEnv } from "./request-context.ts";

const HEADER = "X-Signpost-Bookmark";

/** The only POST that reads nearby: it writes nothing. */
const EXPLAIN = "/v1/explain";

/** Lets reading calls go to a replica of the database that has all that their callers have seen (contract 9.24). */
export const nearby: MiddlewareHandler<AdminEnv> = async (c, next) => {
  if (c.env.READ_NEARBY !== "on") return next();
  const { method, path } = c.req;
  const sent = method === "GET" || path === EXPLAIN ? c.req.header(HEADER) : undefined;
  const service = c.get("authenticated");
  const { env, bookmark } = readNearby(service.env, sent);
  c.set("authenticated", { ...service, env });
  await next();
  const newest = bookmark();
  // The bookmark itself may be why the storage failed. Without one, the next call goes to the primary.
  if (newest !== null && c.res.status < 500) c.res.headers.set(HEADER, newest);
};
