import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { newId } from "../../../src/services/new-id.ts";
import { sign } from "../../../src/runtime/signing.ts";
import { proxyOf } from "../../support/proxy-of.ts";
import { connectHost, createSite, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { askYourls, openYourls, sendToYourls, type YourlsKey } from "../../support/yourls.ts";

let site: Site;
let key: YourlsKey;

beforeEach(async () => {
  site = await createSite();
  key = await openYourls(site);
});

afterEach(() => vi.restoreAllMocks());

const URL = "https://example.com/";
const BROKEN = proxyOf(env.DB, {
  prepare() {
    throw new Error("no query may be made");
  },
});
const CLOSED = "This address answers no API: the key or the door is closed";
const ask = (parameters: Record<string, string>, id = key.id) =>
  askYourls(id, { format: "json", action: "shorturl", url: URL, ...parameters });

describe("who may call the door", () => {
  it.each<[string, Record<string, string>, string]>([
    ["nothing", {}, "Please log in"],
    ["a wrong signature", { signature: "0123456789" }, "Please log in"],
    ["a name and password", { username: "ada", password: "sesame" }, "Invalid username or password"],
  ])("[35.5] %s is a 403, in each format", async (_, credentials, message) => {
    const json = await ask(credentials);
    expect(json.status).toBe(403);
    expect(json.body).toEqual({ errorCode: "403", message });
    const xml = await ask({ ...credentials, format: "xml" });
    expect(xml.text).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<root><errorCode>403</errorCode><message>${message}</message></root>\n`,
    );
    const simple = await ask({ ...credentials, format: "simple" });
    expect([simple.status, simple.text]).toEqual([403, message]);
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.1, 35.4] a closed door, a revoked key and an unknown one are the same 404", async () => {
    const { id, signature } = key;
    const unknown = newId(Date.now());
    const expectClosed = async (call: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await call;
      expect(status).toBe(404);
      expect(body).toEqual({ errorCode: "404", message: CLOSED });
    };
    await expectClosed(ask({ signature: await sign(env, "yourls", unknown) }, unknown));
    await expectClosed(ask({ signature }, "yourls"));
    requireOk(await site.call("POST", "/workspace/update/doors", { value: "shlink" }));
    await expectClosed(ask({ signature }));
    await expectClosed(ask({}));
    requireOk(await site.call("POST", "/workspace/update/doors", { value: "shlink,yourls" }));
    expect((await ask({ signature })).status).toBe(200);
    requireOk(await site.call("DELETE", `/door-keys/${id}`));
    await expectClosed(ask({ signature }));
  });

  it("[35.5] a token of the API, a session and another key's signature do not open it", async () => {
    const other = await openYourls(site);
    const headers = { Authorization: `Bearer ${site.token}`, Cookie: "signpost=x" };
    const parameters = { action: "shorturl", url: URL, format: "json" };
    const signed = { ...parameters, signature: other.signature };
    for (const sent of [parameters, signed, { ...parameters, signature: site.token }]) {
      expect((await askYourls(key.id, sent, { headers })).status).toBe(403);
    }
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.4] a key opens nothing but its door", async () => {
    for (const token of [key.signature, key.id, `yourls:${key.id}`]) {
      const answer = await site.call("GET", "/test", undefined, { Authorization: `Bearer ${token}` });
      expect(answer.status).toBe(401);
    }
  });

  it("[35.5] a key makes and reads nothing on a hostname that has passed to another workspace", async () => {
    const [other, second] = [await createSite(), await connectHost(site)];
    const wide = await openYourls(site, [site.host, second]);
    const onSecond = { host: second, alias: "two", destination: URL };
    requireOk(await site.call("POST", "/link", onSecond));
    requireOk(await site.call("POST", "/link", { host: site.host, alias: "one", destination: URL }));
    const move = (from: Site, to: Site) =>
      from.call("POST", `/host/${site.host}/move`, { token: to.token, empty: true });
    requireOk(await move(site, other));
    const made = await wide.call({ action: "shorturl", url: "https://example.com/new" });
    expect(made).toMatchObject({ status: 400, body: { status: "fail", code: "error:host" } });
    expect((await wide.call({ action: "shorturl", url: URL })).body.code).toBe("error:host");
    for (const shorturl of ["one", `http://${site.host}/one`]) {
      expect((await wide.call({ action: "expand", shorturl })).status).toBe(404);
      expect((await wide.call({ action: "url-stats", shorturl })).status).toBe(404);
    }
    const listed = await wide.call({ action: "stats", filter: "last", limit: "9" });
    expect(Object.values(listed.body.links)).toMatchObject([{ shorturl: `http://${second}/two` }]);
    expect((await wide.call({ action: "expand", shorturl: `http://${second}/two` })).status).toBe(200);
    expect((await key.call({ action: "db-stats" })).body["db-stats"].total_links).toBe(0);
    expect(await recordCounts(site.id)).toEqual({ kept: 2, counted: 2 });
    requireOk(await move({ ...other, host: site.host }, site));
    expect((await wide.call({ action: "expand", shorturl: "one" })).status).toBe(200);
  });

  it("[35.4] notes its use, which the list of keys shows", async () => {
    expect((await key.call({ action: "version" })).status).toBe(200);
    const used = async () => requireOk(await site.call("GET", "/door-keys")).body.data[0].last_used_at;
    await expect.poll(used).toMatch(/^\d{4}-/);
  });
});

