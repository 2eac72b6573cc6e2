import type { RouterRoute } from "hono/types";
import { answerShlink } from "../door/shlink/answer.ts";
import { refuse } from "../domain/refusal/refusal.ts";
import { yourlsRoutes } from "../door/yourls/route.ts";
import { authenticate } from "./authenticate.ts";
import { HttpError, JSON_TYPE, toErrorResponse } from "./error.ts";
import { nearby } from "./nearby.ts";
import { newApp } from "./new-app.ts";
import { toPattern } from "./path-router.ts";
import { beginCall } from "./begin-call.ts";
import { addressOf, limitAddress, TOKEN_LIMIT_HEADER } from "./rate-limit.ts";
import { requestOf } from "./request-context.ts";
import {
  aboutChecksRoutes,
  asksForPage,
  dashboardRoutes,
  serveDashboard,
  docsRoutes,
} from "./route/static-pages.ts";
import { activityRoutes } from "./route/activity.ts";
import { blocklistRoutes } from "./route/blocklist.ts";
import { bulkRoutes } from "./route/bulk.ts";
import { changeRoutes } from "./route/change.ts";
import { checkRoutes } from "./route/check.ts";
import { conversionRoutes } from "./route/conversion.ts";
import { explainRoutes } from "./route/explain.ts";
import { exportRoutes } from "./route/export.ts";
import { fileRoutes } from "./route/file.ts";
import { healthRoutes, metricsRoutes } from "./route/health.ts";
import { hostFileRoutes } from "./route/host-file.ts";
import { hostRoutes } from "./route/host.ts";
import { memberRoutes } from "./route/member.ts";
import { missRoutes } from "./route/miss.ts";
import { projectionRoutes } from "./route/projection.ts";
import { qrRoutes } from "./route/qr.ts";
import { linkRoutes, linksRoutes, redirectRoutes } from "./route/records.ts";
import { sessionRoutes } from "./route/session.ts";
import { recommendationRoutes, sharedRoutes } from "./route/shared.ts";
import { openStatisticsRoutes, sharedStatisticsRoutes } from "./route/shared-statistics.ts";
import { sitemapRoutes } from "./route/sitemap.ts";
import { statsRoutes } from "./route/stats.ts";
import { tagRoutes } from "./route/tag.ts";
import { doorKeyRoutes, tokenRoutes } from "./route/token.ts";
import { webhookRoutes } from "./route/webhook.ts";
import { accountRoutes, workspaceRoutes } from "./route/workspace.ts";
import { findDashboardCaller, SESSION_LIMIT_HEADER } from "./session.ts";
import { serveStaticFile } from "./static-file.ts";

/** The admin API (contract 9). Each resource has one module. */
export const app = newApp();

app.use("*", async (c, next) => {
  c.set("requestId", crypto.randomUUID());
  await next();
});

app.get("/v1/openapi.json", async (c) => {
  await limitAddress(c.env, addressOf(c.req.raw), Date.now());
  return serveStaticFile(c, "/v1/openapi.json", { "Content-Type": JSON_TYPE });
});

app.route("/", dashboardRoutes);
app.route("/about-checks", aboutChecksRoutes);
app.route("/docs", docsRoutes);
app.route("/healthz", healthRoutes);
app.route("/metrics", metricsRoutes);

app.route("/yourls", yourlsRoutes);

app.route("/v1/session", sessionRoutes);
app.route("/v1/shared-statistics/read", openStatisticsRoutes);

// Doors are outside of the API: they read their callers and answer errors themselves (contract 35.1).
app.all("/rest/*", answerShlink);

app.use("/v1/*", async (c, next) => {
  const nowMs = Date.now();
  const authorization = c.req.header("Authorization");
  const member = authorization === undefined ? await findDashboardCaller(c.env, c.req.raw, nowMs) : null;
  const home = member ?? (await authenticate(c.env, authorization, addressOf(c.req.raw), nowMs));
  await beginCall(c, home, member === null ? "api" : "dashboard", nowMs);
  await next();
  // Set also on errors, which are answers at this point.
  c.res.headers.set(...(member === null ? TOKEN_LIMIT_HEADER : SESSION_LIMIT_HEADER));
});
app.use("/v1/*", nearby);

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
  .route("/v1/activity", activityRoutes)
  .route("/v1/changes", changeRoutes)
  .route("/v1/host", hostRoutes)
  .route("/v1/host", hostFileRoutes)
  .route("/v1/projection", projectionRoutes)
  .route("/v1/checks", checkRoutes)
  .route("/v1/explain", explainRoutes)
  .route("/v1/export", exportRoutes)
  .route("/v1/files", fileRoutes)
  .route("/v1/misses", missRoutes)
  .route("/v1/sitemaps", sitemapRoutes)
  .route("/v1/tokens", tokenRoutes)
  .route("/v1/door-keys", doorKeyRoutes)
  .route("/v1/members", memberRoutes)
  .route("/v1/tags", tagRoutes)
  .route("/v1/webhooks", webhookRoutes)
  .route("/v1/conversions", conversionRoutes)
  .route("/v1/shared", sharedRoutes)
  .route("/v1/shared-statistics", sharedStatisticsRoutes)
  .route("/v1/recommendation", recommendationRoutes);

/** The type of the API. `hc<AdminApi>(address)` is a client of it. */
export type AdminApi = typeof routes;

app.notFound((c) => {
  const methods = allowedMethods(app.routes, c.req.path);
  if (methods.length === 0 && asksForPage(c.req)) return serveDashboard(c);
  const isEntrance = ["/v1", "/v1/"].includes(c.req.path);
  const error =
    methods.length === 0
      ? new HttpError(404, isEntrance ? refuse("api_described") : refuse("not_found"))
      : new HttpError(405, refuse("method_only", { methods: methods.join(", ") }), {
          headers: { Allow: methods.join(", ") },
        });
  return toErrorResponse(error, requestOf(c));
});

app.onError((error, c) => toErrorResponse(error, requestOf(c)));

function allowedMethods(routes: RouterRoute[], path: string): string[] {
  const matching = routes.filter((route) => route.method !== "ALL" && toPattern(route.path).test(path));
  // HEAD is answered like GET, without a body.
  return [...new Set(matching.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}
