import { describe, expect, it } from "vitest";
import { HOST, useBreakableSite } from "../support/breakable-site.ts";
import { SWEEP_LATER_MS } from "../../scripts/lab/testbed/control.ts";
import { QUEUE_FAILURES, type Fault } from "../../scripts/lab/testbed/fault.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";

/** The running worker while its queues refuse messages, or do not answer. */

const COUNTED = { everyMs: 200 };
const overloaded: Fault = { does: "throw", text: QUEUE_FAILURES.overloaded };
const throttled: Fault = { does: "throw", text: QUEUE_FAILURES.throttled };
const hangs: Fault = { does: "hang" };
const refusals: [string, Fault][] = [
  ["that is overloaded", overloaded],
  ["that throttles", throttled],
  ["that hangs", hangs],
];

const site = useBreakableSite();

let links = 0;

/** Creates a link. Returns functions that visit it and read its clicks. */
async function createLink() {
  const alias = `link-${++links}`;
  const { data } = await site.post("/link", { host: HOST, alias, destination: "https://example.com/" });
  return {
    visit: async () => (await site.worker.visit(HOST, `/${alias}`)).status,
    clicks: async () => (await site.worker.call("GET", `/links/${data[0].id}/stats`)).body.clicks as number,
  };
}

describe("the queue of clicks", () => {
  it.each(refusals)("[20.8] %s delays no redirect", async (_, fault) => {
    const { visit } = await createLink();
    await site.worker.breakBindings({ CLICKS: fault });
    for (let time = 0; time < 5; time++) expect(await visit()).toBe(302);
  });

  it("[20.8] counts each click once when it accepts a message at the third attempt", async () => {
    const { visit, clicks } = await createLink();
    await site.worker.breakBindings({ CLICKS: { ...overloaded, last: 2 } });
    for (let time = 0; time < 3; time++) await visit();
    await readUntil(clicks, (count) => count >= 3, COUNTED);
    expect(await clicks()).toBe(3);
    expect(await site.worker.countFaults()).toEqual({ CLICKS: 2 });
  });

  it("[20.8] counts a message once when it accepted it but its answer was lost", async () => {
    const { visit, clicks } = await createLink();
    await site.worker.breakBindings({
      CLICKS: { does: "lose-answer", text: QUEUE_FAILURES.throttled, last: 2 },
    });
    for (let time = 0; time < 3; time++) await visit();
    await readUntil(
      () => site.worker.countFaults(),
      ({ CLICKS }) => CLICKS === 2,
      COUNTED,
    );
    // Once a later click is counted, every delivery of the message has happened.
    const later = await createLink();
    await later.visit();
    await readUntil(later.clicks, (count) => count === 1, COUNTED);
    await readUntil(clicks, (count) => count >= 3, COUNTED);
    expect(await clicks()).toBe(3);
  });

  it("counts the clicks by the second attempt when the first hangs", async () => {
    const { visit, clicks } = await createLink();
    await site.worker.breakBindings({ CLICKS: { ...hangs, last: 1 } });
    for (let time = 0; time < 3; time++) await visit();
    await readUntil(clicks, (count) => count >= 3, COUNTED);
    expect(await clicks()).toBe(3);
  });

  it("that refuses for good loses only the clicks of that time: later ones count", async () => {
    const { visit, clicks } = await createLink();
    await site.worker.breakBindings({ CLICKS: overloaded });
    await visit();
    await readUntil(
      () => site.worker.countFaults(),
      ({ CLICKS }) => CLICKS === 3,
      COUNTED,
    );
    await site.worker.mend();
    expect(await visit()).toBe(302);
    await readUntil(clicks, (count) => count === 1, COUNTED);
  });
});

describe("the queue that has snapshots written", () => {
  it.each(refusals)(
    "[20.8] %s delays no import: visitors are redirected at once, and the sweep does the rest",
    async (_, fault) => {
      await site.worker.breakBindings({ PROJECTION: fault });
      const aliases = ["x", "y", "z"].map((letter) => `${letter}-${++links}`);
      const rows = aliases.map((alias) => ({
        host: HOST,
        alias,
        destination: `https://example.com/${alias}`,
      }));
      expect((await site.post("/bulk/import", { rows })).meta.created).toBe(3);
      for (const alias of aliases) {
        const { headers } = await site.worker.visit(HOST, `/${alias}`);
        expect(headers.get("location")).toBe(`https://example.com/${alias}`);
      }
      await site.worker.sweep();
      expect(await site.worker.audit()).toEqual([]);
    },
  );

  it.each(refusals)("%s holds up no change, though the store takes no snapshot either", async (_, fault) => {
    const { visit } = await createLink();
    await site.worker.breakBindings({ PROJECTION: fault, SNAPSHOTS: { does: "throw", on: "writes" } });
    const alias = `unseen-${++links}`;
    await site.post("/link", { host: HOST, alias, destination: "https://example.com/" });
    expect((await site.worker.visit(HOST, `/${alias}`)).status).toBe(302);
    expect(await visit()).toBe(302);
  });
});

describe("the queue of checks", () => {
  it("[20.8] that refuses messages stops no other job, and the hostnames stay due and are checked in the next minute", async () => {
    const dueAt = () =>
      site.worker.db
        .prepare("SELECT check_due_at AS due FROM hosts WHERE host = ?1")
        .bind(HOST)
        .first<number>("due");
    await site.worker.db.prepare("UPDATE hosts SET check_due_at = 1").run();
    await site.worker.breakBindings({ WATCH: overloaded, SNAPSHOTS: { does: "throw", on: "writes" } });
    await createLink();
    await site.worker.breakBindings({ WATCH: overloaded });
    await site.worker.sweep().catch(() => undefined);
    expect(await site.worker.countFaults()).toMatchObject({ WATCH: expect.any(Number) as number });
    expect(await site.worker.audit()).toEqual([]);
    expect(await dueAt()).toBeLessThanOrEqual(Date.now() + SWEEP_LATER_MS);
    await site.worker.mend();
    await site.worker.sweep(60_000);
    expect(await dueAt()).toBeGreaterThan(Date.now() + 6_000);
  });
});
