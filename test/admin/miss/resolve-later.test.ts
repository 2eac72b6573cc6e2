import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wholeOf } from "../../../src/domain/reach.ts";
import type { ServiceContext } from "../../../src/services/context.ts";
import { resolveMisses } from "../../../src/services/miss/resolve-misses.ts";
import { selectTenant } from "../../../src/storage/workspace/read.ts";
import { resumeSteps, takeSteps } from "../../../src/jobs/step-runner.ts";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import type { WatchMessage } from "../../../src/queue-messages.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { messageOf, store } from "../../support/click.ts";
import { missOn } from "../../support/miss.ts";
import { createSite, recordCounts, requireOk, type RecordBody, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { jobRun } from "../../support/job-run.ts";

const MINUTE_MS = 60_000;
const D = "https://new.example/x";

let site: Site;

beforeEach(async () => {
  site = await createSite();
  const misses = ["/a", "/a", "/b", "/b"].map((path) => missOn(site.host, path));
  await store([messageOf(...(misses as never[]))]);
  await foldMisses(jobRun(env, Date.now()));
});

afterEach(() => vi.restoreAllMocks());

const resolve = (key: string) =>
  site.call(
    "POST",
    "/misses/resolve",
    { host: site.host, paths: ["/a", "/b"], to: D },
    { "Idempotency-Key": key },
  );

/** Resolves while the time of a call passes so fast that its plan stays half made. */
async function resolveInHaste(): Promise<string> {
  let nowMs = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (nowMs += 2_000));
  const { body } = requireOk(await resolve("hasty"));
  clock.mockRestore();
  expect(body).toMatchObject({ paths: ["/a", "/b"], change: { state: "planning" } });
  expect((await recordCounts(site.id)).kept).toBe(0);
  return body.change.id;
}

/** A minute of cron, with all messages that come of it; each comes twice. */
async function runMinute(nowMs = Date.now()): Promise<void> {
  const messages: WatchMessage[] = [];
  const send = vi.spyOn(env.WATCH, "sendBatch").mockImplementation(async (batch) => {
    messages.push(...Array.from(batch, ({ body }) => body));
    return {} as never;
  });
  await resumeSteps("change", jobRun(env, nowMs));
  for (const message of messages) {
    if (message.kind !== "change" || message.workspaceId !== site.id) continue;
    await Promise.all([1, 2].map(() => takeSteps(env, message, nowMs)));
  }
  send.mockRestore();
}

const change = async (id: string): Promise<RecordBody> =>
  requireOk(await site.call("GET", `/changes/${id}`)).body;

/** A change of the workspace that is being applied, by a run that has it for ever. */
async function occupy(): Promise<() => Promise<void>> {
  const link = await site.createLink({ alias: "other", destination: D });
  const { id } = requireOk(await site.call("POST", "/changes", { ids: [link.id], set: { title: "t" } })).body;
  const set = async (state: string, leasedUntilMs: number) => {
    await env.DB.prepare("UPDATE changes SET state = ?2, leased_until = ?3 WHERE id = ?1")
      .bind(id, state, leasedUntilMs)
      .run();
  };
  await set("applying", Date.now() * 2);
  return () => set("applied", 0);
}

