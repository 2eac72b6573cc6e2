import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { drainAll } from "../../support/complete-hosts.ts";
import { endUnprovenClaims } from "../../../src/jobs/run-host-checks.ts";
import { checkClaims } from "../../../src/services/host/check-claims.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { contest, Scene } from "../../support/claims.ts";
import { expectTrueCounters } from "../../support/counters.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { expectRefused, requireOk } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

/** What becomes of records, counts and answers of claims that hold a hostname, and of those that wait. */

let scene: Scene | undefined;
const mode = env.HOSTNAME_PROOF;
let number = 0;

async function open(): Promise<Scene> {
  (env as { HOSTNAME_PROOF?: string }).HOSTNAME_PROOF = "required";
  number++;
  scene = await Scene.open(["A", "B"], `detail${number}`);
  return scene;
}

afterEach(() => {
  scene?.close();
  (env as { HOSTNAME_PROOF?: string | undefined }).HOSTNAME_PROOF = mode;
});

/** Has the hostname pass from A to B. */
async function pass(opened: Scene): Promise<void> {
  opened.txt("victim", "B");
  await opened.check("go.victim");
  await opened.check("go.victim", 10);
}

const recordsOf = async (opened: Scene, name: "A" | "B", query = "") =>
  requireOk(await opened.of(name).call("GET", `/links${query}`)).body.data as Record<string, unknown>[];

describe("records of a claim that waits", () => {
  it("are shown as paused by the platform, counted so, and found by their hostname", async () => {
    const opened = await contest(await open());
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
    const opened = await contest(await open());
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
    const opened = await contest(await open());
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
    const opened = await contest(await open());
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
    const opened = await contest(await open());
    const host = opened.host("go.victim");
    const rows = [{ host, alias: "i", destination: "https://example.com" }];
    const { body } = requireOk(await opened.of("B").call("POST", "/bulk/import", { mode: "create", rows }));
    expect(body.data).toMatchObject([{ result: "created" }]);
    expect((await visit(`http://${host}/i`)).headers.get("Location")).toBe("https://a.answer.example");
  });
});

describe("a hostname that passes", () => {
  it("takes the records of neither side along, and counts stay true", async () => {
    const opened = await contest(await open());
    const host = opened.host("go.victim");
    for (const [name, alias] of [
      ["A", "a"],
      ["B", "b"],
    ] as const) {
      const destination = `https://${name.toLowerCase()}.answer.example/alias`;
      requireOk(await opened.of(name).call("POST", "/link", { host, alias, destination }));
    }
    requireOk(
      await opened
        .of("A")
        .call("POST", "/redirect", { url: `${host}/find?x=1`, destination: "https://example.com" }),
    );
    await pass(opened);
    for (const clear of [false, true]) {
      if (clear) memory.clear();
      expect((await visit(`http://${host}/b`)).headers.get("Location")).toBe(
        "https://b.answer.example/alias",
      );
      expect((await visit(`http://${host}/a`)).headers.get("Location")).toBe("https://b.answer.example");
      expect((await visit(`http://${host}/find?x=1`)).headers.get("Location")).toBe(
        "https://b.answer.example",
      );
    }
    expect(await recordsOf(opened, "A")).toHaveLength(3);
    expect(await recordsOf(opened, "A", "?filter[status]=paused")).toHaveLength(3);
    expect(await recordsOf(opened, "B", "?filter[status]=active")).toHaveLength(2);
    const { results } = await env.DB.prepare("SELECT * FROM pending WHERE host = ?1").bind(host).all();
    expect(results).toEqual([]);
    await expectTrueCounters();
  });

  it("passes with more records than are projected at once: the consumer writes the rest", async () => {
    const opened = await open();
    const host = opened.host("go.victim");
    opened.txt("victim", "A");
    await opened.connectEmpty("A", "go.victim");
    await seedRecords(opened.of("A").id, { host, count: 150 });
    await opened.connect("B", "go.victim");
    await pass(opened);
    await drainAll();
    memory.clear();
    for (const path of ["s0", "s149"]) {
      expect((await visit(`http://${host}/${path}`)).headers.get("Location")).toBe(
        "https://b.answer.example",
      );
    }
  });

  it("[10.18] is in the history of both, and tells neither of the other", async () => {
    const opened = await contest(await open());
    await pass(opened);
    const host = opened.host("go.victim");
    for (const [name, held, total] of [
      // Its own proof let A hold it at first.
      ["A", [false, true], 2],
      ["B", [true], 1],
    ] as const) {
      const { body } = requireOk(await opened.of(name).call("GET", `/host/${host}/history`));
      expect(body).toMatchObject({
        data: held.map((isHeld) => ({
          old: { held: !isHeld },
          new: { held: isHeld },
          reason: "proof",
          source: "system",
        })),
        meta: { cursor: { total } },
      });
      const other = opened.of(name === "A" ? "B" : "A");
      expect(JSON.stringify(body)).not.toContain(other.id);
    }
    const stranger = await createWorkspace();
    expect((await stranger.call("GET", `/host/${host}/history`)).status).toBe(404);
  });

  it("keeps its certificate", async () => {
    const opened = await contest(await open());
    const host = opened.host("go.victim");
    await env.DB.prepare("UPDATE hosts SET ssl_issued_at = 5, certificate = ?2 WHERE host = ?1")
      .bind(host, JSON.stringify({ id: "cert", status: "active", expiresAtMs: null, proofs: [] }))
      .run();
    await pass(opened);
    const { results } = await env.DB.prepare(
      "SELECT waiting_since IS NULL AS held, ssl_issued_at, certificate FROM hosts WHERE name = ?1 ORDER BY held",
    )
      .bind(host)
      .all();
    expect(results).toMatchObject([
      { held: 0, ssl_issued_at: null, certificate: null },
      { held: 1, ssl_issued_at: 5, certificate: expect.stringContaining("cert") },
    ]);
  });

  it("tells both sides which record to remove while both stand", async () => {
    const opened = await contest(await open());
    opened.txt("victim", "A", "B");
    await opened.check("go.victim");
    for (const [name, other] of [
      ["A", "B"],
      ["B", "A"],
    ] as const) {
      expect(await opened.codes(name, "go.victim")).toEqual(["proof_conflict"]);
      const { body } = requireOk(await opened.of(name).call("GET", `/host/${opened.host("go.victim")}`));
      expect(body.errors[0].message).toContain(opened.of(other).txt);
    }
  });

  it("passes once, however many look at it at the same time", async () => {
    const opened = await contest(await open());
    opened.txt("victim", "B");
    const ctx = { env, nowMs: Date.now() + 60_000, background: () => {} };
    const host = opened.host("go.victim");
    await checkClaims(ctx, host);
    const later = { ...ctx, nowMs: ctx.nowMs + 600_000 };
    await Promise.all([1, 2, 3].map(() => checkClaims(later, host)));
    expect(await opened.answerer("go.victim")).toBe("B");
    const { body } = requireOk(await opened.of("B").call("GET", `/host/${host}/history`));
    expect(body.meta.cursor.total).toBe(1);
    await expectTrueCounters();
  });
});

