import { databasesOf } from "../../databases-of.ts";
import { readRecentFacts } from "../../services/health/read-facts.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { authenticate } from "../authenticate.ts";
import { HttpError, jsonResponse } from "../error.ts";
import { hasMonitorKey } from "../monitor-key.ts";
import { newApp } from "../new-app.ts";
import { limitAddress } from "../rate-limit.ts";
import type { AdminContext } from "../request-context.ts";
import {
  serializeInstallation,
  serializePublicState,
  serializeTokenState,
} from "../serialize/installation.ts";
import { METRICS_TYPE, toMetrics } from "../serialize/metrics.ts";

/** The deadline of the token's lookup, which runs at the same time as the checks. */
const TOKEN_DEADLINE_MS = 800;

/** The route of `GET /healthz` (contract 25.6), which is for monitors and therefore not below `/v1`. */
export const healthRoutes = newApp().get("/", async (c) => {
  const nowMs = Date.now();
  const [who, facts] = await Promise.all([
    findCaller(c, nowMs),
    readRecentFacts(databasesOf(c.env)[0], nowMs),
  ]);
  const body =
    who === "monitor"
      ? serializeInstallation(facts, nowMs)
      : who === "token"
        ? serializeTokenState(facts, nowMs)
        : serializePublicState(facts, nowMs);
  return jsonResponse(body.status === "down" ? 503 : 200, body);
});

/** The route of `GET /metrics` (contract 25.16). A state that is down is a 200, because its values tell that. */
export const metricsRoutes = newApp().get("/", async (c) => {
  const nowMs = Date.now();
  if ((await findCaller(c, nowMs)) !== "monitor") {
    const message = "MONITOR_KEY is missing or wrong.";
    return jsonResponse(401, { message }, { "WWW-Authenticate": "Bearer" });
  }
  const facts = await readRecentFacts(databasesOf(c.env)[0], nowMs);
  const text = toMetrics(serializeInstallation(facts, nowMs));
  return new Response(text, { headers: { "Content-Type": METRICS_TYPE } });
});

/**
 * Returns who asks: whoever has the monitor's key, a caller with a valid token, or anybody. No token is valid while the
 * database does not answer.
 * @throws HttpError 401 for a wrong token or key, 429 beyond the limit of its address
 */
async function findCaller(c: AdminContext, nowMs: number): Promise<"monitor" | "token" | "anybody"> {
  const address = c.req.header("CF-Connecting-IP") ?? "";
  const authorization = c.req.header("Authorization");
  if (authorization === undefined) {
    await limitAddress(c.env, address, nowMs);
    return "anybody";
  }
  if (await hasMonitorKey(c.env, authorization)) return "monitor";
  try {
    await withDeadline(authenticate(c.env, authorization, address, nowMs), TOKEN_DEADLINE_MS);
    return "token";
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return "anybody";
  }
}
