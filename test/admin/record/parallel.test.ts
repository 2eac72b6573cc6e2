import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSite, expectRefused, historyOf, recordCounts, requireOk } from "../../support/site.ts";
import { visit, type Answer } from "../../support/workspace.ts";

function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

function statusesOf(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("parallel writes", () => {
  it("[12.13] 20 to one record all succeed, and their history is an unbroken chain", async () => {
    const site = await createSite();
    const { id, url } = await site.createLink({ destination: "https://example.com/start" });
    const answers = await inParallel(20, (index) =>
      site.call("PUT", `/link/${id}`, { destination: `https://example.com/${index}` }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    const history = await historyOf(id);
    expect(history).toHaveLength(20);
    expect(new Set(history.map((entry) => JSON.stringify(entry.new))).size).toBe(20);
    let standing: unknown = ["https://example.com/start"];
    for (const entry of history) {
      expect(entry.old).toEqual({ destination: standing });
      standing = entry.new["destination"];
    }
    const { destinations } = requireOk(await site.call("GET", `/link/${id}`)).body;
    expect(destinations).toEqual(standing);
    expect((await visit(url)).headers.get("Location")).toBe(destinations[0]);
  });

  it("to different fields of one record lose none of them", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    const fields = {
      title: "x",
      description: "y",
      type: "308",
      forward_path: true,
      forward_query: true,
      destination: "https://example.com",
      tags: ["z"],
      expires: "2126-01-01T00:00:00Z",
      is_notify: true,
      qr: { theme: "dots" },
    };
    const answers = await Promise.all(
      Object.entries(fields).map(([field, value]) => site.call("PUT", `/link/${id}`, { [field]: value })),
    );
    expect(statusesOf(answers)).toEqual({ 200: answers.length });
    const { expires, ...shown } = fields;
    expect((await site.call("GET", `/link/${id}`)).body).toMatchObject({
      ...shown,
      expired_at: "2126-01-01T00:00:00.000Z",
    });
    expect(expires).toBeDefined();
  });

  it("[12.2] 20 creates of one alias: exactly one lands, the others are a 422 on alias", async () => {
    const site = await createSite();
    const answers = await inParallel(20, (index) =>
      site.call("POST", "/link", { host: site.host, alias: "wanted", title: String(index) }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 422: 19 });
    for (const answer of answers.filter(({ status }) => status === 422)) expectRefused(answer, "alias");
    expect(await recordCounts(site.id)).toEqual({ kept: 1, counted: 1 });
  });

  it("[12.6] 20 creates of one source, in two spellings: exactly one lands, the others are a 422 on url", async () => {
    const site = await createSite();
    const answers = await inParallel(20, (index) =>
      site.call("POST", "/redirect", { url: site.host + (index % 2 === 0 ? "/caf%C3%A9" : "/cafe\u0301/") }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 422: 19 });
    for (const answer of answers.filter(({ status }) => status === 422)) expectRefused(answer, "url");
  });

  it("10 links that want one alias: exactly one gets it", async () => {
    const site = await createSite();
    const links = await inParallel(10, () => site.createLink());
    const answers = await Promise.all(
      links.map(({ id }) => site.call("PUT", `/link/${id}`, { alias: "wanted" })),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 422: 9 });
    for (const answer of answers.filter(({ status }) => status === 422)) expectRefused(answer, "alias");
  });

  it("10 deletions of one record: one is a 200, the others find nothing", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    const answers = await inParallel(10, () => site.call("DELETE", `/link/${id}`));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("of a deletion and of changes leave no trace of the record", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ tags: ["x"] });
    const answers = await inParallel(8, (index) =>
      index === 4
        ? site.call("DELETE", `/link/${id}`)
        : site.call("PUT", `/link/${id}`, { type: `30${1 + (index % 3)}` }),
    );
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
    const left = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM history WHERE record_id = ?1) + (SELECT count(*) FROM record_tags WHERE record_id = ?1) AS rows",
    )
      .bind(id)
      .first<{ rows: number }>();
    expect(left?.rows).toBe(0);
  });

  it("[10.14] 10 connections of one hostname: all claim it, and exactly one workspace holds it", async () => {
    const sites = await inParallel(10, () => createSite());
    const answers = await Promise.all(
      sites.map((site) => site.call("POST", "/host", { host: "wanted.acme.example" })),
    );
    expect(statusesOf(answers)).toEqual({ 200: 10 });
    expect(answers.filter(({ body }) => body.held === true)).toHaveLength(1);
  });
});