describe("a claim that waits", () => {
  it("tells what proves it, and nothing of anybody else", async () => {
    const opened = await contest(await open());
    const { body } = requireOk(await opened.of("B").call("GET", `/host/${opened.host("go.victim")}`));
    const host = opened.host("go.victim");
    expect(body).toMatchObject({ held: false, proof: null, errors: [{ code: "proof_needed" }] });
    expect(body.require).toEqual([`CNAME ${host} ${opened.of("B").target}`]);
    expect(JSON.stringify(body)).not.toContain(opened.of("A").id);
    opened.dns(`signpost-check.${env.CNAME_TARGET}`, null);
    await env.DB.prepare("DELETE FROM cname_targets").run();
    const again = requireOk(await opened.of("B").call("GET", `/host/${host}`)).body;
    expect(again.require).toEqual([
      `CNAME ${host} ${env.CNAME_TARGET}`,
      `TXT _signpost.${host} ${opened.of("B").txt}`,
    ]);
  });

  it("[10.19] ends after 14 days without records, and stays with one", async () => {
    const opened = await open();
    await opened.connect("B", "kept.victim");
    await opened.connectEmpty("B", "gone.victim");
    const { call, id } = opened.of("B");
    await endUnprovenClaims(env, Date.now() + 13.9 * 86_400_000);
    expect((await call("GET", `/host/${opened.host("gone.victim")}`)).status).toBe(200);
    await endUnprovenClaims(env, Date.now() + 14.1 * 86_400_000);
    expect((await call("GET", `/host/${opened.host("gone.victim")}`)).status).toBe(404);
    expect((await call("GET", `/host/${opened.host("kept.victim")}`)).status).toBe(200);
    const row = await env.DB.prepare("SELECT host_count FROM workspaces WHERE id = ?1").bind(id).first();
    expect(row?.["host_count"]).toBe(1);
  });

  it("[10.19] is one of 100 at most, and counts against the plan", async () => {
    await open();
    const many = await createWorkspace();
    const statement = env.DB.prepare(
      `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at, waiting_since)
       VALUES (?1, ?2, 'many.example', 'example', 'api', 0, ?3, 0, 0, 0)`,
    );
    await env.DB.batch(
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
    const opened = await contest(await open());
    const host = opened.host("go.victim");
    expectRefused(await opened.of("B").call("POST", "/host", { host }), "host");
    expectRefused(await opened.of("B").call("DELETE", `/host/${host}`), "host");
    await opened.disconnect("B", "go.victim");
    expect((await opened.of("B").call("GET", `/host/${host}`)).status).toBe(404);
    expect(await opened.answerer("go.victim")).toBe("A");
  });
});
