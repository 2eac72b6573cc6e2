import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { drainAll } from "../../support/complete-hosts.ts";
import { audit } from "../../../scripts/lab/testbed/audit.ts";
import { createSite, historyOf, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { visit, type Answer } from "../../support/workspace.ts";

/** Writers that meet on one record, one alias or one free slot: afterwards all that is kept agrees. */

afterEach(async () => {
  await drainAll();
  expect(await audit(env)).toEqual([]);
});

function statusesOf(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

const leadsTo = async (site: Site, alias: string) =>
  (await visit(`http://${site.host}/${alias}`)).headers.get("Location");

describe("20 editors of one record", () => {
  /** Each changes something that history keeps, and nobody else's value. */
  const EDITS: ((index: number) => object)[] = [
    (index) => ({ destination: `https://example.com/${index}` }),
    (index) => ({ destinations: [`https://a.example/${index}`, `https://b.example/${index}`] }),
    (index) => ({ utm: [`source=s${index}`] }),
    (index) => ({ utm: [`term=t${index}`, `content=c${index}`] }),
    (index) => ({ password: `open sesame ${index}` }),
  ];

  it("[20.12] leave one entry each, an unbroken chain, and a snapshot of the last", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "busy", destination: "https://example.com/start" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site.call("PUT", `/link/${id}`, EDITS[index % EDITS.length]?.(index)),
      ),
    );
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    expect(await historyOf(id)).toHaveLength(20);
    requireOk(await site.call("PUT", `/link/${id}`, { password: null }));
    const { destination } = requireOk(await site.call("GET", `/link/${id}`)).body;
    expect(await leadsTo(site, "busy")).toMatch(new RegExp(`^${RegExp.escape(destination)}\\?utm_`));
  });

  it("half of which pause and half resume write a history entry for each change of state, and none for the others", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        site.call("POST", `/links/${id}/${index % 2 === 0 ? "pause" : "resume"}`),
      ),
    );
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    const history = await historyOf(id);
    expect(history.map((entry) => entry.new["status"])).toEqual(
      history.map((_, index) => (index % 2 === 0 ? "paused" : "active")),
    );
  });

  it("one of whom imports also leave a chain", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "row", destination: "https://example.com/start" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const destination = `https://example.com/${index}`;
        return index % 4 === 0
          ? site.call("POST", "/bulk/import", {
              mode: "upsert",
              rows: [{ host: site.host, alias: "row", destination }],
            })
          : site.call("PUT", `/link/${id}`, { destination });
      }),
    );
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    for (const { body } of answers) expect(body.meta?.updated ?? 1).toBe(1);
    expect(await historyOf(id)).toHaveLength(20);
  });
});

describe("writers that want one alias", () => {
  it("[20.12] by creating, renaming and importing: exactly one gets it, and visitors are led by that one", async () => {
    const site = await createSite();
    const others = await Promise.all(
      [1, 2, 3].map((index) => site.createLink({ destination: `https://example.com/renamed-${index}` })),
    );
    const import1 = { rows: [{ host: site.host, alias: "wanted", destination: "https://example.com/row" }] };
    const answers = await Promise.all([
      ...others.map(({ id }) => site.call("PUT", `/link/${id}`, { alias: "wanted" })),
      site.call("POST", "/link", {
        host: site.host,
        alias: "Wanted",
        destination: "https://example.com/case",
      }),
      site.call("POST", "/link", {
        host: site.host,
        alias: "wanted",
        destination: "https://example.com/made",
      }),
      site.call("POST", "/redirect", {
        url: `${site.host}/wanted`,
        destination: "https://example.com/redirect",
      }),
      site.call("POST", "/bulk/import", import1),
    ]);
    const { data } = requireOk(await site.call("GET", "/links?per_page=100")).body;
    const holders = data.filter(({ url }: { url: string }) => url.endsWith("/wanted"));
    expect(holders).toHaveLength(1);
    expect(answers[3]?.status).toBe(200);
    const landed = answers.filter(({ status, body }) => status === 200 && (body.meta?.created ?? 1) === 1);
    expect(landed).toHaveLength(2);
    expect(await leadsTo(site, "wanted")).toBe(holders[0].destination);
    expect(await leadsTo(site, "Wanted")).toBe("https://example.com/case");
  });

  it("[20.12] by giving it up and taking it: no record is lost or leads to a wrong destination", async () => {
    const site = await createSite();
    const aliases = ["one", "two", "three", "four"];
    const links = await Promise.all(
      aliases.map((alias) => site.createLink({ alias, destination: `https://example.com/${alias}` })),
    );
    // Everybody wants the alias of the next, again and again; who finds it taken steps aside.
    await Promise.all(
      links.map(async ({ id }, place) => {
        for (let turn = 1; turn <= 6; turn++) {
          const alias = aliases[(place + turn) % aliases.length];
          const moved = await site.call("PUT", `/link/${id}`, { alias });
          if (moved.status === 422) {
            requireOk(await site.call("PUT", `/link/${id}`, { alias: `aside-${place}-${turn}` }));
          } else requireOk(moved);
        }
      }),
    );
    const { data } = requireOk(await site.call("GET", "/link?per_page=100")).body;
    expect(data).toHaveLength(aliases.length);
    for (const { alias, destination } of data) expect(await leadsTo(site, alias)).toBe(destination);
    const held = new Set(data.map(({ alias }: { alias: string }) => alias));
    for (const alias of aliases.filter((name) => !held.has(name))) {
      expect(await leadsTo(site, alias)).toBeNull();
    }
  });

  it("of which one deletes it and others create it: visitors get the final state", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "reborn", destination: "https://example.com/old" });
    const answers = await Promise.all([
      site.call("DELETE", `/link/${id}`),
      ...[1, 2, 3, 4].map((index) =>
        site.call("POST", "/link", {
          host: site.host,
          alias: "reborn",
          destination: `https://example.com/${index}`,
        }),
      ),
    ]);
    expect(answers[0]?.status).toBe(200);
    const { data } = requireOk(await site.call("GET", "/link")).body;
    expect(data.length).toBeLessThanOrEqual(1);
    expect(await leadsTo(site, "reborn")).toBe(data[0]?.destination ?? null);
  });
});

