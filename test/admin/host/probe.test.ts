import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFromZone, type DnsZone } from "../../support/dns-zone.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

/** Hostnames behind a proxy: DNS shows its addresses, so the hostname itself is asked. */

const PROXY = "104.16.1.1";
const PATH = "/.well-known/signpost/";
const NONCE = "0123456789abcdef0123456789abcdef";

afterEach(() => vi.restoreAllMocks());

type Front = (request: Request) => Response | Promise<Response>;

/** A front that passes requests on to the worker, as a proxy does that keeps the hostname. */
const passesOn: Front = (request) => exports.default.fetch(new Request(request.url, { redirect: "manual" }));

interface Web {
  asked: string[];
}

/** A web in which `zone` is DNS and `front` answers at every address. */
function serve(zone: DnsZone, front: Front): Web {
  const web: Web = { asked: [] };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, searchParams } = new URL(request.url);
    if (origin + pathname === env.DOH_URL) {
      const question = { name: searchParams.get("name") ?? "", type: searchParams.get("type") ?? "" };
      const answer = answerFromZone(zone, question);
      return new Response(answer?.body ?? "", { status: answer?.httpStatus ?? 500 });
    }
    web.asked.push(request.url);
    return front(request);
  });
  return web;
}

async function refresh(site: Site) {
  await env.DB.prepare("UPDATE hosts SET checked_at = NULL WHERE host = ?1").bind(site.host).run();
  return requireOk(await site.call("POST", `/host/${site.host}/refresh`)).body as {
    correct: boolean;
    current: string[];
    errors: { code: string }[];
  };
}

describe("a hostname behind a proxy", () => {
  it("[10.13] is correct if the request reaches this installation", async () => {
    const site = await createSite();
    const web = serve({ [site.host]: { A: [PROXY] } }, passesOn);
    expect(await refresh(site)).toMatchObject({
      correct: true,
      errors: [],
      current: [`A ${site.host} ${PROXY}`],
    });
    expect(web.asked.every((url) => new URL(url).pathname.startsWith(PATH))).toBe(true);
    expect(new Set(web.asked.map((url) => new URL(url).pathname)).size).toBe(1);
    const before = web.asked[0];
    await refresh(site);
    expect(web.asked.at(-1)).not.toBe(before);
  });

  it("is correct if only http, or only https, reaches it", async () => {
    for (const scheme of ["http:", "https:"]) {
      const site = await createSite();
      serve({ [site.host]: { A: [PROXY] } }, (request) =>
        new URL(request.url).protocol === scheme ? passesOn(request) : new Response("", { status: 526 }),
      );
      expect(await refresh(site), scheme).toMatchObject({ correct: true });
    }
  });

  it.each<[string, Front]>([
    ["answers with a page of its own", () => new Response("Welcome")],
    ["answers 404", () => new Response("", { status: 404 })],
    ["leads on to another place", () => Response.redirect("https://elsewhere.example/", 301)],
    [
      "asks for another hostname",
      (request) => exports.default.fetch(new Request(`http://other.example${new URL(request.url).pathname}`)),
    ],
    [
      "answers more than was asked for",
      async (request) => new Response(`${await (await passesOn(request)).text()}${"x".repeat(200)}`),
    ],
  ])("is not where the front %s, and stops being", async (_, front) => {
    const site = await createSite();
    serve({ [site.host]: { A: [PROXY] } }, passesOn);
    expect(await refresh(site)).toMatchObject({ correct: true });
    vi.restoreAllMocks();
    serve({ [site.host]: { A: [PROXY] } }, front);
    const state = await refresh(site);
    expect(state.correct).toBe(false);
    expect(state.errors.map(({ code }) => code)).toEqual(["mismatch"]);
  });

  it.each<[string, Front]>([
    ["answers 503", () => new Response("", { status: 503 })],
    ["gives no answer", () => Promise.reject(new Error("connection refused"))],
  ])("stays as it was where the front %s", async (_, front) => {
    const [known, fresh] = [await createSite(), await createSite()];
    serve({ [known.host]: { A: [PROXY] } }, passesOn);
    await refresh(known);
    vi.restoreAllMocks();
    serve({ [known.host]: { A: [PROXY] }, [fresh.host]: { A: [PROXY] } }, front);
    const state = await refresh(known);
    expect(state.correct).toBe(true);
    expect(state.errors.map(({ code }) => code)).toEqual(["probe_failed"]);
    expect(await refresh(fresh)).toMatchObject({ correct: false, errors: [{ code: "mismatch" }] });
  });

  it.each(["10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.1.1"])(
    "is never asked at %s",
    async (address) => {
      const site = await createSite();
      const web = serve({ [site.host]: { A: [PROXY, address] } }, passesOn);
      expect((await refresh(site)).correct).toBe(false);
      expect(web.asked).toEqual([]);
    },
  );

  it("is not requested if DNS suffices", async () => {
    const site = await createSite();
    const [ours = ""] = env.A_TARGETS.split(",");
    const web = serve({ [site.host]: { CNAME: env.CNAME_TARGET } }, passesOn);
    expect((await refresh(site)).correct).toBe(true);
    vi.restoreAllMocks();
    const mixed = serve({ [site.host]: { A: [ours, PROXY] } }, passesOn);
    expect(await refresh(site)).toMatchObject({ correct: false, errors: [{ code: "extra_address" }] });
    expect([...web.asked, ...mixed.asked]).toEqual([]);
  });
});

