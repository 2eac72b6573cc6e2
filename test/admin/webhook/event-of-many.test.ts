import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { payloadSchema } from "../../../scripts/openapi/webhook.ts";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { finishChange, work } from "../../support/change.ts";
import { messageOf, store } from "../../support/click.ts";
import { jobRun } from "../../support/job-run.ts";
import { missOn } from "../../support/miss.ts";
import { watchSite } from "../../support/monitor.ts";
import { connectHost, createSite, requireOk, type Site } from "../../support/site.ts";
import { makeWebhook, notedFor, typesFor, type MadeWebhook } from "../../support/webhook.ts";

let site: Site;
let webhook: MadeWebhook;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  webhook = await makeWebhook(site);
});
afterEach(() => vi.restoreAllMocks());

const last = async () => (await notedFor(webhook.id)).at(-1);

async function planEdit(fields: object = {}): Promise<string> {
  const body = { filter: { host: site.host }, tags_add: ["x"], ...fields };
  const { id } = requireOk(await site.call("POST", "/changes", body)).body;
  await finishChange(site, id);
  return id;
}

/** What is noted from now on. */
async function newly(act: () => Promise<unknown>, of = webhook.id) {
  const before = (await notedFor(of)).length;
  await act();
  return (await notedFor(of)).slice(before);
}

function expectDocumented(payload: { type: string; data: object } | undefined): void {
  const data = payloadSchema(payload?.type as "link.created").properties?.["data"];
  expect(Object.keys(payload?.data ?? {}).toSorted()).toEqual(Object.keys(data?.properties ?? {}).toSorted());
}

describe("[35.27] a change of many records", () => {
  it("is told at its end, with one summary, and again when it is undone", async () => {
    for (let n = 0; n < 3; n++) await site.createLink();
    const id = await planEdit();
    const applied = await newly(() => work(site, id, "apply"));
    const hosts = [site.host];
    expect(applied).toMatchObject([
      {
        type: "change.applied",
        data: { change: id, kind: "edit", hosts, created: 0, changed: 3, deleted: 0 },
      },
      { type: "link.updated", data: { change: id, hosts, count: 3, records: [] } },
    ]);
    for (const payload of applied) expectDocumented(payload);
    expect(await newly(() => work(site, id, "undo"))).toMatchObject([
      { type: "change.undone", data: { change: id } },
      { type: "link.updated", data: { change: id, count: 3 } },
    ]);
  });

  it("that deletes is told as such, and its undo as created", async () => {
    await site.createLink();
    const body = { filter: { host: site.host }, delete: true };
    const { id } = requireOk(await site.call("POST", "/changes", body)).body;
    await finishChange(site, id);
    const types = async (call: "apply" | "undo") =>
      (await newly(() => work(site, id, call))).map(({ type, data }) => [type, data.count]);
    expect(await types("apply")).toEqual([
      ["change.applied", undefined],
      ["link.deleted", 1],
    ]);
    expect(await types("undo")).toEqual([
      ["change.undone", undefined],
      ["link.created", 1],
    ]);
  });

  it("that is stopped is told once, and a plan that is stopped is not", async () => {
    await site.createLink();
    const id = await planEdit();
    expect(await newly(() => site.call("POST", `/changes/${id}/stop`))).toEqual([]);
    const other = await planEdit();
    await env.DB.prepare("UPDATE changes SET state = 'applying' WHERE id = ?1").bind(other).run();
    const stopped = await newly(() =>
      Promise.all([1, 2].map(() => site.call("POST", `/changes/${other}/stop`))),
    );
    expect(stopped.map(({ type }) => type)).toEqual(["change.stopped"]);
  });

  it("tells a webhook of some of its hostnames of these alone, without the number", async () => {
    const other = await connectHost(site);
    requireOk(await site.call("POST", "/link", { host: other }));
    await site.createLink();
    const own = await makeWebhook(site, { hosts: [site.host] });
    const elsewhere = await makeWebhook(site, { hosts: [await connectHost(site)] });
    const id = await planEdit({ filter: { handler: "short-url" } });
    const told = await newly(() => work(site, id, "apply"), own.id);
    expect(told).toMatchObject([
      { type: "link.updated", data: { change: id, hosts: [site.host], count: null, records: [] } },
    ]);
    expect(JSON.stringify(told)).not.toContain(other);
    expect(await notedFor(elsewhere.id)).toEqual([]);
  });

  it("that is an import is told with each commit", async () => {
    const rows = [1, 2].map((n) => ({
      host: site.host,
      alias: `i${n}`,
      destination: "https://example.org/",
    }));
    const told = await newly(() => site.call("POST", "/bulk/import", { mode: "create", rows }));
    expect(told).toMatchObject([
      { type: "link.created", data: { count: 2, records: [{ version: 1 }, { version: 1 }] } },
    ]);
    expect(told[0]?.data.change).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("[35.27] a check", () => {
  it("that is done is told once", async () => {
    const urls = [`https://${site.host}/a`, `https://${site.host}/b`];
    const { id } = requireOk(await site.call("POST", "/checks", { urls })).body;
    for (let run = 1; run < 4; run++) {
      const nowMs = Date.now() + run * 1000_000;
      await continueCheck(env, id, () => nowMs);
    }
    expect(await typesFor(webhook.id)).toEqual(["check.finished"]);
    const payload = await last();
    expect(payload?.data).toMatchObject({ check: id, total: 2, counts: { uncovered: 2 } });
    expectDocumented(payload);
  });
});

describe("[35.27] a missed path", () => {
  const miss = async (times: number, path = "/lost") => {
    await store([messageOf(...(Array.from({ length: times }, () => missOn(site.host, path)) as never[]))]);
    await foldMisses(jobRun(env, Date.now()));
  };

  it("that ten people ask for in a day is told, once", async () => {
    await miss(9);
    expect(await notedFor(webhook.id)).toEqual([]);
    await miss(3);
    await miss(20);
    expect(await typesFor(webhook.id)).toEqual(["miss.frequent"]);
    const payload = await last();
    expect(payload?.data).toMatchObject({ host: site.host, path: "/lost", people: 12 });
    expectDocumented(payload);
  });

  it("that the owner ignores is not told", async () => {
    await miss(5);
    const body = { host: site.host, paths: ["/lost"], to: "ignore" };
    requireOk(await site.call("POST", "/misses/resolve", body));
    await miss(20);
    await miss(20, "/wp-login.php");
    expect(await notedFor(webhook.id)).toEqual([]);
  });
});

describe("[35.27] a destination", () => {
  it("that breaks and recovers is told, without is_notify and notify_url", async () => {
    const watch = await watchSite();
    const own = await makeWebhook(watch.site);
    const fields = { destination: "https://a.example/", is_switch_unbroken_destination: true };
    const { id } = await watch.site.createLink(fields);
    watch.down.add("https://a.example/");
    await watch.run(4);
    watch.down.clear();
    await watch.run(1);
    const [, broken, healthy, ...others] = await notedFor(own.id);
    expect(others).toEqual([]);
    expect(broken).toMatchObject({ type: "record.broken", data: { id, monitor: "broken", version: 1 } });
    expect(healthy).toMatchObject({ type: "record.healthy", data: { id, monitor: "healthy" } });
    expectDocumented(broken);
    expect(watch.clock.notificationIds()).toEqual([]);
  });
});