describe("writers that meet on a hostname", () => {
  it("[20.12] which is disconnected while records are created on it: no record is left without one", async () => {
    const site = await createSite();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => site.call("POST", "/link", { host: site.host })),
      site.call("DELETE", `/host/${site.host}`),
      ...[1, 2, 3].map(() => site.call("POST", "/redirect", { url: `${site.host}/x` })),
    ]);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    const { kept, counted } = await recordCounts(site.id);
    expect(kept).toBe(counted);
    const host = await site.call("GET", `/host/${site.host}`);
    expect(host.status).toBe(counted > 0 ? 200 : 404);
  });

  it("whose kinds of sources all change at once has all of them in its snapshot", async () => {
    const site = await createSite();
    const below = await Promise.all(
      [1, 2, 3].map(() => site.createLink({ forward_path: true, destination: "https://example.com" })),
    );
    const urls = ["", "/a/*", "/a/b/*", "/p?x=1", "/robots.txt"];
    const answers = await Promise.all([
      ...urls.map((url) =>
        site.call("POST", "/redirect", { url: site.host + url, destination: "https://example.org" }),
      ),
      ...below.map(({ id }) => site.call("PUT", `/link/${id}`, { forward_path: false })),
      site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }),
    ]);
    expect(statusesOf(answers)).toEqual(answers.map(() => 200));
    const { config } = (await env.SNAPSHOTS.get<{ config: object }>(`h:${site.host}`, "json")) ?? {};
    expect(config).toMatchObject({
      prefixDepths: [1, 2],
      hasQuerySources: true,
      hasForwardingAliases: false,
      ownPaths: ["/robots.txt"],
      notFoundUrl: "https://example.com/lost",
    });
  });
});

it("[20.12] a limit with one slot left: of creations, redirects and imports exactly one lands", async () => {
  const site = await createSite("free");
  const sources = Array.from({ length: 49 }, (_, index) => `${site.host}/filler-${index}`);
  requireOk(await site.call("POST", "/redirect", { url: sources.join(" ") }));
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      if (index % 3 === 0) return site.call("POST", "/link", { host: site.host, alias: `a${index}` });
      if (index % 3 === 1) return site.call("POST", "/redirect", { url: `${site.host}/r/${index}` });
      return site.call("POST", "/bulk/import", { rows: [{ host: site.host, alias: `i${index}` }] });
    }),
  );
  const landed = answers.filter(({ status, body }) => status === 200 && (body.meta?.created ?? 1) === 1);
  expect(landed).toHaveLength(1);
  expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
});

it("the audit of these tests sees a snapshot, a chain and a count that do not agree", async () => {
  const site = await createSite();
  const { id } = await site.createLink({ alias: "seen", tags: ["x"], destination: "https://example.com/" });
  for (const destination of ["https://example.com/1", "https://example.com/2"]) {
    requireOk(await site.call("PUT", `/link/${id}`, { destination }));
  }
  const key = `p:${site.host}/seen`;
  const good = (await env.SNAPSHOTS.get(key)) ?? "";
  const run = (sql: string) => env.DB.prepare(sql).bind(id).run();
  const spoil = [
    "UPDATE records SET destinations = '[]' WHERE id = ?1",
    "UPDATE history SET old = '{\"destination\":[]}' WHERE record_id = ?1",
    "DELETE FROM record_tags WHERE record_id = ?1",
    "UPDATE records SET total_clicks = 7 WHERE id = ?1",
    "UPDATE workspaces SET record_count = 7 WHERE id = (SELECT workspace_id FROM records WHERE id = ?1)",
  ];
  await env.SNAPSHOTS.put(key, good.replace("example.com/2", "example.com/1"));
  for (const sql of spoil) await run(sql);
  const problems = (await audit(env)).join("\n");
  for (const part of [
    "in the store",
    "by day",
    "by hour",
    "tags of",
    "counts 7 records",
    "it stood at",
    "it ends with",
  ]) {
    expect(problems).toContain(part);
  }
  requireOk(await site.call("DELETE", `/link/${id}`));
  await env.DB.prepare("UPDATE workspaces SET record_count = 0 WHERE id = ?1").bind(site.id).run();
});
