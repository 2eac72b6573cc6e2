import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../../src/domain/role.ts";
import { addToken, createSite, send } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

const HOUR_MS = 3_600_000;
const UNKNOWN_ID = "0198c0de-0000-7000-8000-000000000001";

/** Every endpoint, with a request that would otherwise get past the door. */
const ENDPOINTS: [method: string, path: string, contentType: string, body: string | null][] = [
  ["POST", "/host", "application/json", '{"host":"new.acme.example"}'],
  ["POST", "/link", "application/json", '{"host":"new.acme.example"}'],
  ["GET", `/link/${UNKNOWN_ID}`, "application/json", null],
  ["PUT", `/link/${UNKNOWN_ID}`, "application/json", "{}"],
  ["DELETE", `/link/${UNKNOWN_ID}`, "application/json", null],
  ["POST", "/redirect", "application/json", '{"url":"new.acme.example"}'],
  ["GET", `/redirect/${UNKNOWN_ID}`, "application/json", null],
  ["PUT", `/redirect/${UNKNOWN_ID}`, "application/json", "{}"],
  ["DELETE", `/redirect/${UNKNOWN_ID}`, "application/json", null],
  ["PUT", "/files/page", "text/html", "<p>"],
  ["DELETE", "/files/page", "text/html", null],
  ["POST", "/bulk/import", "application/json", '{"rows":[]}'],
];
const READS = ENDPOINTS.filter(([method]) => method === "GET");
const WRITES = ENDPOINTS.filter(([method]) => method !== "GET");

function sendAs(authorization: string | null, [method, path, contentType, body]: (typeof ENDPOINTS)[number]) {
  const headers = new Headers({ "Content-Type": contentType });
  if (authorization !== null) headers.set("Authorization", authorization);
  return send(path, { method, headers, body });
}

afterEach(() => {
  vi.useRealTimers();
});

describe("credentials", () => {
  it.each(ENDPOINTS)("[9.6] %s %s without a token is a 401", async (...endpoint) => {
    const answer = await sendAs(null, endpoint);
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it.each([
    ["empty", ""],
    ["a scheme alone", "Bearer"],
    ["another scheme", "Basic c3BfOng="],
    ["no token of ours", "Bearer hello"],
    ["too short", `Bearer sp_${"a".repeat(39)}`],
    ["too long", `Bearer sp_${"a".repeat(41)}`],
    ["outside base62", `Bearer sp_${"-".repeat(40)}`],
    ["never issued", `Bearer sp_${"a".repeat(40)}`],
    ["SQL", "Bearer ' OR 1=1 --"],
  ])("a credential that is %s is a 401", async (_, authorization) => {
    const answer = await send(`/link/${UNKNOWN_ID}`, { headers: { Authorization: authorization } });
    expect(answer.status).toBe(401);
  });

  it("without a token, an unknown path is also a 401", async () => {
    expect((await send("/nothing", {})).status).toBe(401);
    // Whoever opens the address of the API in a browser learns where it is described.
    expect((await send("", {})).body.message).toContain("/v1/openapi.json");
  });

  it("a token is a 401 from the very millisecond of its expiry, and not before", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    const expiresAtMs = Date.now() + HOUR_MS;
    const token = await addToken(site.id, { expiresAtMs });
    const read = () => send(`/link/${id}`, { headers: { Authorization: `Bearer ${token}` } });
    vi.setSystemTime(expiresAtMs - 1);
    expect((await read()).status).toBe(200);
    vi.setSystemTime(expiresAtMs);
    expect((await read()).status).toBe(401);
    expect((await site.call("GET", `/link/${id}`)).status).toBe(200);
  });

  it("revoking a token ends it at once and leaves the others alone", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    const token = await addToken(site.id);
    const read = () => send(`/link/${id}`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await read()).status).toBe(200);
    await env.DB.prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND name = 'build server'")
      .bind(site.id)
      .run();
    expect((await read()).status).toBe(401);
    expect((await site.call("GET", `/link/${id}`)).status).toBe(200);
  });

  it("[14.4] a token is stored as its SHA-256 only", async () => {
    const { id, token } = await createWorkspace();
    const row = await env.DB.prepare("SELECT * FROM tokens WHERE workspace_id = ?1").bind(id).first();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
    expect(row?.["hash"]).toBe(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    expect(JSON.stringify(row)).not.toContain(token.slice(3));
  });

  it("the scheme is read without regard to case", async () => {
    const { token } = await createWorkspace();
    const answer = await send(`/link/${UNKNOWN_ID}`, { headers: { Authorization: `bearer ${token}` } });
    expect(answer.status).toBe(404);
  });
});

describe("roles", () => {
  it.each(WRITES)("[9.4] %s %s by a viewer is a 484, and nothing is written", async (...endpoint) => {
    const { id, token } = await createWorkspace("enterprise", "viewer");
    const answer = await sendAs(`Bearer ${token}`, endpoint);
    expect(answer.status).toBe(484);
    expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
    const rows = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM hosts WHERE workspace_id = ?1) + (SELECT count(*) FROM records WHERE workspace_id = ?1)
        + (SELECT count(*) FROM pages WHERE workspace_id = ?1) AS written`,
    )
      .bind(id)
      .first<{ written: number }>();
    expect(rows?.written).toBe(0);
  });

  it.each(READS)("%s %s is open to a viewer", async (...endpoint) => {
    const { token } = await createWorkspace("enterprise", "viewer");
    expect((await sendAs(`Bearer ${token}`, endpoint)).status).toBe(404);
  });

  it("a viewer reads what others wrote", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "read-me" });
    const token = await addToken(site.id, { role: "viewer" });
    const answer = await send(`/link/${id}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.body.alias).toBe("read-me");
  });

  it.each(WRITES)("%s %s is open to an editor", async (...endpoint) => {
    const { token } = await createWorkspace("enterprise", "editor");
    expect([200, 404, 422]).toContain((await sendAs(`Bearer ${token}`, endpoint)).status);
  });

  it.each<[Role, Role, number]>([
    ["viewer", "owner", 484],
    ["owner", "viewer", 484],
    ["editor", "owner", 200],
    ["owner", "editor", 200],
  ])(
    "[9.4] a member who is %s, with a token that is %s, can do what the lower of both can: %i",
    async (role, tokenRole, status) => {
      const site = await createSite();
      const token = await addToken(site.id, { role, tokenRole });
      const endpoint: (typeof ENDPOINTS)[number] = [
        "POST",
        "/link",
        "application/json",
        JSON.stringify({ host: site.host }),
      ];
      expect((await sendAs(`Bearer ${token}`, endpoint)).status).toBe(status);
    },
  );
});
