import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../src/domain/time.ts";
import { answerDns, dnsJson } from "../support/dns.ts";
import { emptyClickBuffer } from "../support/empty-click-buffer.ts";
import { FreePlan } from "../support/free-plan.ts";
import { seededRandom } from "../support/random.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";

/** What the free plan allows an account in a day. Of 10,000 operations of queues the rest is for other Workers. */
const A_DAY = {
  rowsRead: 5_000_000,
  rowsWritten: 100_000,
  kvReads: 100_000,
  kvWrites: 1_000,
  queueOperations: 8_000,
};
const LINKS = 300;
const CLICKS = 2_000;

const random = seededRandom(32);
const startMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
let plan: FreePlan;
let site: Site;

async function call(method: string, path: string, body?: unknown) {
  const request = new Request(`http://localhost:8787/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${site.token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await plan.fetch(request, `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ":id")}`);
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  return requireOk(answer).body;
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await plan.minute(Date.now());
  }
}

/** Times of a day, in their order. */
function times(count: number): number[] {
  return Array.from({ length: count }, () => startMs + Math.floor(random() * DAY_MS)).toSorted(
    (a, b) => a - b,
  );
}

beforeAll(async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: startMs });
  site = await createSite();
  plan = new FreePlan();
  answerDns((question) => {
    plan.countRequest();
    return dnsJson(question);
  });
});
afterAll(async () => {
  for (const [name, times] of plan.times) {
    const sorted = times.toSorted((one, other) => one - other);
    const [median, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => ms?.toFixed(1));
    const { statements, subrequests } = plan.most.get(name)!;
    console.warn(`${name}: ${median} ms, at most ${most} ms, ${statements} statements, ${subrequests} calls`);
  }
  vi.useRealTimers();
  await emptyClickBuffer();
});

describe("[25.15] an installation on the free plan", () => {
  it(
    "makes 300 links and counts 2,000 clicks in a day within what the plan allows",
    { timeout: 1_200_000 },
    async () => {
      const events = [
        ...times(LINKS).map((atMs) => ({ atMs, kind: "link" })),
        ...times(CLICKS).map((atMs) => ({ atMs, kind: "click" })),
        ...Array.from({ length: DAY_MS / MINUTE_MS }, (_, minute) => ({
          atMs: startMs + minute * MINUTE_MS,
          kind: "cron",
        })),
      ].toSorted((one, other) => one.atMs - other.atMs);
      const urls: string[] = [];
      let visits = 0;
      for (const { atMs, kind } of events) {
        await vi.advanceTimersByTimeAsync(Math.max(0, atMs - Date.now()));
        await plan.consumeAll();
        if (kind === "cron") await plan.minute(atMs);
        else if (kind === "link" || urls.length === 0) {
          const { data } = await call("POST", "/link", {
            host: site.host,
            destination: "https://example.com/",
          });
          urls.push(data[0].url);
        } else {
          visits++;
          const url = urls[Math.floor(random() * urls.length)]!;
          expect((await plan.visit(url)).headers.get("Location")).toBe("https://example.com/");
        }
      }
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      await plan.consumeAll();
      await plan.minute(startMs + DAY_MS);
      for (const [name, used] of plan.most) console.log(name, JSON.stringify(used));
      console.log(JSON.stringify(plan.day), plan.refused);
      expect(plan.refused).toEqual([]);
      for (const [name, limit] of Object.entries(A_DAY)) {
        expect(plan.day[name as keyof typeof A_DAY], name).toBeLessThanOrEqual(limit);
      }
      const counted = await env.DB.prepare("SELECT sum(total_clicks) AS n FROM records").first<number>("n");
      expect(counted).toBe(visits);
    },
  );

  it("does what people do, each within an invocation of its own", { timeout: 600_000 }, async () => {
    const rows = (count: number, path: string) =>
      Array.from({ length: count }, (_, index) => ({
        url: `${site.host}/${path}${index}`,
        destination: "https://example.com/",
      }));
    const { data } = await call("POST", "/link", { host: site.host, destination: "https://example.com/" });
    const [{ id, url }] = data as [{ id: string; url: string }];
    await call("PUT", `/link/${id}`, { destination: "https://example.com/2" });
    await call("GET", "/links?filter[search]=example");
    await call("GET", "/links/facets?filter[search]=example");
    await call("GET", `/links/${id}/stats`);
    await call("GET", "/stats");
    await call("POST", "/explain", { url });
    await call("POST", "/host", { host: "other.example" });
    await call("POST", "/bulk/import", { rows: rows(200, "imported-") });
    const { id: checkId } = await call("POST", "/checks", {
      urls: rows(500, "imported-").map((row) => `http://${row.url}`),
    });
    const plans = [
      await call("POST", "/changes", { rows: rows(1_200, "planned-"), mode: "create" }),
      await call("POST", "/changes", { filter: { search: "imported-" }, set: { title: "Moved" } }),
    ];
    await pass(10);
    for (const { id: changeId } of plans) {
      await call("POST", `/changes/${changeId}/apply`);
      await pass(20);
      expect((await call("GET", `/changes/${changeId}`)).state).toBe("applied");
      await call("POST", `/changes/${changeId}/undo`);
      await pass(20);
      expect((await call("GET", `/changes/${changeId}`)).state).toBe("undone");
    }
    expect((await call("GET", `/checks/${checkId}`)).state).toBe("done");
    await call("DELETE", `/link/${id}`);
    await pass(30);
    expect(plan.refused).toEqual([]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM pending").first("n")).toBe(0);
  });
});
