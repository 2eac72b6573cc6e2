import { refuse, type Refusal } from "../../../src/domain/refusal/refusal.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import type { Env } from "../../../src/env.ts";
import { createSite, send, type Site } from "../../support/site.ts";
import { proxyOf } from "../../support/proxy-of.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

afterEach(() => vi.restoreAllMocks());

/** What was written to the log meanwhile, the lines of errors. */
function watchLog(): { lines: Record<string, unknown>[] } {
  const watched = { lines: [] as Record<string, unknown>[] };
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => {
      watched.lines.push(JSON.parse(String(line)) as Record<string, unknown>);
    });
  }
  return watched;
}

describe("a 422 has at most 16 kB, and names the first fields", () => {
  const filler = (count: number, of: (index: number) => unknown) =>
    Array.from({ length: count }, (_, i) => of(i));

  it.each<[string, object, string, string]>([
    ["plugins", { plugins: filler(90_000, (i) => `p${i}`) }, "plugins", "must have at most 50 entries"],
    ["UTM parameters", { utm: filler(50_000, (i) => `u${i}=x`) }, "utm", "must have at most 10 entries"],
    ["tags", { tags: filler(90_000, () => 7) }, "tags", "must have at most 50 entries"],
    [
      "destinations",
      { destinations: filler(90_000, () => "x y") },
      "destinations",
      "must have at most 20 entries",
    ],
  ])("however many %s come", async (_, fields, field, reason) => {
    const answer = await site.call("POST", "/link", { host: site.host, ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: [reason] });
  });

  it("however long their names are", async () => {
    const name = "日".repeat(1_500);
    const query = Array.from({ length: 12 }, (_, i) => `${encodeURIComponent(`filter[${name}${i}]`)}=1`).join(
      "&",
    );
    const response = await answerAdmin(
      new Request(`http://localhost:8787/v1/links?sort=x&${query}`, {
        headers: { Authorization: `Bearer ${site.token}` },
      }),
      env,
      createExecutionContext(),
    );
    const text = await response.text();
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(16_000);
  });

  it("however many sources are refused", async () => {
    const url = Array.from({ length: 3_000 }, (_, i) => `${site.host}/${"%".repeat(300)}${i}`).join(" ");
    const answer = await site.call("POST", "/redirect", { url });
    expect(answer.status).toBe(422);
    expect(new TextEncoder().encode(JSON.stringify(answer.body)).length).toBeLessThanOrEqual(16_000);
  });

  it("and says how many fields it leaves out", async () => {
    const { toErrorResponse, toHttpError } = await import("../../../src/admin/error.ts");
    watchLog();
    const fields = Object.fromEntries(
      filler(2_000, (i) => [`rows.${i}`, [refuse("required")]]) as [string, Refusal[]][],
    );
    const request = { id: "x", method: "POST", path: "/v1/link", workspaceId: null };
    const text = await toErrorResponse(toHttpError({ code: "invalid", fields }), request).text();
    expect(text.length).toBeLessThanOrEqual(16_000);
    const body = JSON.parse(text) as { message: string; errors: object };
    const listed = Object.keys(body.errors).length;
    expect(body.message).toBe(`Some fields are not valid. ${2_000 - listed} more are not listed here.`);
  });
});

describe("[9.6] an error has a request_id, which is also in the log", () => {
  it.each<[number, string, string, unknown]>([
    [400, "POST", "/workspace/update/nothing", { value: "x" }],
    [404, "GET", "/nothing", undefined],
    [405, "PATCH", "/link", undefined],
    [422, "POST", "/link", {}],
  ])("of status %i", async (status, method, path, body) => {
    const watched = watchLog();
    const answer = await site.call(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(watched.lines).toMatchObject([
      {
        event: "api_error",
        level: "info",
        request_id: answer.body.request_id,
        status,
        method,
        path: `/v1${path}`,
        workspace_id: site.id,
        message: answer.body.message,
      },
    ]);
  });

  it("for an unauthenticated call", async () => {
    const watched = watchLog();
    const { body } = await send("/link", {});
    expect(watched.lines).toMatchObject([{ request_id: body.request_id, status: 401, workspace_id: null }]);
  });

  it.each([
    [503, "D1_ERROR: Network connection lost."],
    [500, "boom"],
  ])("of status %i, with what went wrong in the log alone", async (status, text) => {
    const watched = watchLog();
    const DB = proxyOf(env.DB, {
      prepare: () => {
        throw new Error(text);
      },
    });
    const request = new Request("http://localhost:8787/v1/test", {
      headers: { Authorization: `Bearer ${site.token}` },
    });
    const bindings: Env = { ...env, DB };
    const response = await answerAdmin(request, bindings, createExecutionContext());
    expect(response.status).toBe(status);
    const body = await response.text();
    expect(body).not.toContain(text);
    const { request_id } = JSON.parse(body) as { request_id: string };
    expect(watched.lines).toMatchObject([
      { level: "error", request_id, status, error: expect.stringContaining(text) },
    ]);
  });

  it("is another one each time", async () => {
    watchLog();
    const ids = [await site.call("GET", "/nothing"), await site.call("GET", "/nothing")];
    expect(new Set(ids.map(({ body }) => String(body.request_id))).size).toBe(2);
  });
});
