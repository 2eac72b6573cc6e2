import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import type { Env } from "../../../src/env.ts";
import { callRest, createShlinkSite, openDoor, type ShlinkSite } from "../../support/shlink.ts";
import { addToken, createSite } from "../../support/site.ts";
import { homeOf } from "../../support/home.ts";

const TYPE = "https://shlink.io/api/error/";

function expectProblem(answer: Awaited<ReturnType<typeof callRest>>, status: number, type: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  expect(answer.body).toMatchObject({ type: TYPE + type, status });
  expect(answer.body.title).toMatch(/\S/);
  expect(answer.body.detail).toMatch(/\S/);
}

describe("a closed door", () => {
  beforeEach(async () => {
    await env.DB.prepare("UPDATE workspaces SET doors = NULL").run();
  });

  it.each([
    ["GET", "/health"],
    ["GET", "/v3/health"],
    ["GET", "/v3/short-urls"],
    ["POST", "/v3/short-urls"],
    ["GET", "/v3/nothing"],
  ])("[35.1, 35.9] %s %s is a 404 in Shlink's format, with a token and without", async (method, path) => {
    const site = await createSite();
    expectProblem(await callRest(site.token, method, path), 404, "not-found");
    expectProblem(await callRest(null, method, path), 404, "not-found");
  });

  it("[35.1, 35.9] stays closed for a workspace while another has opened it, and with YOURLS alone", async () => {
    const [open, closed] = [await createSite(), await createSite()];
    await openDoor(open);
    await closed.call("POST", "/workspace/update/doors", { value: "yourls" });
    expectProblem(await callRest(closed.token, "GET", "/v3/short-urls"), 404, "not-found");
    expect((await callRest(open.token, "GET", "/v3/short-urls")).status).toBe(200);
    expect((await callRest(null, "GET", "/health")).status).toBe(200);
  });

  it("[35.9] finds an open door by an index, without reading the workspaces that have none", async () => {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT 1 FROM workspaces INDEXED BY workspaces_with_doors
       WHERE doors IN (SELECT value FROM json_each('["shlink"]')) LIMIT 1`,
    ).all<{ detail: string }>();
    expect(results[0]?.detail).toMatch(/SEARCH workspaces USING .*INDEX workspaces_with_doors \(doors=\?\)/);
  });
});

describe("an open door", () => {
  let site: ShlinkSite;

  beforeAll(async () => {
    site = await createShlinkSite();
  });

  it("[35.9] tells a version whose features it has, without a key", async () => {
    const answer = await callRest(null, "GET", "/health");
    expect(answer.body).toMatchObject({ status: "pass", version: "4.1.1" });
    expect(answer.headers.get("Content-Type")).toBe("application/health+json");
    expect((await callRest(null, "GET", "/v3/health")).body.version).toBe("4.1.1");
  });

  it("[35.9] asks for a token of the workspace", async () => {
    expectProblem(await callRest(null, "GET", "/v3/short-urls"), 401, "missing-authentication");
    expectProblem(await callRest("sp_wrong", "GET", "/v3/short-urls"), 401, "invalid-api-key");
    expectProblem(await callRest(`sp_${"a".repeat(40)}`, "GET", "/v3/tags"), 401, "invalid-api-key");
  });

  it("[35.9] never reads a cookie", async () => {
    const signedIn = await exports.default.fetch("http://localhost:8787/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "http://localhost:8787" },
      body: JSON.stringify({ token: site.token }),
    });
    const cookie = signedIn.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    expect(cookie).toMatch(/=/);
    const answer = await callRest(null, "GET", "/v3/short-urls", undefined, { Cookie: cookie });
    expectProblem(answer, 401, "missing-authentication");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  it("[35.9] lets pages of every origin in, and only here", async () => {
    const preflight = await callRest(null, "OPTIONS", "/v3/short-urls", undefined, {
      Origin: "https://app.shlink.example",
      "Access-Control-Request-Method": "PATCH",
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toMatch(/PATCH/);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toMatch(/X-Api-Key/i);
    for (const answer of [
      await site.rest("GET", "/short-urls"),
      await site.rest("GET", "/nothing"),
      await callRest(null, "GET", "/v3/tags"),
      await callRest(null, "GET", "/health"),
    ]) {
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(answer.headers.get("Access-Control-Expose-Headers")).toBe("Retry-After");
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
    const api = await site.call("GET", "/tags");
    expect(api.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it.each([
    ["GET", "/nothing"],
    ["PUT", "/short-urls"],
    ["GET", "/short-urls/a/b/c"],
    ["GET", "/__proto__"],
    ["DELETE", "/domains"],
    ["GET", "/short-urls/shorten?longUrl=https://example.org/"],
    ["GET", ""],
  ])("[35.10] answers %s %s, which is unknown, in Shlink's format", async (method, path) => {
    expectProblem(await site.rest(method, path), 404, "not-found");
    expectProblem(await callRest(site.token, method, `/v2${path}`), 404, "not-found");
  });

  it("[35.9] asks for the roles of the API, and sees the hostnames of the token", async () => {
    const viewer = await addToken(site.id, { role: "viewer" });
    const body = { longUrl: "https://example.org/", domain: site.host };
    expectProblem(await callRest(viewer, "POST", "/v3/short-urls", body), 403, "needs-role");
    const other = await addToken(site.id, { hosts: ["other.acme.example"] });
    expectProblem(await callRest(other, "POST", "/v3/short-urls", body), 400, "invalid-data");
    expect((await callRest(other, "GET", "/v3/domains")).body.domains.data).toEqual([]);
    expectProblem(await callRest(other, "DELETE", "/v3/tags?tags[]=a"), 403, "needs-all-hosts");
    expectProblem(
      await callRest(other, "PUT", "/v3/tags", { oldName: "a", newName: "b" }),
      403,
      "needs-all-hosts",
    );
  });

  it("[35.10] refuses what is no JSON object", async () => {
    expectProblem(await site.rest("POST", "/short-urls", "{"), 400, "body-not-json");
    expectProblem(await site.rest("POST", "/short-urls", "[]"), 400, "invalid-data");
    expectProblem(await site.rest("PATCH", "/domains/redirects", "3"), 400, "invalid-data");
  });

  it.each([
    ["API_LIMITER", "/rest/v3/tags", { "X-Api-Key": "" }],
    ["UNAUTHENTICATED_LIMITER", "/rest/health", {}],
    ["UNAUTHENTICATED_LIMITER", "/rest/v3/tags", { "X-Api-Key": "sp_nobody" }],
  ])("[35.9] limits calls by %s at %s", async (limiter, path, key) => {
    const headers = "X-Api-Key" in key && key["X-Api-Key"] === "" ? { "X-Api-Key": site.token } : key;
    const refusing = { ...env, [limiter]: { limit: async () => ({ success: false }) } } as unknown as Env;
    const request = new Request(`http://localhost:8787${path}`, { headers });
    const response = await answerAdmin(request, refusing, createExecutionContext());
    const body = await response.json();
    expectProblem({ status: response.status, headers: response.headers, body }, 429, "too-many-requests");
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
  });

  it("[35.10] says that the database does not answer in Shlink's format", async () => {
    const broken = {
      ...env,
      DB: {
        prepare: () => {
          throw new Error("D1_ERROR: gone");
        },
      },
    } as unknown as Env;
    const request = new Request("http://localhost:8787/rest/health");
    const response = await answerAdmin(request, broken, createExecutionContext());
    const body = await response.json();
    expectProblem({ status: response.status, headers: response.headers, body }, 503, "storage");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  it("[35.9] writes nothing for a suspended workspace, and reads on", async () => {
    const paused = await createShlinkSite();
    await homeOf(paused.id)
      .prepare("UPDATE workspaces SET suspended_at = 1 WHERE id = ?1")
      .bind(paused.id)
      .run();
    expectProblem(
      await paused.rest("POST", "/short-urls", { longUrl: "https://example.org/" }),
      403,
      "suspended",
    );
    expect((await paused.rest("GET", "/short-urls")).status).toBe(200);
  });
});
