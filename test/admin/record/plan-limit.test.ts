import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSite, expectRefused, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace, type Answer } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

/** A site on the free plan with room for so many more records of its 50. */
async function createNearlyFull(room: number): Promise<Site> {
  const site = await createSite("free");
  const sources = Array.from({ length: 50 - room }, (_, index) => `${site.host}/filler-${index}`);
  if (sources.length > 0) requireOk(await site.call("POST", "/redirect", { url: sources.join(" ") }));
  return site;
}

function expectLimit(answer: Answer, allowed = 50, used = allowed): void {
  expect(answer.status).toBe(482);
  expect(answer.body).toEqual({
    message: `The plan's limit of ${allowed} records is reached.`,
    message_code: { code: "plan_limit_reached", values: { count: allowed, limit: "records" } },
    limit: "records",
    used,
    allowed,
    request_id: expect.any(String),
  });
  expect(answer.body.message).toMatch(/record/i);
}

describe("the free plan's limit of 50 records", () => {
  it("[9.16, 9.18] lets the 50th in and refuses the 51st with a 482 that names the limit", async () => {
    const site = await createNearlyFull(1);
    requireOk(await site.call("POST", "/link", { host: site.host }));
    expectLimit(await site.call("POST", "/link", { host: site.host }));
    expectLimit(await site.call("POST", "/redirect", { url: `${site.host}/one-more` }));
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });

  it("[9.18] holds under 60 parallel creates: exactly 50 land", async () => {
    const site = await createSite("free");
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? site.call("POST", "/link", { host: site.host, alias: `a${index}` })
          : site.call("POST", "/redirect", { url: `${site.host}/r/${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectLimit(answer);
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });

  it("lets a call for several redirects in whole or not at all", async () => {
    const site = await createNearlyFull(1);
    const both = `${site.host}/one ${site.host}/two`;
    expectLimit(await site.call("POST", "/redirect", { url: both }), 50, 49);
    expect(await recordCounts(site.id)).toEqual({ kept: 49, counted: 49 });
  });

  it("has room again as soon as a record is deleted", async () => {
    const site = await createNearlyFull(1);
    const { id } = await site.createLink();
    expectLimit(await site.call("POST", "/link", { host: site.host }));
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await site.call("POST", "/link", { host: site.host }));
    expectLimit(await site.call("POST", "/link", { host: site.host }));
  });

  it("does not prevent changes of existing records", async () => {
    const site = await createNearlyFull(1);
    const { id } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { title: "x", alias: "moved" }));
  });

  it("counts each workspace separately", async () => {
    await createNearlyFull(0);
    const other = await createSite("free");
    await other.createLink();
    expect(await recordCounts(other.id)).toEqual({ kept: 1, counted: 1 });
  });

  it("is checked after other errors of the request, which use up no slot", async () => {
    const site = await createNearlyFull(0);
    expectRefused(await site.call("POST", "/link", { host: site.host, title: 5 }), "title");
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });

  it("[9.18] is 1,000 on the basic plan and 50,000 on the pro plan", async () => {
    for (const [plan, limit] of [
      ["basic", 1_000],
      ["pro", 50_000],
    ] as const) {
      const site = await createSite(plan);
      const fill = homeOf(site.id).prepare("UPDATE workspaces SET record_count = ?2 WHERE id = ?1");
      await fill.bind(site.id, limit - 1).run();
      requireOk(await site.call("POST", "/link", { host: site.host }));
      expectLimit(await site.call("POST", "/link", { host: site.host }), limit);
    }
  });
});

describe("limits of an import", () => {
  it("in the middle of the rows: those before it land, the others fail and say why", async () => {
    const site = await createNearlyFull(2);
    const rows = Array.from({ length: 5 }, (_, index) => ({ host: site.host, alias: `i${index}` }));
    const { body } = requireOk(await site.call("POST", "/bulk/import", { rows }));
    expect(body.data.map(({ result }: { result: string }) => result)).toEqual([
      "created",
      "created",
      "failed",
      "failed",
      "failed",
    ]);
    expect(JSON.stringify(body.data[2].errors)).toMatch(/limit/);
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });

  it("holds under parallel imports and creates", async () => {
    const site = await createNearlyFull(20);
    const rowsOf = (call: number) =>
      Array.from({ length: 10 }, (_, i) => ({ host: site.host, alias: `p${call}-${i}` }));
    await Promise.all([
      ...[0, 1, 2].map((call) => site.call("POST", "/bulk/import", { rows: rowsOf(call) })),
      ...[3, 4, 5, 6, 7].map((call) => site.call("POST", "/link", { host: site.host, alias: `p${call}` })),
    ]);
    expect(await recordCounts(site.id)).toEqual({ kept: 50, counted: 50 });
  });

  it("leaves updates alone", async () => {
    const site = await createNearlyFull(1);
    const { alias } = await site.createLink();
    const rows = [
      { host: site.host, alias: "new" },
      { host: site.host, alias, title: "x" },
    ];
    const { body } = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows }));
    expect(body.data).toMatchObject([{ result: "failed" }, { result: "updated" }]);
  });
});

describe("the free plan's limit of 1 hostname", () => {
  it("[9.16, 9.18] refuses the second with a 482 that names the limit", async () => {
    const workspace = await createWorkspace("free");
    requireOk(await workspace.call("POST", "/host", { host: "only.acme.example" }));
    const answer = await workspace.call("POST", "/host", { host: "second.acme.example" });
    expect(answer.status).toBe(482);
    expect(answer.body).toMatchObject({ limit: "hostnames", used: 1, allowed: 1 });
    expect(answer.body.message).toMatch(/host/i);
    const other = await createWorkspace("free");
    requireOk(await other.call("POST", "/host", { host: "second.acme.example" }));
  });

  it("[9.18] holds under parallel connections", async () => {
    const workspace = await createWorkspace("free");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        workspace.call("POST", "/host", { host: `p${index}.acme.example` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 482),
    ]);
  });

  it.each([
    ["basic", 5],
    ["pro", 50],
  ] as const)("[9.18] is another on the plan %s: %i", async (plan, limit) => {
    const workspace = await createWorkspace(plan);
    await env.DB.prepare("UPDATE workspaces SET host_count = ?2 WHERE id = ?1")
      .bind(workspace.id, limit - 1)
      .run();
    requireOk(await workspace.call("POST", "/host", { host: `first.${plan}.example` }));
    expect((await workspace.call("POST", "/host", { host: `second.${plan}.example` })).status).toBe(482);
  });
});
