import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../support/patience.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { startSafeBrowsingServer, type SafeBrowsingServer } from "../support/safe-browsing-server.ts";

/** The running worker and a service on loopback that is asked which destinations are dangerous. */

const HOST = "go.example.com";
const KEY = "key-of-the-service";

let worker: RunningWorker;
let server: SafeBrowsingServer;

beforeAll(async () => {
  server = await startSafeBrowsingServer();
  const vars = { SAFE_BROWSING_URL: server.url, SAFE_BROWSING_KEY: KEY };
  worker = await startWorker({ vars });
  expect((await worker.call("POST", "/host", { host: HOST })).status).toBe(200);
});

afterAll(async () => {
  await worker.close();
  await server.close();
});

const create = (alias: string, destination: string) =>
  worker.call("POST", "/link", { host: HOST, alias, destination });

async function expectWarning(alias: string): Promise<void> {
  const { status, headers, body } = await worker.visit(HOST, `/${alias}`);
  expect(status).toBe(403);
  expect(headers.has("location")).toBe(false);
  expect(body).not.toContain("evil.example");
}

/** Lets the hour of a round come, and fires cron. */
async function nextRound(): Promise<void> {
  await worker.db.prepare("UPDATE threat_round SET after_row = NULL, started_at = 0").run();
  await worker.cron();
}

it("[17.6] a destination that is reported is refused, with the service's key sent along", async () => {
  server.service.reported.set("https://evil.example/known", "MALWARE");
  const refused = await create("known", "https://evil.example/known");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["destination"]]);
  expect(JSON.stringify(refused.body)).not.toContain(KEY);
  expect(server.service.asked.at(-1)?.key).toBe(KEY);
});

it("[17.8] one that is reported later is a warning from the next round on, for as long as it is reported", async () => {
  const destination = "https://evil.example/later";
  expect((await create("later", destination)).status).toBe(200);
  expect((await worker.visit(HOST, "/later")).headers.get("location")).toBe(destination);
  server.service.reported.set(destination, "SOCIAL_ENGINEERING");
  await nextRound();
  await vi.waitFor(() => expectWarning("later"), PATIENCE);
  server.service.reported.delete(destination);
  await nextRound();
  await vi.waitFor(
    async () => expect((await worker.visit(HOST, "/later")).headers.get("location")).toBe(destination),
    PATIENCE,
  );
});

it("[17.7] a service that hangs delays a write and fails none, and is asked again by the queue", async () => {
  const destination = "https://evil.example/unknown";
  server.service.reported.set(destination, "MALWARE");
  server.hangs = true;
  expect((await create("unknown", destination)).status).toBe(200);
  server.hangs = false;
  await vi.waitFor(() => expectWarning("unknown"), PATIENCE);
});
