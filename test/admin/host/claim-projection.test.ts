import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { drainProjections } from "../../../src/jobs/projection/drain.ts";
import { refill } from "../../../src/jobs/projection/refill.ts";
import { reproject } from "../../../src/jobs/projection/reproject.ts";
import { updatePauseCause } from "../../../src/storage/record/pause.ts";
import { startAllReprojections } from "../../../src/storage/projection/reprojection.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { Scene } from "../../support/claims.ts";
import { completeHosts, drainAll } from "../../support/complete-hosts.ts";
import { expectRefused, requireOk } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { selectInAll } from "../../support/home.ts";
import { databasesOf } from "../../../src/databases-of.ts";
import { itWithOneDatabase } from "../../support/one-database.ts";

/** What the edge is told of claims that hold a hostname, of those that wait, and when it passes. */

let scene: Scene | undefined;
const mode = env.HOSTNAME_PROOF;
let number = 0;

afterEach(() => {
  scene?.close();
  (env as { HOSTNAME_PROOF?: string | undefined }).HOSTNAME_PROOF = mode;
});

/** A hostname and the wildcard above it that A holds with proof; B claims the hostname. */
async function contest(): Promise<Scene> {
  (env as { HOSTNAME_PROOF?: string }).HOSTNAME_PROOF = "required";
  number++;
  const opened = await Scene.open(["A", "B"], `edge${number}`);
  scene = opened;
  opened.txt("victim", "A");
  await opened.connect("A", "*.victim");
  await opened.connect("A", "go.victim");
  await opened.connect("B", "go.victim");
  await completeHosts();
  return opened;
}

interface EdgeRow {
  host: string;
  behind_since: number | null;
}

const rowsOf = (name: string) =>
  selectInAll<EdgeRow>("SELECT host, behind_since FROM hosts WHERE name = ?1 ORDER BY host", name);
const isBehind = async (key: string) =>
  (await selectInAll<EdgeRow>("SELECT behind_since FROM hosts WHERE host = ?1", key))[0]?.behind_since !=
  null;
const inStore = async (key: string) => JSON.parse((await env.SNAPSHOTS.get(key)) ?? "null");
const notesOf = async (host: string) =>
  (await selectInAll("SELECT slot FROM pending WHERE host = ?1", host)).length;

describe("a hostname that passes", () => {
  it("is told to the edge at once where few records go with it; names that answered for it are behind", async () => {
    const opened = await contest();
    const host = opened.host("go.victim");
    const link = { host, alias: "a", destination: "https://a.answer.example/alias" };
    requireOk(await opened.of("A").call("POST", "/link", link));
    await opened.move("A", "B", "go.victim");
    expect(await notesOf(host)).toBe(0);
    expect(await isBehind(host)).toBe(false);
    expect(await isBehind(opened.host("*.victim"))).toBe(true);
    expect((await inStore(`p:${host}/a`)).records).toEqual([]);
    expect(JSON.stringify(await inStore(`h:${host}`))).toContain("b.answer.example");
    memory.clear();
    expect(await opened.answerer("go.victim")).toBe("B");
  });

  it.each([true, false])(
    "is behind with many records, its own key first (complete before: %s)",
    async (isComplete) => {
      const opened = await contest();
      const host = opened.host("go.victim");
      if (!isComplete) {
        const row = { host, alias: "first", destination: "https://example.com" };
        requireOk(await opened.of("A").call("POST", "/bulk/import", { mode: "create", rows: [row] }));
        await drainAll();
      }
      const rows = Array.from({ length: 60 }, (_, index) => ({
        host,
        alias: `s${index}`,
        destination: `https://example.com/${index}`,
      }));
      requireOk(await opened.of("B").call("POST", "/bulk/import", { mode: "create", rows }));
      const before = await inStore(`h:${host}`);
      expect(before.complete).toBe(isComplete);
      await opened.move("A", "B", "go.victim");
      const after = await inStore(`h:${host}`);
      expect(after.complete).toBe(false);
      expect(after.seq).toBeGreaterThan(before.seq);
      expect(JSON.stringify(after)).toContain("b.answer.example");
      expect(await isBehind(host)).toBe(true);
      expect(await notesOf(host)).toBe(isComplete ? 60 : 61);
      for (const one of databasesOf(env)) expect(await drainProjections(one)).toBe(0);
      // The edge asks the database meanwhile, here and elsewhere.
      for (const clear of [false, true]) {
        if (clear) memory.clear();
        expect((await visit(`http://${host}/s1`)).headers.get("Location")).toBe("https://example.com/1");
      }
      await drainAll();
      expect((await inStore(`p:${host}/s1`)).records).toHaveLength(1);
      await completeHosts();
      expect((await inStore(`h:${host}`)).complete).toBe(true);
    },
  );

  // Across databases it does not pass while a snapshot of it is still to be written.
  itWithOneDatabase(
    "stays behind where it was, and takes its mark from the claim that it leaves",
    async () => {
      const opened = await contest();
      const host = opened.host("go.victim");
      const rows = [{ host, alias: "i", destination: "https://example.com" }];
      requireOk(await opened.of("A").call("POST", "/bulk/import", { mode: "create", rows }));
      expect(await isBehind(host)).toBe(true);
      await opened.move("A", "B", "go.victim");
      expect(await rowsOf(host)).toEqual([
        { host, behind_since: expect.any(Number) },
        { host: `${host}|${opened.of("A").id}`, behind_since: null },
      ]);
      expect((await inStore(`h:${host}`)).complete).toBe(false);
      await completeHosts();
      expect(await isBehind(host)).toBe(false);
    },
  );

  it("leaves every other cause of a pause as it is", async () => {
    const opened = await contest();
    const host = opened.host("go.victim");
    const { call, id: workspaceId } = opened.of("A");
    const body = { host, alias: "t", destination: "https://example.com" };
    const [{ id }] = requireOk(await call("POST", "/link", body)).body.data;
    requireOk(await call("POST", `/links/${id}/pause`));
    await updatePauseCause(env.DB, "takedown", true, { ids: [id] }, Date.now()).run();
    const causes = () =>
      env.DB.prepare(
        `SELECT paused_by, paused_by_user, paused_by_claim, paused_by_takedown FROM records
         WHERE id = ?1 AND workspace_id = ?2`,
      )
        .bind(id, workspaceId)
        .first();
    const before = { paused_by: "system", paused_by_user: 1, paused_by_claim: 0, paused_by_takedown: 1 };
    expect(await causes()).toEqual(before);
    await opened.move("A", "B", "go.victim");
    expect(await causes()).toEqual({ ...before, paused_by_claim: 1 });
    await opened.move("B", "A", "go.victim");
    expect(await causes()).toEqual(before);
  });
});

