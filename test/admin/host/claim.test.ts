import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { JOBS } from "../../../src/jobs/job.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { hostKey } from "../../../src/storage/snapshot/key.ts";
import { contest } from "../../support/claims.ts";
import { expectTrueCounters } from "../../support/counters.ts";
import { expectRefused, requireOk } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";
import { closeScenes, openScene, pass, recordsOf } from "../../support/contest.ts";
import { jobRun } from "../../support/job-run.ts";
import { homeOf } from "../../support/home.ts";
import { databasesOf } from "../../../src/databases-of.ts";

const forgetClaims = async (nowMs: number) => {
  for (const one of databasesOf(env)) await JOBS["forget-claims"].run(jobRun(one, nowMs));
};

/** Records, counts and answers of claims that wait. */

closeScenes();

describe("records of a claim that waits", () => {
  it("are shown as paused by the platform, counted so, and found by their hostname", async () => {
    const opened = await contest(await openScene());
    const { call } = opened.of("B");
    const host = opened.host("go.victim");
    expect(await recordsOf(opened, "B")).toMatchObject([{ host, paused_by: "system" }]);
    expect(await recordsOf(opened, "B", `?filter[host]=${host}&filter[status]=paused`)).toHaveLength(1);
    expect(await recordsOf(opened, "B", "?filter[status]=active")).toEqual([]);
    expect(requireOk(await call("GET", "/links/facets")).body).toMatchObject({
      total: 1,
      hosts: [{ value: host, count: 1 }],
      health: { paused: 1 },
    });
    expect(requireOk(await call("GET", "/host")).body.data).toMatchObject([{ host, held: false }]);
    expect(await recordsOf(opened, "A")).toMatchObject([{ host, paused_by: null }]);
    await expectTrueCounters();
  });

  it("[10.19] take up no source, and are in no snapshot", async () => {
    const opened = await contest(await openScene());
    const host = opened.host("go.victim");
    for (const name of ["A", "B"] as const) {
      const body = { host, alias: "same", destination: `https://${name.toLowerCase()}.answer.example` };
      requireOk(await opened.of(name).call("POST", "/link", body));
    }
    memory.clear();
    const response = await visit(`http://${host}/same`);
    expect(response.headers.get("Location")).toBe("https://a.answer.example");
    const { keys } = await env.SNAPSHOTS.list();
    expect(keys.filter(({ name }) => name.includes("|"))).toEqual([]);
    const body = { host, alias: "same", destination: "https://example.com" };
    expectRefused(await opened.of("B").call("POST", "/link", body), "alias");
  });

  it("cannot be resumed, and what their owner paused stays paused when they answer again", async () => {
    const opened = await contest(await openScene());
    const { call } = opened.of("B");
    const host = opened.host("go.victim");
    const [{ id }] = requireOk(
      await call("POST", "/link", { host, alias: "p", destination: "https://example.com" }),
    ).body.data;
    expectRefused(await call("POST", `/links/${id}/resume`), "status");
    requireOk(await call("POST", `/links/${id}/pause`));
    requireOk(await call("PUT", `/link/${id}`, { title: "while it waits" }));
    await pass(opened);
    expect(requireOk(await call("GET", `/link/${id}`)).body).toMatchObject({
      paused_by: "user",
      title: "while it waits",
    });
    requireOk(await call("POST", `/links/${id}/resume`));
    expect((await visit(`http://${host}/p`)).status).toBe(302);
  });

  it("move to a hostname that is held, and back", async () => {
    const opened = await contest(await openScene());
    const { call } = opened.of("B");
    opened.txt("shop.victim", "B");
    await opened.connectEmpty("B", "shop.victim");
    const host = opened.host("go.victim");
    const [{ id }] = requireOk(
      await call("POST", "/link", { host, alias: "m", destination: "https://example.com" }),
    ).body.data;
    const held = opened.host("shop.victim");
    expect(requireOk(await call("PUT", `/link/${id}`, { host: held })).body.paused_by).toBeNull();
    expect((await visit(`http://${held}/m`)).status).toBe(302);
    expect(requireOk(await call("PUT", `/link/${id}`, { host })).body.paused_by).toBe("system");
    expect((await visit(`http://${held}/m`)).status).toBe(404);
    await expectTrueCounters();
  });

  it("import as others do", async () => {
    const opened = await contest(await openScene());
    const host = opened.host("go.victim");
    const rows = [{ host, alias: "i", destination: "https://example.com" }];
    const { body } = requireOk(await opened.of("B").call("POST", "/bulk/import", { mode: "create", rows }));
    expect(body.data).toMatchObject([{ result: "created" }]);
    expect((await visit(`http://${host}/i`)).headers.get("Location")).toBe("https://a.answer.example");
  });
});

