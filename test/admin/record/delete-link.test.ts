import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { clickOn, deliver, messageOf } from "../../support/click.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

async function rowsAbout(recordId: string): Promise<number> {
  const tables = [
    ["records", "id"],
    ["history", "record_id"],
    ["record_tags", "record_id"],
    ["clicks_daily", "scope_id"],
    ["clicks_hourly", "scope_id"],
    ["clicks_by_value", "scope_id"],
    ["click_sheets", "scope_id"],
    ["click_months", "scope_id"],
  ] as const;
  const counts = await env.DB.batch<{ rows: number }>(
    tables.map(([table, column]) =>
      env.DB.prepare(`SELECT count(*) AS rows FROM ${table} WHERE ${column} = ?1`).bind(recordId),
    ),
  );
  return counts.reduce((total, { results }) => total + (results[0]?.rows ?? 0), 0);
}

describe.each([
  ["/link", () => site.createLink({ alias: "gone", destination: "https://example.com", tags: ["x"] })],
  ["/redirect", () => site.createRedirect("/gone", { destination: "https://example.com", tags: ["x"] })],
])("DELETE %s/{id}", (path, create) => {
  it("[12.12] answers 200 with data null, and the record is gone for good", async () => {
    const { id } = await create();
    const answer = await site.call("DELETE", `${path}/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: null });
    for (const [method, body] of [["GET"], ["PUT", { title: "x" }], ["DELETE"]] as const) {
      expect((await site.call(method, `${path}/${id}`, body)).status).toBe(404);
    }
  });

  it("shows to visitors at once, and its source is free at once", async () => {
    const first = await create();
    expect((await visit(first.url)).headers.get("Location")).toBe("https://example.com");
    requireOk(await site.call("DELETE", `${path}/${first.id}`));
    expect((await visit(first.url)).status).toBe(404);
    const second = await create();
    expect(second.url).toBe(first.url);
    expect((await visit(second.url)).headers.get("Location")).toBe("https://example.com");
    requireOk(await site.call("DELETE", `${path}/${second.id}`));
  });

  it("takes history, tags and clicks with it", async () => {
    const { id } = await create();
    requireOk(await site.call("PUT", `${path}/${id}`, { destination: "https://example.org" }));
    await deliver([messageOf(clickOn(id, { country: "FR" }))]);
    // Of the previous release.
    await env.DB.batch([
      env.DB.prepare("INSERT INTO clicks_daily VALUES (?1, 20000, 1, 0)").bind(id),
      env.DB.prepare("INSERT INTO clicks_hourly VALUES (?1, 480000, 1, 0)").bind(id),
      env.DB.prepare("INSERT INTO clicks_by_value VALUES (?1, 'country', 20000, 'DE', 1)").bind(id),
    ]);
    // The record, its history, its tag, a sheet, and three rows of the previous release.
    expect(await rowsAbout(id)).toBe(7);
    requireOk(await site.call("DELETE", `${path}/${id}`));
    expect(await rowsAbout(id)).toBe(0);
  });

  it("leaves the number of records right", async () => {
    const before = await recordCounts(site.id);
    expect(before.kept).toBe(before.counted);
    const { id } = await create();
    requireOk(await site.call("DELETE", `${path}/${id}`));
    expect(await recordCounts(site.id)).toEqual(before);
  });
});

it("a deletion touches no other record of the host", async () => {
  const kept = await site.createLink({ alias: "kept", destination: "https://example.com/kept" });
  const spelled = await site.createLink({ alias: "KEPT", destination: "https://example.com/upper" });
  requireOk(await site.call("DELETE", `/link/${spelled.id}`));
  expect((await visit(kept.url)).headers.get("Location")).toBe("https://example.com/kept");
});

it("a record hidden by a deleted record answers again at once", async () => {
  await site.createRedirect("", { destination: "https://example.com/any" });
  const { id, url } = await site.createLink({ alias: "on-top", destination: "https://example.com/top" });
  expect((await visit(url)).headers.get("Location")).toBe("https://example.com/top");
  requireOk(await site.call("DELETE", `/link/${id}`));
  expect((await visit(url)).headers.get("Location")).toBe("https://example.com/any");
});
