import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consume } from "../../src/jobs/consume.ts";
import { queueThreatChecks } from "../../src/jobs/run-threat-checks.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { seedRecords } from "../support/seed-records.ts";
import { historyOf, requireOk } from "../support/site.ts";
import { threatSite, type ThreatSite } from "../support/threat-site.ts";
import { visit } from "../support/workspace.ts";
import { jobRun } from "../support/job-run.ts";

const EVIL = "https://evil.example/login";
const GOOD = "https://good.example/";

let threats: ThreatSite;

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM records"),
    env.DB.prepare("UPDATE threat_round SET after_row = NULL, started_at = 0"),
  ]);
  threats = await threatSite();
});
afterEach(() => vi.restoreAllMocks());

const messages = () => threats.queue.batches.flat();
const sentIds = () => messages().flatMap((message) => (message.kind === "check-threats" ? message.ids : []));
const report = (url = EVIL) => threats.service.reported.set(url, "MALWARE");

async function expectWarning(url: string): Promise<void> {
  const response = await visit(url);
  expect([response.status, response.headers.get("Location")]).toEqual([403, null]);
  const text = (await response.text()) + JSON.stringify([...response.headers]);
  expect(text).toContain("This link is blocked");
  expect(text).not.toContain("evil.example");
}

const locationOf = async (url: string) => (await visit(url)).headers.get("Location");

describe("a destination that is reported later", () => {
  it("[17.8] is a warning from the next round on, and leads on again once it is reported no more", async () => {
    const { id, url } = await threats.createLink({ destination: EVIL, status: 301 });
    expect(await locationOf(url)).toBe(EVIL);
    report();
    await threats.nextRound();
    await expectWarning(url);
    memory.clear();
    await expectWarning(url);
    await expectWarning(`${url}+`);
    threats.service.reported.clear();
    await threats.nextRound();
    expect(await locationOf(url)).toBe(EVIL);
    const row = await env.DB.prepare("SELECT version, threats FROM records WHERE id = ?1").bind(id).first();
    expect(row).toEqual({ version: 1, threats: "{}" });
    expect(await historyOf(id)).toEqual([]);
  });

  it("[17.8] warns only visitors who would be sent there", async () => {
    const { url } = await threats.createLink({
      destinations: [GOOD, EVIL],
      destination_routing: "sequential",
    });
    report();
    await threats.nextRound();
    const statuses = [(await visit(url)).status, (await visit(url)).status];
    expect(statuses.toSorted()).toEqual([302, 403]);
    expect(await (await visit(`${url}+`)).text()).not.toContain("evil.example");
  });

  it("stays flagged through writes, and is forgotten with the destination", async () => {
    const { id, url } = await threats.createLink({ destination: EVIL });
    report();
    await threats.nextRound();
    requireOk(await threats.call("PUT", `/link/${id}`, { title: "Renamed", forward_query: true }));
    await expectWarning(`${url}?x=1`);
    requireOk(await threats.call("PUT", `/link/${id}`, { destination: GOOD }));
    expect(await locationOf(url)).toBe(GOOD);
    await threats.nextRound();
    const row = await env.DB.prepare("SELECT threats FROM records WHERE id = ?1").bind(id).first();
    expect(row).toEqual({ threats: "{}" });
  });

  it("[17.8] is judged beside a write that comes between, which keeps what it wrote", async () => {
    const { id } = await threats.createLink({ destinations: [GOOD, EVIL] });
    report();
    const answer = threats.web.site;
    let hasHappened = false;
    threats.web.site = async (request) => {
      if (!hasHappened) {
        hasHappened = true;
        const change = { alias: "moved", destinations: [EVIL, GOOD] };
        requireOk(await threats.call("PUT", `/link/${id}`, change));
      }
      return answer(request);
    };
    await threats.nextRound();
    expect(hasHappened).toBe(true);
    await expectWarning(`http://${threats.site.host}/moved`);
    expect((await threats.call("GET", `/link/${id}`)).body.destinations).toEqual([EVIL, GOOD]);
  });

  it("[17.8] is no warning any more when the service is switched off", async () => {
    const { url } = await threats.createLink({ destination: EVIL });
    report();
    await threats.nextRound();
    await expectWarning(url);
    threats.env.SAFE_BROWSING_URL = "";
    await threats.tick();
    await threats.consume();
    expect(await locationOf(url)).toBe(EVIL);
    const sent = messages().length;
    await threats.tick();
    expect(messages()).toHaveLength(sent);
  });
});

describe("a round", () => {
  it("[17.8] asks about every record that leads anywhere, once an hour", async () => {
    const first = await threats.createLink({ destination: GOOD });
    await threats.createLink({});
    const second = await threats.createLink({ destination: EVIL, status: "paused" });
    await threats.tick();
    expect(sentIds()).toEqual([first.id, second.id]);
    threats.nowMs += 3_599_999;
    await threats.tick();
    expect(sentIds()).toHaveLength(2);
    threats.nowMs += 1;
    await threats.tick();
    expect(sentIds()).toHaveLength(4);
  });

  it("[17.8] goes on minute by minute, a thousand records each, in messages of 500 destinations", async () => {
    await seedRecords(threats.site.id, { host: threats.site.host, count: 2_500 });
    for (const count of [1_000, 2_000, 2_500, 2_500]) {
      await threats.tick();
      threats.nowMs += 60_000;
      expect(new Set(sentIds()).size).toBe(count);
      expect(sentIds()).toHaveLength(count);
    }
    for (const message of messages()) expect("ids" in message && message.ids.length).toBe(500);
  });

  it("stays where it is while the queue takes nothing", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id } = await threats.createLink({ destination: GOOD });
    threats.queue.refusesFrom = 0;
    await threats.tick();
    threats.queue.refusesFrom = Infinity;
    await threats.tick();
    expect(sentIds()).toEqual([id]);
  });

  it("is started by cron, and the queue's consumer handles its messages and retries those without an answer", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id, url } = await threats.createLink({ destination: EVIL });
    report();
    await runJobs(threats.env, threats.nowMs);
    expect(sentIds()).toEqual([id]);
    const deliver = async () => {
      const outcomes: string[] = [];
      const body = { kind: "check-threats" as const, ids: [id] };
      const message = {
        body,
        attempts: 1,
        ack: () => outcomes.push("ack"),
        retry: () => outcomes.push("retry"),
      };
      await consume([message], threats.env, threats.nowMs);
      return outcomes;
    };
    threats.service.status = 500;
    expect(await deliver()).toEqual(["retry"]);
    expect(await locationOf(url)).toBe(EVIL);
    threats.service.status = 200;
    expect(await deliver()).toEqual(["ack"]);
    await expectWarning(url);
  });

  it("writes nothing where nothing is new, and reads next to nothing without a service", async () => {
    await seedRecords(threats.site.id, { host: threats.site.host, count: 400 });
    const metered = meterDatabase();
    const bindings = { ...threats.env, DB: metered.env.DB };
    await queueThreatChecks(jobRun({ ...bindings, SAFE_BROWSING_URL: "" }, threats.nowMs));
    expect(metered.rows).toMatchObject({ read: 1, written: 0 });
    threats.env.DB = metered.env.DB;
    await threats.nextRound();
    expect(threats.service.urls()).toHaveLength(400);
    expect(metered.rows.written).toBe(1);
    expect(metered.rows.read).toBeLessThan(1_300);
  });
});
