import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../support/patience.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The monitor on the running worker: its cron, its queue, and servers on loopback that break and recover. */

const HOST = "go.example.com";

interface Received {
  body: string;
  headers: IncomingHttpHeaders;
}

let worker: RunningWorker;
let server: Server;
let origin: string;
/** What each path answers. */
const statuses = new Map<string, number>();
const targets = new Map<string, string>();
let received: Received[] = [];
let hookStatuses: number[] = [];
let asked: string[] = [];

beforeAll(async () => {
  // The test server's network follows redirects of its own accord; the runtime's does not.
  const goOut = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
    goOut(new Request(input, init), { redirect: "manual" }),
  );
  server = createServer((request, response) => {
    const path = request.url ?? "";
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      if (path === "/hook") {
        received.push({ body, headers: request.headers });
        response.writeHead(hookStatuses.shift() ?? 200).end("thanks");
      } else {
        asked.push(path);
        const location = targets.get(path);
        if (location !== undefined) response.writeHead(302, { Location: location }).end();
        else response.writeHead(statuses.get(path) ?? 200).end("x".repeat(100_000));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  worker = await startWorker({ vars: { MONITOR_ALLOW: "127.0.0.1", DOH_URL: `${origin}/dns-query` } });
  await post("/host", { host: HOST });
});

afterAll(async () => {
  await worker.close();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

async function post(path: string, body?: object) {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

interface Health {
  state: string;
  failures: number;
  checkedAtMs: number;
  reason: string | null;
}

async function healthOf(id: string): Promise<Record<string, Health>> {
  const text = await worker.db
    .prepare("SELECT health FROM records WHERE id = ?1")
    .bind(id)
    .first<string>("health");
  return JSON.parse(text ?? "{}") as Record<string, Health>;
}

/** Lets the hour of a record come, fires cron, and waits until the queue has brought the check about. */
async function checkOnce(id: string): Promise<Record<string, Health>> {
  const stamp = (health: Record<string, Health>) => Object.values(health)[0]?.checkedAtMs ?? 0;
  const before = stamp(await healthOf(id));
  await worker.db.prepare("UPDATE records SET monitor_due_at = 0 WHERE id = ?1").bind(id).run();
  await worker.cron();
  return vi.waitFor(async () => {
    const health = await healthOf(id);
    expect(stamp(health)).toBeGreaterThan(before);
    return health;
  }, PATIENCE);
}

async function locationOf(alias: string): Promise<string | undefined> {
  return (await worker.visit(HOST, `/${alias}`)).headers.get("location");
}

describe("a destination that breaks and recovers", () => {
  it("[7.9] gets no visitors after three failures, and is reported once, by the third attempt at the receiver", async () => {
    const [a, b] = [`${origin}/a`, `${origin}/b`];
    await post("/workspace/update/notify_url", { value: `${origin}/hook` });
    const { secret } = await post("/workspace/notify-secret");
    const fields = {
      host: HOST,
      alias: "w",
      destinations: [a, b],
      is_notify: true,
      is_switch_unbroken_destination: true,
    };
    const { id, url } = (await post("/link", fields)).data[0];
    statuses.set("/a", 503);
    hookStatuses = [500, 503];

    for (const failures of [1, 2, 3]) {
      expect(await locationOf("w")).toBe(a);
      expect(await checkOnce(id)).toMatchObject({ [a]: { failures }, [b]: { state: "healthy" } });
    }
    expect((await worker.call("GET", `/link/${id}`)).body.monitor).toBe("broken");
    await vi.waitFor(async () => expect(await locationOf("w")).toBe(b), PATIENCE);
    const history = (await worker.call("GET", `/links/${id}/history`)).body;
    expect(history).toMatchObject({ data: [], meta: { cursor: { total: 0 } } });

    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE);
    for (const attempt of [2, 3]) {
      await worker.db.prepare("UPDATE notifications SET due_at = 0").run();
      await worker.cron();
      await vi.waitFor(() => expect(received).toHaveLength(attempt), PATIENCE);
    }
    await vi.waitFor(
      async () =>
        expect(await worker.db.prepare("SELECT count(*) AS n FROM notifications").first("n")).toBe(0),
      PATIENCE,
    );

    statuses.set("/a", 200);
    expect(await checkOnce(id)).toMatchObject({ [a]: { state: "healthy", failures: 0 } });
    await vi.waitFor(() => expect(received).toHaveLength(4), PATIENCE);
    await vi.waitFor(async () => expect(await locationOf("w")).toBe(a), PATIENCE);
    await checkOnce(id);
    await worker.cron();

    const events = received.map(({ body, headers }) => ({
      id: headers["webhook-id"],
      event: new Webhook(secret).verify(body, headers as Record<string, string>),
    }));
    expect(events.map(({ event }) => event)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({
        type: "record.broken",
        data: {
          id,
          url,
          monitor: "broken",
          destinations: [
            { url: a, state: "broken", reason: "status 503" },
            { url: b, state: "healthy", reason: null },
          ],
        },
      })),
      { type: "record.healthy", data: { id, url, monitor: "healthy" } },
    ]);
    expect(new Set(events.slice(0, 3).map((event) => event.id)).size).toBe(1);
    expect(events[3]?.id).not.toBe(events[0]?.id);
    expect(received.every(({ headers }) => headers["content-type"] === "application/json")).toBe(true);
  });
});

describe("over sockets", () => {
  it.each([
    ["nobody listens", () => "http://127.0.0.1:1/"],
    ["there is no TLS", () => origin.replace("http:", "https:")],
    ["a redirect leads to an error", () => `${origin}/to-broken`],
    ["redirects go round", () => `${origin}/round`],
  ])("[7.4] it is a failure where %s", async (name, urlOf) => {
    targets.set("/to-broken", "/broken").set("/round", "/round");
    statuses.set("/broken", 500);
    const url = urlOf();
    expect((await checkFirst(name, url))[url]).toMatchObject({ state: "pending", failures: 1 });
  });

  it.each([
    ["it answers", () => `${origin}/fine`],
    ["it redirects to what answers", () => `${origin}/to-fine`],
  ])("it is healthy where %s", async (name, urlOf) => {
    targets.set("/to-fine", "/fine");
    const url = urlOf();
    expect((await checkFirst(name, url))[url]).toMatchObject({ state: "healthy", failures: 0 });
  });

  it("[7.6] a redirect to what must not be asked is no verdict", async () => {
    targets.set("/away", "http://127.0.0.2:1/");
    const url = `${origin}/away`;
    expect((await checkFirst("away", url))[url]).toMatchObject({
      state: "pending",
      failures: 0,
      reason: "127.0.0.2 has an address that is not public",
    });
    expect(asked).toContain("/away");
  });

  async function checkFirst(name: string, destination: string): Promise<Record<string, Health>> {
    const fields = { host: HOST, alias: name.replaceAll(" ", "-"), destination, is_notify: true };
    return checkOnce((await post("/link", fields)).data[0].id);
  }
});
