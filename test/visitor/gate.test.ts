import { beforeAll, describe, expect, it, vi } from "vitest";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://secret.example/inside?a=1";
const PASSWORD = "open sesame";
const MINUTE_MS = 60_000;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createProtected(fields: object = {}): Promise<{ id: string; url: string }> {
  return site.createLink({ destination: DESTINATION, password: PASSWORD, ...fields });
}

function post(url: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
  return visit(url, { method: "POST", body: new URLSearchParams({ password }), headers });
}

function cookieOf(response: Response): string {
  return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

const from = (address: string) => ({ "CF-Connecting-IP": address });

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
    const response = await post(url, PASSWORD);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(DESTINATION);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("[5.2] leads to the composed destination: the query of the form's own URL is forwarded", async () => {
    const { url } = await createProtected({ forward_query: true, utm: { source: "x" } });
    const response = await post(`${url}?a=2&b=3`, PASSWORD);
    expect(response.headers.get("Location")).toBe("https://secret.example/inside?a=2&b=3&utm_source=x");
  });

  it("[5.5] opens the record for an hour by a cookie that holds neither password nor destination", async () => {
    const { url, id } = await createProtected();
    const response = await post(url, PASSWORD);
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
    const response = await post(secure, PASSWORD);
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
      const response = await post(`${url}?x=1`, PASSWORD);
      expect([response.status, response.headers.get("Location")]).toEqual([303, `${url}?x=1`]);
      const shown = await visit(url, { headers: { Cookie: cookieOf(response) } });
      expect(shown.status).toBe(200);
      expect(await shown.text()).toMatch(/<iframe|<p>inside/);
    },
  );

  it("[5.7] is not looked at where a valid cookie comes with the POST, which is answered 303", async () => {
    const { url } = await createProtected({ status: 307 });
    const cookie = cookieOf(await post(url, PASSWORD));
    for (const password of ["wrong", PASSWORD]) {
      const response = await post(url, password, { Cookie: cookie });
      expect([response.status, response.headers.get("Location")]).toEqual([303, DESTINATION]);
      expect(response.headers.has("Set-Cookie")).toBe(false);
    }
    expect((await post(url, "wrong", { Cookie: `${cookie}x` })).status).toBe(403);
  });
});

describe("a cookie", () => {
  const passes = async (url: string, cookie: string) =>
    (await visit(url, { headers: { Cookie: cookie } })).headers.has("Location");

  it("[5.6] opens no other record", async () => {
    const [first, second] = [await createProtected(), await createProtected()];
    const cookie = cookieOf(await post(first.url, PASSWORD));
    expect(await passes(first.url, cookie)).toBe(true);
    expect(await passes(second.url, cookie.replace(first.id, second.id))).toBe(false);
  });

  it("[5.6] ends with its hour, whatever it says itself", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD));
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now");
    now.mockReturnValue(startMs + 59 * MINUTE_MS);
    expect(await passes(url, cookie)).toBe(true);
    now.mockReturnValue(startMs + 61 * MINUTE_MS);
    expect(await passes(url, cookie)).toBe(false);
    const [name = "", value = ""] = cookie.split("=");
    const [untilMs = "", signature = ""] = value.split(".");
    expect(await passes(url, `${name}=${Number(untilMs) + 10 * MINUTE_MS}.${signature}`)).toBe(false);
    now.mockRestore();
  });

  it("[5.6] opens nothing with any byte of it changed, added or left out", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD));
    expect(await passes(url, cookie)).toBe(true);
    const [name = "", value = ""] = cookie.split("=");
    const at = (index: number, text: string) => value.slice(0, index) + text + value.slice(index + 1);
    const last = value.length - 1;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const others = [...alphabet].filter((letter) => letter !== value[last]);
    const changed = [
      ...others.map((letter) => at(last, letter)),
      `${value}=`,
      `${value}.`,
      `${value}.x`,
      `${value}A`,
      `0${value}`,
      value.replace(".", ". "),
      value.slice(0, -1),
    ];
    for (const text of changed) expect(await passes(url, `${name}=${text}`), text).toBe(false);
  });

  it.each(["", "x", "1.x", "99999999999999.", `99999999999999.${"A".repeat(43)}`, "%", "9e99.AAAA"])(
    "[5.6] of the value %j opens nothing",
    async (value) => {
      const { url, id } = await createProtected();
      expect(await passes(url, `sp_${id}=${value}`)).toBe(false);
    },
  );

  it.each([
    ["a new password", { password: "something else" }],
    ["the same password set anew", { password: PASSWORD }],
  ])("[5.6] ends with %s", async (_, change) => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD));
    requireOk(await site.call("PUT", `/link/${id}`, change));
    expect(await passes(url, cookie)).toBe(false);
  });

  it("[5.6] made before the password was removed opens none that is set later", async () => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD));
    requireOk(await site.call("PUT", `/link/${id}`, { password: null }));
    expect((await visit(url)).status).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { password: PASSWORD }));
    expect(await passes(url, cookie)).toBe(false);
  });

  it("[5.6] shows nothing of a record that was paused or has expired", async () => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD));
    requireOk(await site.call("POST", `/links/${id}/pause`));
    expect((await visit(url, { headers: { Cookie: cookie } })).status).toBe(404);
    requireOk(await site.call("POST", `/links/${id}/resume`));
    const expires = new Date(Date.now() - 1000).toISOString();
    requireOk(await site.call("PUT", `/link/${id}`, { expires }));
    expect((await visit(url, { headers: { Cookie: cookie } })).status).toBe(410);
    expect((await post(url, PASSWORD)).status).toBe(410);
  });
});

