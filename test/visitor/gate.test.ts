import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf, DESTINATION, PASSWORD, postPassword, PROTECTED } from "../support/protected-link.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createProtected(fields: object = {}): Promise<{ id: string; url: string }> {
  return site.createLink({ ...PROTECTED, ...fields });
}

describe("the form", () => {
  it("[5.1] is a page without Location and without a trace of the destination, not to be stored or indexed", async () => {
    const { url } = await createProtected({ title: "Inside", description: "secret.example" });
    const response = await visit(url);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toMatch(/<form[^>]+method="post"/);
    expect(html).toContain('name="password"');
    for (const text of [html, JSON.stringify([...response.headers])]) {
      expect(text).not.toMatch(/secret\.example|inside/i);
    }
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*form-action 'self' http: https:/),
    });
    expect(response.headers.has("Location")).toBe(false);
  });

  it.each(["PUT", "PATCH", "DELETE", "PROPFIND"])("[5.2] does not take %s", async (method) => {
    const { url } = await createProtected();
    const response = await visit(url, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  it("[5.2] is answered to HEAD without a body, and OPTIONS tells of POST", async () => {
    const { url } = await createProtected();
    const head = await visit(url, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await visit(url, { method: "OPTIONS" })).headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  it("[5.8] comes for a password in the query, which is never read", async () => {
    const { url } = await createProtected();
    const response = await visit(`${url}?password=${encodeURIComponent(PASSWORD)}`);
    expect([response.status, response.headers.get("Location")]).toEqual([200, null]);
  });
});

describe("the right password", () => {
  it.each([301, 302, 303, 307, 308])("[5.4] is answered with 303 on a record of type %i", async (status) => {
    const { url } = await createProtected({ status });
    const response = await postPassword(url, PASSWORD);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(DESTINATION);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("[5.2] leads to the composed destination: the query of the form's own URL is forwarded", async () => {
    const { url } = await createProtected({ forward_query: true, utm: { source: "x" } });
    const response = await postPassword(`${url}?a=2&b=3`, PASSWORD);
    expect(response.headers.get("Location")).toBe("https://secret.example/inside?a=2&b=3&utm_source=x");
  });

  it("[5.5] opens the record for an hour by a cookie that holds neither password nor destination", async () => {
    const { url, id } = await createProtected();
    const response = await postPassword(url, PASSWORD);
    const cookie = response.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(String.raw`^sp_${id}=\d+\.[\w-]{43}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax$`),
    );
    const opened = await visit(url, { headers: { Cookie: `other=1; ${cookieOf(response)}; more=2` } });
    expect([opened.status, opened.headers.get("Location")]).toEqual([302, DESTINATION]);
    expect(opened.headers.get("Cache-Control")).toBe("no-store");
  });

  it("[5.5] sets a Secure cookie with the prefix __Host- on https, and takes no other there", async () => {
    const { url, id } = await createProtected();
    const secure = url.replace("http:", "https:");
    const response = await postPassword(secure, PASSWORD);
    expect(response.headers.get("Set-Cookie")).toMatch(new RegExp(`^__Host-sp_${id}=.*; Secure$`));
    expect((await visit(secure, { headers: { Cookie: cookieOf(response) } })).status).toBe(302);
    const planted = cookieOf(response).replace("__Host-", "");
    expect((await visit(secure, { headers: { Cookie: planted } })).status).toBe(200);
  });

  it.each([
    ["a frame", { type: "frame" }],
    ["a page", { file: "inside" }],
  ])(
    "[5.4] leads back to the record itself where that is %s, which the cookie then shows",
    async (_, change) => {
      requireOk(await site.call("PUT", "/files/inside", "<p>inside</p>"));
      const { id, url } = await createProtected();
      requireOk(await site.call("PUT", `/link/${id}`, change));
      const response = await postPassword(`${url}?x=1`, PASSWORD);
      expect([response.status, response.headers.get("Location")]).toEqual([303, `${url}?x=1`]);
      const shown = await visit(url, { headers: { Cookie: cookieOf(response) } });
      expect(shown.status).toBe(200);
      expect(await shown.text()).toMatch(/<iframe|<p>inside/);
    },
  );

  it("[5.7] is not looked at where a valid cookie comes with the POST, which is answered 303", async () => {
    const { url } = await createProtected({ status: 307 });
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    for (const password of ["wrong", PASSWORD]) {
      const response = await postPassword(url, password, { Cookie: cookie });
      expect([response.status, response.headers.get("Location")]).toEqual([303, DESTINATION]);
      expect(response.headers.has("Set-Cookie")).toBe(false);
    }
    expect((await postPassword(url, "wrong", { Cookie: `${cookie}x` })).status).toBe(403);
  });
});

describe("the header X-Link-Password", () => {
  const knock = (url: string, password: string, init: RequestInit = {}) =>
    visit(url, { ...init, headers: { "X-Link-Password": password } });

  it("[5.9] is answered with the Location as data, never with a redirect", async () => {
    const { url } = await createProtected({ status: 308 });
    const response = await knock(url, PASSWORD);
    expect(response.status).toBe(200);
    expect(response.headers.has("Location")).toBe(false);
    expect(await response.json()).toEqual({ location: DESTINATION });
  });

  it("[5.9] is a 403 where it is wrong, and counts as an attempt", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 10; i++) expect((await knock(url, "wrong")).status).toBe(403);
    const locked = await knock(url, PASSWORD);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("does not take the place of the form on POST", async () => {
    const { url } = await createProtected();
    expect((await knock(url, PASSWORD, { method: "POST" })).status).toBe(403);
  });
});