describe("a claim that waits", () => {
  it("is skipped when all snapshots are written again", async () => {
    const opened = await contest();
    const host = opened.host("go.victim");
    const waiting = `${host}|${opened.of("B").id}`;
    await env.DB.batch(startAllReprojections(env.DB, Date.now()));
    expect(await isBehind(host)).toBe(true);
    expect(await isBehind(waiting)).toBe(false);
    await reproject(env);
    await drainAll();
    await env.SNAPSHOTS.delete(`h:${opened.host("*.victim")}`);
    await refill(env, opened.host("*.victim"));
    await reproject(env);
    await completeHosts();
    const { results } = await env.DB.prepare(
      "SELECT host FROM slots UNION SELECT host FROM pending UNION SELECT host FROM reprojections",
    ).all<{ host: string }>();
    expect(results.filter((row) => row.host.includes("|"))).toEqual([]);
    const { keys } = await env.SNAPSHOTS.list();
    expect(keys.filter(({ name }) => name.includes("|"))).toEqual([]);
    expect(await isBehind(host)).toBe(false);
  });

  it("has no snapshots of its own to write or to wait for", async () => {
    const opened = await contest();
    const host = opened.host("go.victim");
    expectRefused(await opened.of("B").call("POST", "/projection", { host }), "host");
    requireOk(await opened.of("A").call("POST", "/projection", { host }));
    expect(requireOk(await opened.of("A").call("GET", "/projection")).body.behind).toBeGreaterThan(0);
    expect(requireOk(await opened.of("B").call("GET", "/projection")).body.behind).toBe(0);
    requireOk(await opened.of("B").call("POST", "/projection", {}));
    expect(requireOk(await opened.of("B").call("GET", "/projection")).body.behind).toBe(0);
  });

  it("is followed as if it held its hostname, so that no circle waits for the hostname to pass", async () => {
    const opened = await contest();
    const host = opened.host("go.victim");
    const { call } = opened.of("B");
    const back = { host, alias: "back", destination: `https://${host}/back` };
    expectRefused(await call("POST", "/link", back), "destination");
    const { body } = requireOk(await call("GET", "/redirect"));
    requireOk(await call("DELETE", `/redirect/${body.data[0].id}`));
    requireOk(await call("POST", "/link", { ...back, alias: "on", destination: `https://${host}/nothing` }));
    expectRefused(
      await call("PUT", `/host/${host}`, { not_found_url: `https://${host}/on` }),
      "not_found_url",
    );
  });
});