describe("a wrong password", () => {
  it.each([
    ["another", "wrong"],
    ["one that differs in the tail", `${PASSWORD}!`],
    ["an empty one", ""],
    ["one longer than passwords are", "x".repeat(100_000)],
  ])("[5.8] is a 403 with the form again: %s", async (_, password) => {
    const { url } = await createProtected();
    const response = await post(url, password);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('name="password"');
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  it.each([
    ["no form at all", "text/plain", "password"],
    ["JSON", "application/json", JSON.stringify({ password: PASSWORD })],
    ["a broken form", "multipart/form-data; boundary=x", "--x"],
    ["no content type", "", "password=x"],
  ])("[5.8] is what %s counts as", async (_, type, body) => {
    const { url } = await createProtected();
    const response = await visit(url, { method: "POST", body, headers: { "Content-Type": type } });
    expect(response.status).toBe(403);
  });

  it("[5.7, 5.10] locks after ten for one address, while others and valid cookies pass", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await post(url, PASSWORD, from("192.0.2.9")));
    for (let i = 0; i < 10; i++) {
      expect((await post(url, "wrong", from("192.0.2.1"))).status).toBe(403);
    }
    const locked = await post(url, PASSWORD, from("192.0.2.1"));
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await post(url, PASSWORD, from("192.0.2.2"))).status).toBe(303);
    const passed = await visit(url, { headers: { Cookie: cookie, ...from("192.0.2.1") } });
    expect(passed.status).toBe(302);
    const posted = await post(url, "wrong", { Cookie: cookie, ...from("192.0.2.1") });
    expect(posted.status).toBe(303);
  });

  it("[5.10] counts for the whole /64 of an IPv6 address", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 10; i++) await post(url, "wrong", from(`2001:db8:1:2::${i + 1}`));
    expect((await post(url, PASSWORD, from("2001:db8:1:2:ffff::1"))).status).toBe(429);
    expect((await post(url, PASSWORD, from("2001:db8:1:3::1"))).status).toBe(303);
  });

  it("[5.10] locks after a hundred for the record, whatever the addresses", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 100; i++) await post(url, "wrong", from(`198.51.100.${i}`));
    expect((await post(url, PASSWORD, from("203.0.113.1"))).status).toBe(429);
  });

  it("[5.10] is forgotten after 15 minutes, to the second that Retry-After tells", async () => {
    const { url } = await createProtected();
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    for (let i = 0; i < 10; i++) await post(url, "wrong");
    now.mockReturnValue(startMs + 15 * MINUTE_MS - 1000);
    expect((await post(url, PASSWORD)).headers.get("Retry-After")).toBe("1");
    now.mockReturnValue(startMs + 15 * MINUTE_MS);
    expect((await post(url, PASSWORD)).status).toBe(303);
    now.mockRestore();
  });

  it("[5.11] lets no more than ten through however many are tried at once", async () => {
    const { url } = await createProtected();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => post(url, `guess ${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  });

  it("[5.11] gives right passwords back: eleven of them lock nobody out", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 11; i++) expect((await post(url, PASSWORD)).status).toBe(303);
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
