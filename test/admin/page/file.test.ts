import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addToken, createSite, expectRefused, requireOk, send, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const MAX_BYTES = 100_000;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function store(name: string, html: string) {
  return site.call("PUT", `/files/${name}`, html);
}

describe("PUT /files/{name}", () => {
  it("[14.7] stores a page", async () => {
    const { body } = requireOk(await store("stored.html", "<h1>Grüezi</h1>"));
    expect(body).toMatchObject({ name: "stored.html" });
    requireOk(await store("stored.html", "<h1>Servus</h1>"));
  });

  it("with a charset in its content type", async () => {
    const answer = await site.call("PUT", "/files/charset", "<p>", {
      "Content-Type": "text/html; charset=utf-8",
    });
    expect(answer.status).toBe(200);
  });

  it("[14.7] of 100 kB, and not a byte more", async () => {
    const { id, url } = await site.createLink();
    const html = "x".repeat(MAX_BYTES);
    requireOk(await store("large", html));
    requireOk(await site.call("PUT", `/link/${id}`, { file: "large" }));
    expectRefused(await store("large", `${html}x`), "body");
    expect(await (await visit(url)).text()).toBe(html);
  });

  it("counted in bytes", async () => {
    requireOk(await store("wide", "ü".repeat(MAX_BYTES / 2)));
    expectRefused(await store("wide", `${"ü".repeat(MAX_BYTES / 2)}x`), "body");
  });

  it("keeps every byte", async () => {
    const html = "<!doctype html>\r\n<p>\u0000 'quotes' \"too\" 🦊 \\ </p>\n\n";
    const { id, url } = await site.createLink();
    requireOk(await store("bytes", html));
    requireOk(await site.call("PUT", `/link/${id}`, { file: "bytes" }));
    expect(await (await visit(url)).text()).toBe(html);
  });

  it.each(["a", "Menu-2026_v1.html", "0", "x".repeat(100)])("may be called %s", async (name) => {
    requireOk(await store(name, "<p>"));
    requireOk(await site.call("DELETE", `/files/${name}`));
  });

  it.each([
    ["a space", "a%20b"],
    ["a slash", "a%2Fb"],
    ["a percent sign", "a%25b"],
    ["a NUL", "a%00b"],
    ["a letter outside ASCII", "men%C3%BC"],
    ["101 characters", "x".repeat(101)],
    ["a dot in front", ".hidden"],
  ])("may not have %s in its name", async (_, name) => {
    expectRefused(await store(name, "<p>"), "name");
  });

  it("[19.1] shows a changed page to visitors at once, wherever it is served", async () => {
    requireOk(await store("news", "<p>yesterday"));
    const [first, second] = [await site.createLink(), await site.createLink()];
    for (const { id } of [first, second]) requireOk(await site.call("PUT", `/link/${id}`, { file: "news" }));
    expect(await (await visit(first.url)).text()).toBe("<p>yesterday");
    requireOk(await store("news", "<p>today"));
    for (const { url } of [first, second]) {
      const page = await visit(url);
      expect(page.status).toBe(200);
      expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
      expect(await page.text()).toBe("<p>today");
    }
  });

  it("shows a changed page also on a record that began to serve it during the change", async () => {
    requireOk(await store("race", "<p>before"));
    const { id, url } = await site.createLink();
    const batch = env.DB.batch.bind(env.DB);
    vi.spyOn(env.DB, "batch").mockImplementationOnce(async (statements) => {
      requireOk(await site.call("PUT", `/link/${id}`, { file: "race" }));
      return batch(statements);
    });
    requireOk(await store("race", "<p>after"));
    vi.restoreAllMocks();
    expect(await (await visit(url)).text()).toBe("<p>after");
  });

  it("of one workspace is separate from one with the same name in another", async () => {
    const other = await createSite();
    requireOk(await store("ours", "<p>ours"));
    requireOk(await other.call("PUT", "/files/ours", "<p>theirs"));
    const { id, url } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { file: "ours" }));
    expect(await (await visit(url)).text()).toBe("<p>ours");
    requireOk(await other.call("DELETE", "/files/ours"));
    expect(await (await visit(url)).text()).toBe("<p>ours");
  });

  it("without a body is an empty page", async () => {
    const headers = { Authorization: `Bearer ${site.token}`, "Content-Type": "text/html" };
    expect((await send("/files/empty", { method: "PUT", headers })).status).toBe(200);
  });
});

describe("PUT /files/{name} by a caller with hosts", () => {
  /** Stores a page with a token that reaches one hostname alone. */
  async function storeWithin(of: Site, name: string) {
    const token = await addToken(of.id, { hosts: [of.host] });
    return of.call("PUT", `/files/${name}`, "<p>new", { Authorization: `Bearer ${token}` });
  }

  /** Connects a hostname that another workspace holds, so that the claim waits. */
  async function wait(of: Site): Promise<string> {
    const { host } = await createSite();
    expect(requireOk(await of.call("POST", "/host", { host })).body.held).toBe(false);
    return host;
  }

  it("[27.9] writes no page that a waiting hostname elsewhere names, and writes it once only its own names it", async () => {
    const own = await createSite();
    const waiting = await wait(own);
    requireOk(await own.call("PUT", "/files/lost", "<p>old"));
    requireOk(await own.call("PUT", `/host/${own.host}`, { pages: { "404": "lost" } }));
    const name = async (page: string | null) =>
      requireOk(await own.call("PUT", `/host/${waiting}`, { pages: { "404": page } }));
    await name("lost");
    expectRefused(await storeWithin(own, "lost"), "name");
    await name(null);
    requireOk(await storeWithin(own, "lost"));
  });

  it("[27.9] writes a page of the workspace only while it has no hostname elsewhere", async () => {
    const own = await createSite();
    requireOk(await own.call("PUT", "/files/lost", "<p>old"));
    requireOk(await own.call("PUT", "/workspace", { pages: { "404": "lost" } }));
    requireOk(await storeWithin(own, "lost"));
    await wait(own);
    expectRefused(await storeWithin(own, "lost"), "name");
  });
});

describe("DELETE /files/{name}", () => {
  it("[14.7] answers 200 with data null, and then 404", async () => {
    requireOk(await store("short-lived", "<p>"));
    expect(requireOk(await site.call("DELETE", "/files/short-lived")).body).toEqual({ data: null });
    expect((await site.call("DELETE", "/files/short-lived")).status).toBe(404);
  });

  it("[14.7] is a 422 while a record serves the page, and succeeds afterwards", async () => {
    requireOk(await store("in-use", "<p>in use"));
    const { id, url } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { file: "in-use" }));
    const answer = await site.call("DELETE", "/files/in-use");
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toHaveLength(1);
    expect(await (await visit(url)).text()).toBe("<p>in use");
    requireOk(await site.call("PUT", `/link/${id}`, { file: null }));
    requireOk(await site.call("DELETE", "/files/in-use"));
  });

  it("goes through once the record that served it is deleted", async () => {
    requireOk(await store("orphan", "<p>"));
    const { id } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { file: "orphan" }));
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await site.call("DELETE", "/files/orphan"));
  });

  it("of another workspace's page is a 404", async () => {
    const other = await createSite();
    requireOk(await other.call("PUT", "/files/theirs", "<p>"));
    expect((await site.call("DELETE", "/files/theirs")).status).toBe(404);
    requireOk(await other.call("DELETE", "/files/theirs"));
  });
});
