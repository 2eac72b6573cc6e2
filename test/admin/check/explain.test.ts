import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { waitingKey } from "../../../src/domain/claim-key.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { hostname } from "../../support/hostname.ts";

const D = "https://example.com/own";

let site: Site;
let other: Site;

beforeAll(async () => {
  [site, other] = [await createSite(), await createSite()];
});

const explain = (url: string, as?: object, by: Site = site) =>
  by.call("POST", "/explain", { url, ...(as !== undefined && { as }) });
const explained = async (url: string, as?: object, by?: Site) => requireOk(await explain(url, as, by)).body;

describe("[30.2] an explanation", () => {
  it("names the record, what was tried before it, and where each part of the Location comes from", async () => {
    const { id, url } = await site.createRedirect("/blog/:year/:slug", {
      destination: "https://example.com/:slug?y=:year#top",
      forward_query: true,
      utm: { source: "move" },
    });
    await site.createRedirect("/blog/*", { destination: D });
    await site.createRedirect("/blog/2024/soon", { destination: D, starts: "2120-01-01T00:00:00Z" });
    const told = await explained(`${site.host}/blog/2024/soon?a=1&y=7`, { https: false });
    expect(told).toMatchObject({
      outcome: "redirect",
      status: 301,
      location: "https://example.com/soon?y=7&a=1&utm_source=move#top",
      record: { id, url },
      host: { asked: site.host, answered_by: site.host, relation: "self" },
      destinations: [{ url: "https://example.com/:slug?y=:year#top", chance: 1, verdict: "certain" }],
    });
    expect(told.headers).toMatchObject({ location: told.location });
    expect(
      told.tried.map(({ step, source, verdict }: Record<string, string>) => [step, source, verdict]),
    ).toEqual([
      ["exact", "/blog/2024/soon", "skipped"],
      ["pattern", "/blog/:year/:slug", "answers"],
    ]);
    expect(told.parts).toEqual([
      { text: "https://example.com/", from: "destination" },
      { text: "soon", from: "capture" },
      { text: "?", from: "destination" },
      { text: "y=7&a=1", from: "query" },
      { text: "&utm_source=move", from: "utm" },
      { text: "#top", from: "destination" },
    ]);
    const later = await explained(`${site.host}/blog/2024/soon`, {
      https: false,
      at: "2121-01-01T00:00:00Z",
    });
    expect(later.location).toBe(D);
  });

  it("[2.7] names a path that no record has with upper-case escapes", async () => {
    await site.createRedirect("/some/*", { destination: D });
    const { tried } = await explained(`${site.host}/%e9/P%C3%A4th%25%3f/`, { https: false });
    expect(
      tried.map(({ step, source, verdict }: Record<string, string>) => [step, source, verdict]).slice(0, 2),
    ).toEqual([
      ["exact", "/%E9/päth%25%3F", "none"],
      ["prefix", "/%E9/*", "none"],
    ]);
  });

  it("[4.5] leaves out of the parts what the source names itself", async () => {
    await site.createRedirect("/index.php?id=7", { destination: D, forward_query: true });
    const told = await explained(`${site.host}/index.php?id=7&gclid=1`, { https: false });
    expect(told.parts).toEqual([
      { text: `${D}?`, from: "destination" },
      { text: "gclid=1", from: "query" },
    ]);
  });

  it("judges each rule up to the first that holds", async () => {
    const { url, rules } = await site.createLink({
      destination: D,
      rules: [
        { if: { country: ["DE"], os: ["ios"] }, destination: "https://example.com/1" },
        { if: { continent: ["EU"] }, not: { language: ["de"] }, destination: "https://example.com/2" },
        { if: { continent: ["EU"] }, destination: "https://example.com/3" },
      ],
    });
    const told = await explained(url, { country: "FR", language: "fr" });
    expect(told.location).toBe("https://example.com/2");
    expect(told.rules).toEqual([
      { id: rules[0].id, verdict: "fails", failed: ["if.country", "if.os"] },
      { id: rules[1].id, verdict: "holds", failed: [] },
      { id: rules[2].id, verdict: "not_reached", failed: [] },
    ]);
  });

  it("[30.9] lists all destinations with their chance, and the one of a sticky visitor", async () => {
    const destinations = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const fields = { destinations, destination_routing: "weighted:1,3,0" };
    const { url } = await site.createLink(fields);
    const told = await explained(url);
    expect(told.destinations).toEqual([
      { url: destinations[0], chance: 0.25, verdict: "possible" },
      { url: destinations[1], chance: 0.75, verdict: "possible" },
      { url: destinations[2], chance: 0, verdict: "no_weight" },
    ]);
    expect(told.location).toBe(destinations[1]);
    expect(told.warnings).toHaveLength(1);
    const sticky = await site.createLink({ ...fields, plugins: ["sticky"] });
    const as = { address: "192.0.2.9", user_agent: "curl/8.0" };
    const headers = { "CF-Connecting-IP": as.address, "User-Agent": as.user_agent };
    const stuck = await explained(sticky.url, as);
    expect(stuck.destinations.filter(({ chance }: { chance: number }) => chance === 1)).toHaveLength(1);
    expect(stuck.location).toBe((await visit(sticky.url, { headers })).headers.get("Location"));
    // Each rule has draws of its own (contract 23.7).
    const rules = Array.from({ length: 8 }, (_, index) => ({
      destinations,
      destination_routing: "random",
      if: { query: { r: `${index}` } },
    }));
    const ruled = await site.createLink({ destination: D, rules, plugins: ["sticky"] });
    for (const index of rules.keys()) {
      const url = `${ruled.url}?r=${index}`;
      expect((await explained(url, as)).location).toBe(
        (await visit(url, { headers })).headers.get("Location"),
      );
    }
  });

  it("follows the hops inside the workspace, and tells of a circle", async () => {
    const [a, b, c] = ["hop-a", "hop-b", "hop-c"].map((alias) => `http://${site.host}/${alias}`);
    await site.createLink({ alias: "hop-a", destination: b });
    await site.createLink({ alias: "hop-b", destination: `${c}?x=1`, type: "301" });
    const last = await site.createLink({ alias: "hop-c", destination: `http://${other.host}/of-another` });
    const told = await explained(a ?? "");
    expect(told.next).toMatchObject([
      { url: b, outcome: "redirect", status: 301, location: `${c}?x=1` },
      { url: `${c}?x=1`, status: 302, location: `http://${other.host}/of-another`, record: { id: last.id } },
    ]);
    expect(told.warnings).toEqual(["Visitors take 3 redirects inside the workspace."]);
    await env.DB.prepare("UPDATE records SET destinations = ?2 WHERE id = ?1")
      .bind(last.id, JSON.stringify([a]))
      .run();
    expect((await explained(a ?? "")).warnings).toContain("The redirects lead in a circle.");
  });

  it("[30.8] says whether this data centre has the state of the database", async () => {
    const { id, url } = await site.createLink({ destination: D });
    expect((await explained(url)).edge).toEqual({ location: null, shows: "current", behind_seconds: 0 });
    const slots = await env.DB.prepare("SELECT slot FROM records WHERE id = ?1")
      .bind(id)
      .first<{ slot: string }>();
    await env.DB.prepare("UPDATE slots SET seq = ?2 WHERE slot = ?1")
      .bind(slots?.slot, Date.now() + 60_000)
      .run();
    expect((await explained(url)).edge.shows).toBe("older");
  });
});