describe("a claim that waits", () => {
  it("shows the records that prove it, and nothing of other workspaces", async () => {
    const opened = await contest(await openScene());
    const { body } = requireOk(await opened.of("B").call("GET", `/host/${opened.host("go.victim")}`));
    const host = opened.host("go.victim");
    expect(body).toMatchObject({ held: false, proof: null, errors: [{ code: "proof_needed" }] });
    expect(body.require).toEqual([`CNAME ${host} ${opened.of("B").target}`]);
    expect(JSON.stringify(body)).not.toContain(opened.of("A").id);
    opened.dns(`signpost-check.${env.CNAME_TARGET}`, null);
    for (const { DB } of databasesOf(env)) await DB.prepare("DELETE FROM cname_targets").run();
    const again = requireOk(await opened.of("B").call("GET", `/host/${host}`)).body;
    expect(again.require).toEqual([
      `CNAME ${host} ${env.CNAME_TARGET}`,
      `TXT _signpost.${host} ${opened.of("B").txt}`,
    ]);
  });

  it("[10.19] ends after 14 days without records, and stays with one", async () => {
    const opened = await openScene();
    await opened.connect("B", "kept.victim");
    await opened.connectEmpty("B", "gone.victim");
    const { call, id } = opened.of("B");
    await forgetClaims(Date.now() + 13.9 * 86_400_000);
    expect((await call("GET", `/host/${opened.host("gone.victim")}`)).status).toBe(200);
    await forgetClaims(Date.now() + 14.1 * 86_400_000);
    expect((await call("GET", `/host/${opened.host("gone.victim")}`)).status).toBe(404);
    expect((await call("GET", `/host/${opened.host("kept.victim")}`)).status).toBe(200);
    const row = await homeOf(id).prepare("SELECT host_count FROM workspaces WHERE id = ?1").bind(id).first();
    expect(row?.["host_count"]).toBe(1);
  });

  it("[10.19] stays with a proof that was found, and takes the hostname when the holder's is gone", async () => {
    const opened = await openScene();
    opened.txt("victim", "A", "B");
    await opened.connect("A", "go.victim");
    await opened.connectEmpty("B", "go.victim");
    await forgetClaims(Date.now() + 15 * 86_400_000);
    opened.txt("victim", "B");
    await opened.check("go.victim");
    await opened.check("go.victim", 10);
    const { body } = requireOk(await opened.of("B").call("GET", `/host/${opened.host("go.victim")}`));
    expect(body.held).toBe(true);
  });

  it("[10.19] is one of 100 at most, and counts against the plan", async () => {
    await openScene();
    const many = await createWorkspace();
    const home = homeOf(many.id);
    const statement = home.prepare(
      `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at, waiting_since)
       VALUES (?1, ?2, 'many.example', 'example', 'api', 0, ?3, 0, 0, 0)`,
    );
    await home.batch(
      Array.from({ length: 99 }, (_, n) =>
        statement.bind(`n${n}.many.example|${many.id}`, many.id, many.userId),
      ),
    );
    requireOk(await many.call("POST", "/host", { host: "last.many.example" }));
    expectRefused(await many.call("POST", "/host", { host: "over.many.example" }), "host");
    const free = await createWorkspace("free");
    requireOk(await free.call("POST", "/host", { host: "one.free.example" }));
    expect((await free.call("POST", "/host", { host: "two.free.example" })).status).toBe(482);
  });

  it("is disconnected as any hostname, and connected once", async () => {
    const opened = await contest(await openScene());
    const host = opened.host("go.victim");
    expectRefused(await opened.of("B").call("POST", "/host", { host }), "host");
    expectRefused(await opened.of("B").call("DELETE", `/host/${host}`), "host");
    await opened.disconnect("B", "go.victim");
    expect((await opened.of("B").call("GET", `/host/${host}`)).status).toBe(404);
    expect(await opened.answerer("go.victim")).toBe("A");
  });

  it("[10.14, 19.5] leaves no snapshot behind if the hostname passes to it while it is disconnected", async () => {
    const { call, host } = await waitForPassing();
    requireOk(await call("DELETE", `/host/${host}`));
    expect(await env.SNAPSHOTS.get(hostKey(host), "json")).toMatchObject({ config: null });
  });

  it("[10.14, 19.5] is not changed without its visitors if the hostname passes to it meanwhile", async () => {
    const { call, host } = await waitForPassing();
    const change = { not_found_url: "https://example.com/lost" };
    expect((await call("PUT", `/host/${host}`, change)).status).toBe(503);
    requireOk(await call("PUT", `/host/${host}`, change));
    memory.clear();
    expect((await visit(`http://${host}/nothing`)).headers.get("Location")).toBe(change.not_found_url);
  });
});

/** Has B claim a hostname of A, to which it passes just before the next batch. */
async function waitForPassing() {
  const opened = await openScene();
  opened.txt("victim", "A");
  await opened.connect("A", "go.victim");
  await opened.connectEmpty("B", "go.victim");
  const home = homeOf(opened.of("B").id);
  vi.spyOn(home, "batch").mockImplementationOnce(async (statements) => {
    await pass(opened);
    return home.batch(statements);
  });
  return { call: opened.of("B").call, host: opened.host("go.victim") };
}
