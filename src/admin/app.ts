import { Hono } from "hono";
import { findCaller, noteUse } from "../services/tokens/find-caller.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { HttpError, toErrorResponse } from "./error.ts";
import { limitAddress, limitToken } from "./rate-limit.ts";
import { json, type AdminContext, type AdminEnv } from "./request-context.ts";
import { blocklistRoutes } from "./route/blocklist.ts";
import { bulkRoutes } from "./route/bulk.ts";
import { fileRoutes } from "./route/file.ts";
import { hostRoutes } from "./route/host.ts";
import { linkRoutes } from "./route/link.ts";
import { linksRoutes } from "./route/links.ts";
import { projectionRoutes } from "./route/projection.ts";
import { qrRoutes } from "./route/qr.ts";
import { redirectRoutes } from "./route/redirect.ts";
import { recommendationRoutes, sharedRoutes } from "./route/shared.ts";
import { statsRoutes } from "./route/stats.ts";
import { tokenRoutes } from "./route/token.ts";
import { accountRoutes, workspaceRoutes } from "./route/workspace.ts";

/** The admin API (contract: Endpoints), one module a resource. */
export const app = new Hono<AdminEnv>({ strict: true });

app.get("/v1/openapi.json", async (c) => {
  await limitAddress(c.env, addressOf(c), Date.now());
  const { openApiDocument } = await import("./openapi.ts");
  return json(openApiDocument(app));
});

app.use("/v1/*", async (c, next) => {
  const nowMs = Date.now();
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const caller = token === undefined ? null : await findCaller(c.env.DB, token, nowMs);
  if (caller === null) {
    await limitAddress(c.env, addressOf(c), nowMs);
    throw new HttpError(401, "A valid API token is needed: Authorization: Bearer <token>.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  await limitToken(c.env, caller.token.id, nowMs);
  const background = (work: Promise<unknown>) => c.executionCtx.waitUntil(work.catch(console.warn));
  background(noteUse(c.env.DB, caller, nowMs));
  c.set("service", { env: c.env, caller, channel: "api", nowMs, random: Math.random, background });
  await next();
});

const routes = app
  .route("/v1", accountRoutes)
  .route("/v1/workspace", workspaceRoutes)
  .route("/v1/blocklist", blocklistRoutes)
  .route("/v1/link", linkRoutes)
  .route("/v1/redirect", redirectRoutes)
  .route("/v1/links", linksRoutes)
  .route("/v1/links", qrRoutes)
  .route("/v1", statsRoutes)
  .route("/v1/bulk", bulkRoutes)
  .route("/v1/host", hostRoutes)
  .route("/v1/projection", projectionRoutes)
  .route("/v1/files", fileRoutes)
  .route("/v1/tokens", tokenRoutes)
  .route("/v1/shared", sharedRoutes)
  .route("/v1/recommendation", recommendationRoutes);

/** The API as a type: `hc<AdminApi>(address)` is a client of it. */
export type AdminApi = typeof routes;

app.notFound((c) => {
  const methods = allowedMethods(app.routes, c.req.path);
  const error =
    methods.length === 0
      ? new HttpError(404, "Not found.")
      : new HttpError(405, "This method is not allowed here.", { headers: { Allow: methods.join(", ") } });
  return toErrorResponse(error);
});

app.onError((error) => toErrorResponse(error));

function addressOf(c: AdminContext): string {
  return c.req.header("CF-Connecting-IP") ?? "";
}