describe("[30.3] an explanation has no side effects and shows nothing of others", () => {
  it("a hostname of another workspace is unknown, also where its or the own wildcard would answer", async () => {
    await other.createLink({ alias: "theirs", destination: D });
    requireOk(await other.call("POST", "/host", { host: `*.${other.host}` }));
    requireOk(await other.call("POST", "/redirect", { url: `*.${other.host}`, destination: D }));
    requireOk(await site.call("POST", "/host", { host: `*.${site.host}` }));
    requireOk(await site.call("POST", "/redirect", { url: `*.${site.host}`, destination: D }));
    requireOk(await other.call("POST", "/host", { host: `below.${site.host}` }));
    const places = [`${other.host}/theirs`, `x.${other.host}/y`, `below.${site.host}/`, "nobody.example/z"];
    for (const url of places) {
      const told = await explained(url, { held: true });
      expect(told).toMatchObject({
        outcome: "unknown-host",
        status: 404,
        record: null,
        host: { answered_by: null, relation: null },
        tried: [],
      });
    }
  });

  it("[30.4] `as.held` explains the records of a claim that waits for its hostname", async () => {
    const link = await site.createLink({ alias: "waiting", destination: D });
    const name = "waiting.acme.example";
    const key = waitingKey(hostname(name), site.id);
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO hosts (host, workspace_id, domain, tld, waiting_since, connected_via, connected_at, created_by, created_at, updated_at)
         SELECT ?1, ?2, 'acme.example', 'example', 1, 'api', 1, created_by, 1, 1 FROM hosts WHERE host = ?3`,
      ).bind(key, site.id, site.host),
      env.DB.prepare(
        "UPDATE records SET host = ?2, paused_by_claim = 1, paused_by = 'system' WHERE id = ?1",
      ).bind(link.id, key),
    ]);
    expect((await explained(`${name}/waiting`)).outcome).toBe("unknown-host");
    const told = await explained(`${name}/waiting`, { held: true });
    expect(told).toMatchObject({ outcome: "redirect", location: D, record: { id: link.id } });
    expect(told.edge.shows).toBe("unknown");
    expect(told.warnings[0]).toContain("does not hold");
  });

  it("takes no place of a limited number of visitors, and counts no click", async () => {
    const { id, url } = await site.createLink({ destination: D, max_clicks: 1 });
    for (let call = 0; call < 3; call++) expect((await explained(url)).location).toBe(D);
    expect(requireOk(await site.call("GET", `/link/${id}`)).body).toMatchObject({ clicks_left: 1 });
    expect((await visit(url)).headers.get("Location")).toBe(D);
    expect((await explained(url)).outcome).toBe("expired");
  });

  it("[30.5] a password is passed by an editor who says so, and by nobody else", async () => {
    const { url } = await site.createLink({ destination: D, password: "open sesame" });
    expect(await explained(url)).toMatchObject({ outcome: "gate", status: 200, location: null, parts: [] });
    expect(await explained(url, { unlocked: true })).toMatchObject({ outcome: "redirect", location: D });
    const viewer = await addToken(site.id, { role: "viewer" });
    const headers = { Authorization: `Bearer ${viewer}` };
    const body = { url, as: { unlocked: true } };
    expect((await site.call("POST", "/explain", body, headers)).status).toBe(484);
    expect((await site.call("POST", "/explain", { url }, headers)).status).toBe(200);
  });

  it("[30.6] names every field that is wrong", async () => {
    const headers = { "X-Link-Password": "a", cookie: "b", AUTHORIZATION: "c", "bad name": "d", "X-Ok": "e" };
    expectRefused(
      await explain(`${site.host}/x`, { headers }),
      "as.headers.AUTHORIZATION",
      "as.headers.X-Link-Password",
      "as.headers.bad name",
      "as.headers.cookie",
    );
    expectRefused(await explain("mailto:x@example.com"), "url");
    expectRefused(
      await explain("x", { country: "Germany", at: "now", method: "TRACE", nope: 1 }),
      "as.at",
      "as.country",
      "as.method",
      "as.nope",
    );
  });

  it("[30.7] a token has 50 explanations a minute", async () => {
    const token = await addToken(site.id);
    const statuses = new Set<number>();
    for (let call = 0; call < 120 && !statuses.has(429); call++) {
      const { status } = await site.call(
        "POST",
        "/explain",
        { url: "x" },
        { Authorization: `Bearer ${token}` },
      );
      statuses.add(status);
      if (status === 429) expect(call).toBeGreaterThanOrEqual(50);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

it("[27.7, 30.3] tells a caller with hosts of those alone, and follows no hop to others", async () => {
  const mine = await createSite();
  const theirs = await connectHost(mine);
  requireOk(await mine.call("POST", "/redirect", { url: `${theirs}/b`, destination: D }));
  const { url } = await mine.createRedirect("/a", { destination: `http://${theirs}/b` });
  const token = await addToken(mine.id, { hosts: [mine.host] });
  const ask = async (asked: string) =>
    requireOk(
      await send("/explain", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ url: asked }),
      }),
    ).body;
  expect(await ask(url)).toMatchObject({ outcome: "redirect", location: `http://${theirs}/b`, next: [] });
  expect((await explained(url, {}, mine)).next).toHaveLength(1);
  const told = await ask(`${theirs}/b`);
  expect(told).toMatchObject({ outcome: "unknown-host", record: null, tried: [] });
  expect(told.host.answered_by).toBeNull();
});
