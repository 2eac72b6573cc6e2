import { Hono } from "hono";
import { findCaller, noteUse } from "../services/tokens/find-caller.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { HttpError, toErrorResponse } from "./error.ts";
import type { AdminEnv } from "./request-context.ts";
import { bulkRoutes } from "./route/bulk.ts";
import { fileRoutes } from "./route/file.ts";
import { hostRoutes } from "./route/host.ts";
import { linkRoutes } from "./route/link.ts";
import { redirectRoutes } from "./route/redirect.ts";

/** The admin API (contract: Endpoints), one module a resource. */
export const app = new Hono<AdminEnv>({ strict: true });

app.use("/v1/*", async (c, next) => {
  const nowMs = Date.now();
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const caller = token === undefined ? null : await findCaller(c.env.DB, token, nowMs);
  if (caller === null) {
    throw new HttpError(401, "A valid API token is needed: Authorization: Bearer <token>.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const background = (work: Promise<unknown>) => c.executionCtx.waitUntil(work.catch(console.warn));
  background(noteUse(c.env.DB, caller, nowMs));
  c.set("service", { env: c.env, caller, channel: "api", nowMs, random: Math.random, background });
  await next();
});

app.route("/v1/host", hostRoutes);
app.route("/v1/link", linkRoutes);
app.route("/v1/redirect", redirectRoutes);
app.route("/v1/files", fileRoutes);
app.route("/v1/bulk", bulkRoutes);

app.notFound((c) => {
  const methods = allowedMethods(app.routes, c.req.path);
  const error =
    methods.length === 0
      ? new HttpError(404, "Not found.")
      : new HttpError(405, "This method is not allowed here.", { headers: { Allow: methods.join(", ") } });
  return toErrorResponse(error);
});

app.onError((error) => toErrorResponse(error));
