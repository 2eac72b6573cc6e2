import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { drainAll } from "../../support/complete-hosts.ts";
import { checkClaims } from "../../../src/services/host/check-claims.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { contest } from "../../support/claims.ts";
import { expectTrueCounters } from "../../support/counters.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { requireOk } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";
import { closeScenes, openScene, pass, recordsOf } from "../../support/contest.ts";
import { homeOf, selectInAll } from "../../support/home.ts";
import { databasesOf } from "../../../src/databases-of.ts";

/** Records, counts and answers of claims whose hostname passes to another workspace. */

closeScenes();

describe("a hostname that passes", () => {
  it("takes the records of neither side along, and counts stay true", async () => {
    const opened = await contest(await openScene());
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
      // B's redirect of every path passes the query on.
      expect((await visit(`http://${host}/find?x=1`)).headers.get("Location")).toBe(
        "https://b.answer.example?x=1",
      );
    }
    expect(await recordsOf(opened, "A")).toHaveLength(3);
    expect(await recordsOf(opened, "A", "?filter[status]=paused")).toHaveLength(3);
    expect(await recordsOf(opened, "B", "?filter[status]=active")).toHaveLength(2);
    expect(await selectInAll("SELECT * FROM pending WHERE host = ?1", host)).toEqual([]);
    await expectTrueCounters();
  });

  it("passes with more records than are projected at once: the consumer writes the rest", async () => {
    const opened = await openScene();
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

  it("[10.18] is in the history of both, and names neither to the other", async () => {
    const opened = await contest(await openScene());
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
    const opened = await contest(await openScene());
    const host = opened.host("go.victim");
    await homeOf(opened.of("A").id)
      .prepare("UPDATE hosts SET ssl_issued_at = 5, certificate = ?2 WHERE host = ?1")
      .bind(host, JSON.stringify({ id: "cert", status: "active", expiresAtMs: null, proofs: [] }))
      .run();
    await pass(opened);
    const found = await selectInAll<{ held: number }>(
      "SELECT waiting_since IS NULL AS held, ssl_issued_at, certificate FROM hosts WHERE name = ?1",
      host,
    );
    expect(found.toSorted((one, other) => one.held - other.held)).toMatchObject([
      { held: 0, ssl_issued_at: null, certificate: null },
      { held: 1, ssl_issued_at: 5, certificate: expect.stringContaining("cert") },
    ]);
  });

  it("names to both sides the record to remove while both exist", async () => {
    const opened = await contest(await openScene());
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
    const opened = await contest(await openScene());
    opened.txt("victim", "B");
    const [first] = databasesOf(env);
    const ctx = { env: first, nowMs: Date.now() + 60_000, background: () => {} };
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