describe("a call of the door", () => {
  it("[35.8] takes fields of either kind of form, which come before the query", async () => {
    const { signature } = key;
    const fields = { signature, action: "expand", shorturl: "none", format: "json" };
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    parts.set("file", new File(["x"], "x.txt"));
    for (const body of [parts, new URLSearchParams(fields)]) {
      const answer = await sendToYourls(key.id, "?action=version&format=xml", { method: "POST", body });
      expect([answer.status, answer.body?.keyword]).toEqual([404, "none"]);
    }
    const query = `?${new URLSearchParams({ ...fields, action: "version" })}`;
    expect((await sendToYourls(key.id, query, { method: "POST" })).body).toEqual({ version: "1.10.4" });
    const json = { method: "POST", body: "{", headers: { "Content-Type": "application/json" } };
    expect((await sendToYourls(key.id, query, json)).body).toEqual({ version: "1.10.4" });
  });

  it("[35.8] keeps a percent sign that escapes nothing, in a query and in forms", async () => {
    const parts = new FormData();
    const fields = { signature: key.signature, action: "expand", shorturl: "50%+a%zz%2", format: "json" };
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    const text = Object.entries(fields)
      .map(([name, value]) => `${name}=${value.replace("+", "%2B")}`)
      .join("&");
    const headers = { "Content-Type": "Application/x-www-form-urlencoded; charset=UTF-8" };
    const answers = [
      await sendToYourls(key.id, `?${text}`, {}),
      await sendToYourls(key.id, "", { method: "POST", body: text, headers }),
      await sendToYourls(key.id, "", { method: "POST", body: parts }),
    ];
    expect(answers.map(({ body }) => body?.keyword)).toEqual(Array(3).fill(fields.shorturl));
  });

  it.each<[string, RequestInit, number]>([
    ["HEAD", { method: "HEAD" }, 405],
    ["DELETE", { method: "DELETE" }, 405],
    [
      "a broken form",
      { method: "POST", body: "x", headers: { "Content-Type": "multipart/form-data; boundary=a" } },
      400,
    ],
    [
      "a form that is too large",
      { method: "POST", body: new URLSearchParams({ title: "t".repeat(1024 * 1024) }) },
      413,
    ],
  ])("[35.8] %s is refused in the door's format, and writes nothing", async (_, init, status) => {
    const query = new URLSearchParams({
      signature: key.signature,
      action: "shorturl",
      url: URL,
      format: "json",
    });
    const answer = await sendToYourls(key.id, `?${query}`, init);
    expect(answer.status).toBe(status);
    if (init.method !== "HEAD")
      expect(answer.body).toMatchObject({ errorCode: String(status), status: "fail" });
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.8] refuses jsonp as JSON, and unknown actions", async () => {
    const jsonp = await key.call({ action: "shorturl", url: URL, format: "jsonp", callback: "alert" });
    expect(jsonp.status).toBe(400);
    expect(jsonp.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(jsonp.body).toEqual({ errorCode: "400", message: expect.stringContaining("jsonp") });
    for (const parameters of [{}, { action: "" }, { action: "delete" }, { action: "__proto__" }]) {
      const { status, body } = await key.call(parameters);
      expect(status).toBe(400);
      expect(body).toEqual({ errorCode: "400", message: 'Unknown or missing "action" parameter' });
    }
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[35.8] allows no other site to read an answer", async () => {
    const parameters = { signature: key.signature, action: "version" };
    const { headers } = await askYourls(key.id, parameters, { headers: { Origin: "https://blog.example" } });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("[35.8] logs neither query nor form, whatever becomes of it", async () => {
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const) {
      vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
    }
    // The reason of the refusal repeats the keyword.
    await site.createLink({ alias: "secret" });
    const secret = { url: "https://secret.example/", title: "secret" };
    for (const method of ["GET", "POST"] as const) {
      await key.call({ ...secret, action: "shorturl", keyword: "secret" }, method);
      await key.call({ ...secret, action: "secret" }, method);
      await askYourls(key.id, { ...secret, signature: "secret" }, { method });
    }
    const failing = { ...env, DB: BROKEN };
    const url = `http://localhost:8787/yourls/${key.id}/yourls-api.php?signature=${key.signature}&url=secret`;
    const broken = await answerAdmin(new Request(url), failing, createExecutionContext());
    expect(broken.status).toBe(500);
    expect(await broken.text()).toMatch(/<errorCode>500<\/errorCode>/);
    expect(lines.length).toBeGreaterThanOrEqual(7);
    expect(lines.filter((line) => line.includes("secret") || line.includes(key.signature))).toEqual([]);
    expect(lines[0]).toContain(`"path":"/yourls/${key.id}/yourls-api.php"`);
  });
});

describe("the limits of the door", () => {
  const refuseAfter = (calls: number): RateLimit => {
    let left = calls;
    return { limit: () => Promise.resolve({ success: left-- > 0 }) };
  };
  const askOn = (
    bindings: Partial<typeof env>,
    parameters: Record<string, string>,
    address = "203.0.113.9",
  ) => {
    const url = `http://localhost:8787/yourls/${key.id}/yourls-api.php?${new URLSearchParams(parameters)}`;
    const request = new Request(url, { headers: { "CF-Connecting-IP": address } });
    return Promise.resolve(answerAdmin(request, { ...env, ...bindings }, createExecutionContext()));
  };

  it("[35.5] a key has the calls of a token, and then a 429 in the door's format", async () => {
    const API_LIMITER = refuseAfter(1);
    const parameters = { signature: key.signature, action: "version", format: "json" };
    expect((await askOn({ API_LIMITER }, parameters)).status).toBe(200);
    const refused = await askOn({ API_LIMITER }, parameters);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await refused.json()).toMatchObject({ errorCode: "429", message: expect.stringMatching(/\S/) });
  });

  it("[35.5] wrong signatures are counted by address, and then not looked up, but the right one is", async () => {
    const UNAUTHENTICATED_LIMITER = refuseAfter(1);
    const right = { signature: key.signature, action: "version" };
    const address = "203.0.113.77";
    expect((await askOn({ UNAUTHENTICATED_LIMITER }, right, address)).status).toBe(200);
    expect((await askOn({ UNAUTHENTICATED_LIMITER }, { signature: "x" }, address)).status).toBe(403);
    expect((await askOn({ UNAUTHENTICATED_LIMITER }, { signature: "x" }, address)).status).toBe(429);
    expect((await askOn({ UNAUTHENTICATED_LIMITER, DB: BROKEN }, { signature: "x" }, address)).status).toBe(
      429,
    );
    expect((await askOn({ UNAUTHENTICATED_LIMITER }, right, address)).status).toBe(200);
  });
});
