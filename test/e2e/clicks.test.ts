import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { totalClicks } from "../support/click-run.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { sendVisits } from "../support/visitors.ts";

/** Clicks on the running worker, through its real queue, as the API tells them. */

const HOST = "go.example.com";
const CLICKS = 2_000;
const COUNTED = { everyMs: 500 };

let worker: RunningWorker;

beforeAll(async () => {
  worker = await startWorker();
  await post("/host", { host: HOST });
  for (const alias of ["a", "b", "c", "d", "alone"]) {
    await post("/link", {
      host: HOST,
      alias,
      destinations: ["https://example.org/1", "https://example.org/2"],
      destination_routing: "sequential",
    });
  }
});

afterAll(() => worker.close());

async function post(path: string, body: object): Promise<void> {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function get(path: string) {
  const { status, body } = await worker.call("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** After cron has added what is stored to sheets, as it does each minute. */
async function total(): Promise<number> {
  await worker.cron();
  return totalClicks((_, path) => get(path));
}

describe("clicks on the running worker", () => {
  it("[8.4] a single one is in the statistics within seconds, before cron has run", async () => {
    expect(
      (
        await worker.visit(HOST, "/alone", "GET", [
          "User-Agent: Mozilla/5.0 (X11; rv:125.0) Gecko/20100101 Firefox/125.0",
        ])
      ).status,
    ).toBe(302);
    await readUntil(
      () => get("/stats"),
      ({ clicks }) => clicks === 1,
      COUNTED,
    );
    expect(await total()).toBe(1);
  });

  it("[8.6] 2,000 count 2,000, and stay so", async () => {
    const targets = ["a", "b", "c", "d"].map((alias) => ({ host: HOST, path: `/${alias}` }));
    const answered = await sendVisits({
      port: worker.port,
      targets,
      connections: 16,
      first: 0,
      count: CLICKS,
    });
    expect(answered).toHaveLength(CLICKS);
    await readUntil(total, (clicks) => clicks >= CLICKS + 1, COUNTED);
    const later: number[] = [];
    await readUntil(
      async () => later.push(await total()),
      (reads) => reads === 5,
      COUNTED,
    );
    expect(later).toEqual(later.map(() => CLICKS + 1));
  });

  it("are the same in every statistic", async () => {
    const { data } = await get("/links?per_page=1000&sort=-total_clicks");
    expect(data.map(({ total_clicks }: { total_clicks: number }) => total_clicks)).toEqual([
      500, 500, 500, 500, 1,
    ]);
    const stats = await get("/stats");
    expect([stats.clicks, stats.bots]).toEqual([CLICKS + 1, 0]);
    expect(stats.breakdowns.browsers).toEqual([{ value: "Firefox", clicks: CLICKS + 1 }]);
    const ofOne = await get(`/links/${data[0].id}/stats?interval=hour`);
    expect(ofOne.clicks).toBe(500);
    const destinations = ofOne.breakdowns.destinations.map(({ clicks }: { clicks: number }) => clicks);
    expect(destinations).toEqual([250, 250]);
    const { recent_traffic } = (await worker.call("POST", "/bulk/summary", { filter: { host: HOST } })).body;
    expect(recent_traffic).toMatchObject({ links: 5, visits: CLICKS + 1 });
  });

  it("of bots, prefetches and HEAD add nothing", async () => {
    for (const headers of [["User-Agent: Twitterbot/1.0"], ["Sec-Purpose: prefetch"]]) {
      expect((await worker.visit(HOST, "/alone", "GET", headers)).status).toBe(302);
    }
    expect((await worker.visit(HOST, "/alone", "HEAD")).status).toBe(302);
    const stats = await readUntil(
      () => get("/stats"),
      ({ bots }) => bots === 1,
      COUNTED,
    );
    expect(stats.clicks).toBe(CLICKS + 1);
    expect(await total()).toBe(CLICKS + 1);
  });
});