describe("an installation without addresses", () => {
  it("says in words what a bare domain needs, and finds out by asking", async () => {
    const targets = env.A_TARGETS;
    (env as { A_TARGETS: string }).A_TARGETS = "";
    try {
      const workspace = await createWorkspace();
      const host = "no-address.example";
      const { body } = requireOk(await workspace.call("POST", "/host", { host }));
      expect(body.require).toEqual([expect.stringMatching(`^ALIAS ${host} ${env.CNAME_TARGET}, or a proxy`)]);
      serve({ [host]: { A: [PROXY] } }, passesOn);
      const refreshed = requireOk(await workspace.call("POST", `/host/${host}/refresh`)).body;
      expect(refreshed).toMatchObject({ correct: true, errors: [] });
    } finally {
      (env as { A_TARGETS: string }).A_TARGETS = targets;
    }
  });
});

describe("GET /.well-known/signpost/<nonce>", () => {
  it("[10.13] is answered on every hostname, connected or not, with what only this installation can say", async () => {
    const site = await createSite();
    const answers = await Promise.all(
      [`http://${site.host}`, "http://nobody.example", `https://${site.host}`].map(async (origin) =>
        (await visit(`${origin}${PATH}${NONCE}`)).text(),
      ),
    );
    expect(answers[0]).toMatch(/^[\w-]{43}$/);
    expect(answers[1]).not.toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });

  it("[10.13] comes before records, force_https and counting, and is not kept", async () => {
    const site = await createSite();
    await env.DB.prepare("UPDATE hosts SET force_https = 1, ssl_issued_at = 1 WHERE host = ?1")
      .bind(site.host)
      .run();
    await site.createRedirect("/*", { destination: "https://example.com" });
    const response = await visit(`http://${site.host}${PATH}${NONCE}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const head = await visit(`http://${site.host}${PATH}${NONCE}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it.each([
    `${PATH}0123456789ABCDEF0123456789ABCDEF`,
    `${PATH}${NONCE}0`,
    `${PATH}${NONCE}/more`,
    PATH,
    `/x${PATH}${NONCE}`,
    `/x?y=${PATH}${NONCE}`,
  ])("any other path is a visit: %s", async (path) => {
    const site = await createSite();
    await site.createRedirect("/*", { destination: "https://example.com" });
    expect((await visit(`http://${site.host}${path}`)).headers.get("Location")).toContain(
      "https://example.com",
    );
  });
});