describe("[31.11] a plan that is not ready when the call is answered", () => {
  it("applies itself, once, and can be undone", async () => {
    const id = await resolveInHaste();
    await runMinute();
    await runMinute();
    expect(await change(id)).toMatchObject({ state: "applied", counts: { created: 2, conflicts: 0 } });
    expect((await visit(`http://${site.host}/a`)).headers.get("Location")).toBe(D);
    expect(await recordCounts(site.id)).toEqual({ kept: 2, counted: 2 });
    expect(requireOk(await resolve("hasty")).body.change).toMatchObject({ id, state: "applied" });
    expect(requireOk(await site.call("POST", `/changes/${id}/undo`)).body.state).toBe("undone");
    await runMinute();
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it("[28.17] waits while another change is applied, and is not lost by a repeated call", async () => {
    const id = await resolveInHaste();
    const release = await occupy();
    await runMinute();
    await runMinute(Date.now() + 59 * MINUTE_MS);
    expect(await change(id)).toMatchObject({ state: "planned", warnings: [] });
    expect(requireOk(await resolve("hasty")).body.change).toMatchObject({ id, state: "planned" });
    await release();
    await runMinute();
    expect(await change(id)).toMatchObject({ state: "applied", counts: { created: 2 } });
    expect((await recordCounts(site.id)).kept).toBe(3);
  });

  it("[28.17] is given up after an hour, with the reason, and never applied", async () => {
    const id = await resolveInHaste();
    const release = await occupy();
    const plain = requireOk(
      await site.call("POST", "/changes", { filter: { host: site.host }, set: { title: "u" } }),
    ).body;
    await runMinute();
    await runMinute(Date.now() + 61 * MINUTE_MS);
    const given = await change(id);
    expect(given).toMatchObject({ state: "failed", expires_at: null });
    expect(given.warnings).toEqual([expect.stringContaining("for an hour other changes")]);
    await release();
    // Neither this one nor a plan that waits for its owner is touched, also by a message that comes late.
    for (const late of [id, plain.id]) {
      const message = { kind: "change" as const, id: late, workspaceId: site.id };
      await takeSteps(env, message, Date.now() + 62 * MINUTE_MS);
    }
    await runMinute();
    expect((await change(id)).state).toBe("failed");
    expect((await change(plain.id)).state).toBe("planned");
    expect((await recordCounts(site.id)).kept).toBe(1);
  });

  it("[28.17] applies itself whatever statement the call dies at, or leaves nothing", async () => {
    const workspace = (await selectTenant(env.DB, site.id))!;
    let applied = 0;
    for (const turn of [3, 5, 6, 7, 8, 10, 12, 14, 16, 18, 21]) {
      const dying = dyingDatabase(turn, turn % 2 === 0);
      const ctx: ServiceContext = {
        env: dying.env,
        caller: {
          workspace,
          user: { id: site.userId },
          token: { id: "", name: "", lastUsedAtMs: null },
          role: "editor",
          reach: wholeOf(site.id),
        },
        channel: "api",
        nowMs: Date.now(),
        random: Math.random,
        background: () => {},
      };
      const to = { kind: "destination" as const, destination: D };
      const call = resolveMisses(ctx, { fields: { host: site.host, paths: ["/a", "/b"], to }, errors: {} });
      await call.catch(() => {});
      expect(dying.isDead()).toBe(true);
      // The lease of the run that died ends.
      await env.DB.prepare("UPDATE changes SET leased_until = 0 WHERE workspace_id = ?1").bind(site.id).run();
      await runMinute();
      await runMinute();
      const [last] = requireOk(await site.call("GET", "/changes?per_page=1")).body.data;
      const isMade = last !== undefined && last.state !== "undone";
      expect((await recordCounts(site.id)).kept, `statement ${turn}`).toBe(isMade ? 2 : 0);
      if (!isMade) continue;
      expect(last).toMatchObject({ state: "applied", counts: { created: 2, conflicts: 0 } });
      requireOk(await site.call("POST", `/changes/${last.id}/undo`));
      applied++;
    }
    expect(applied).toBeGreaterThan(5);
  });

  it("[28.17] is given up if the workspace is suspended", async () => {
    const id = await resolveInHaste();
    const release = await occupy();
    await runMinute();
    await env.DB.prepare("UPDATE workspaces SET suspended_at = 1 WHERE id = ?1").bind(site.id).run();
    await release();
    await runMinute();
    const given = await change(id);
    expect(given.state).toBe("failed");
    expect(given.warnings).toEqual([expect.stringContaining("suspended")]);
  });

  it("[9.21] is a 409 while another change is applied, where the call has planned it, and leaves its key free", async () => {
    const release = await occupy();
    expect((await resolve("busy")).status).toBe(409);
    await release();
    await runMinute();
    const { data } = requireOk(await site.call("GET", "/changes")).body;
    expect(data.map(({ state, kind }: RecordBody) => [kind, state])).toEqual([
      ["create", "expired"],
      ["edit", "applied"],
    ]);
    expect((await recordCounts(site.id)).kept).toBe(1);
    expect(requireOk(await resolve("busy")).body.change).toMatchObject({ state: "applied" });
  });
});
