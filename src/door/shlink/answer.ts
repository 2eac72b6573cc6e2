import { findBearer } from "../../admin/authenticate.ts";
import { databasesOf } from "../../databases-of.ts";
import { beginCall } from "../../admin/begin-call.ts";
import { type HttpError, jsonResponse, toHttpError } from "../../admin/error.ts";
import { addressOf, limitAddress, TOKEN_LIMIT_HEADER } from "../../admin/rate-limit.ts";
import { requestOf, type AdminContext } from "../../admin/request-context.ts";
import { decodeEscapes } from "../../domain/path.ts";
import type { ServiceContext } from "../../services/context.ts";
import { requireAllTags } from "../../services/require-whole.ts";
import { requireRole } from "../../services/require-role.ts";
import { isDoorOpen } from "../../services/workspace/open-doors.ts";
import { problem, toProblemResponse } from "./problem.ts";
import { ROUTES } from "./routes.ts";

/** The door for clients of Shlink: `/rest/v3/…` on the admin host (contract 35.9 to 35.13). */

/** Clients switch their features on by it. Versions from 4.2 on have conditions that ours cannot say. */
const VERSION = "4.1.1";

const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
  "Access-Control-Allow-Headers": "X-Api-Key, Content-Type",
  "Access-Control-Max-Age": "3600",
};

/** Answers any request below `/rest/`, also of pages of other origins. Cookies are never read. */
export async function answerShlink(c: AdminContext): Promise<Response> {
  const answer = await answerCall(c).catch((error: unknown) => toProblemResponse(error, requestOf(c)));
  answer.headers.set("Access-Control-Allow-Origin", "*");
  answer.headers.set("Access-Control-Expose-Headers", "Retry-After");
  return answer;
}

async function answerCall(c: AdminContext): Promise<Response> {
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  const { pathname, searchParams: query } = new URL(c.req.url);
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  if (method === "GET" && /^\/rest\/(?:v3\/)?health$/.test(pathname)) return answerHealth(c);
  const ctx = await findContext(c);
  const parts = pathname.replace(/^\/rest\/v3\//, "").split("/");
  const isNamed =
    parts.length === 3 || (parts.length === 2 && parts[0] === "short-urls" && !query.has("longUrl"));
  const name = isNamed ? decodeEscapes(parts.splice(1, 1, ":")[0] ?? "") : "";
  const key = `${method} ${parts.join("/")}`;
  const route = Object.hasOwn(ROUTES, key) ? ROUTES[key] : undefined;
  if (route === undefined) throw notFound(pathname);
  const [role, handler, requireReach = requireAllTags] = route;
  const refused = requireRole(ctx, role) ?? requireReach(ctx.caller);
  if (refused !== null) throw toHttpError(refused.error);
  const body = await handler({ c, ctx, query, name });
  const headers = Object.fromEntries([TOKEN_LIMIT_HEADER]);
  return body === null ? new Response(null, { status: 204, headers }) : jsonResponse(200, body, headers);
}

function notFound(path: string): HttpError {
  return problem(404, "not-found", "Not found", { path: path.slice(0, 200) });
}

async function answerHealth(c: AdminContext): Promise<Response> {
  await limitAddress(c.env, addressOf(c.req.raw), Date.now());
  if (!(await isDoorOpen(databasesOf(c.env), "shlink"))) throw notFound(c.req.path);
  const headers = { "Content-Type": "application/health+json" };
  return jsonResponse(200, { status: "pass", version: VERSION }, headers);
}

/** @throws HttpError 401 without a valid token, 404 if its workspace has not opened the door, 429 */
async function findContext(c: AdminContext): Promise<ServiceContext> {
  const key = c.req.header("X-Api-Key") ?? "";
  const home = await findBearer(c.env, key, addressOf(c.req.raw), Date.now());
  const ctx = home && (await beginCall(c, home, "api", Date.now()));
  if (!(await isDoorOpen(home ? [home.env] : databasesOf(c.env), "shlink", home?.found.workspace.id)))
    throw notFound(c.req.path);
  if (ctx !== null) return ctx;
  const type = key === "" ? "missing-authentication" : "invalid-api-key";
  throw problem(401, type, "X-Api-Key has to be a token of the workspace");
}
