import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { createSite } from "../../support/site.ts";

afterEach(() => vi.restoreAllMocks());

type Bindings = Parameters<typeof answerAdmin>[1];

async function statusOf(path: string, headers: Record<string, string>, bindings: Bindings): Promise<number> {
  const request = new Request(`http://localhost:8787${path}`, { headers });
  return (await answerAdmin(request, bindings, createExecutionContext())).status;
}

it.each([
  ["refuse", async () => new Response(null, { status: 500 })],
  ["hang up", () => Promise.reject(new Error("no answer"))],
])(
  "[20.14] where static files %s, pages of the admin host are a 503 and the API answers",
  async (_, fetch) => {
    const { token: secret } = await createSite();
    const broken = { ...env, ASSETS: { fetch } as unknown as Fetcher };
    const html = { Accept: "text/html" };
    for (const path of ["/", "/links", "/docs", "/v1/openapi.json"]) {
      expect(await statusOf(path, html, broken), path).toBe(503);
    }
    const token = { Authorization: `Bearer ${secret}` };
    expect(await statusOf("/v1/account", token, broken)).toBe(200);
  },
);

it("[20.15] while the keys of Access cannot be read, only tokens sign in", async () => {
  const { token: secret } = await createSite();
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no answer"));
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const guarded = { ...env, ACCESS_TEAM: "a-team-nobody-asked-for", ACCESS_AUDIENCE: "tag" };
  const head = btoa(JSON.stringify({ alg: "RS256", kid: "any" }));
  const assertion = { "Cf-Access-Jwt-Assertion": `${head}.e30.c2ln`, "Sec-Fetch-Site": "same-origin" };
  expect(await statusOf("/v1/account", assertion, guarded)).toBe(401);
  expect(String(warned.mock.calls[0]?.[0])).toContain("access_not_verified");
  const token = { Authorization: `Bearer ${secret}` };
  expect(await statusOf("/v1/account", { ...assertion, ...token }, guarded)).toBe(200);
});
