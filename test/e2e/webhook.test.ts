import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../support/patience.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** Webhooks on the running worker: its queue and cron, and receivers on loopback, which verify with the library. */

const HOST = "go.example.com";
/** Slow enough for the limit of the token that reads the log. */
const POLL = { ...PATIENCE, interval: 1_000 };

interface Received {
  path: string;
  body: string;
  headers: IncomingHttpHeaders;
}

let worker: RunningWorker;
let server: Server;
let origin: string;
let received: Received[] = [];
/** The answers that a path gives before it accepts. */
const statuses = new Map<string, number[]>();

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
      received.push({ path, body, headers: request.headers });
      // A receiver that hangs never answers.
      if (path === "/hangs") return;
      if (path === "/redirects") response.writeHead(302, { Location: `${origin}/elsewhere` }).end();
      else response.writeHead(statuses.get(path)?.shift() ?? 204).end();
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

async function makeWebhook(path: string): Promise<{ id: string; secret: string }> {
  return post("/webhooks", { url: origin + path, events: ["link.created"] }) as Promise<{
    id: string;
    secret: string;
  }>;
}

const at = (path: string) => received.filter((one) => one.path === path);

async function logOf(id: string) {
  return (await worker.call("GET", `/webhooks/${id}/log`)).body.data;
}

/** Makes what waits due now, and fires cron. */
async function passTime(id: string): Promise<void> {
  await worker.db.batch([
    worker.db
      .prepare("UPDATE webhook_deliveries SET due_at = 0 WHERE webhook_id = ?1 AND due_at > 0")
      .bind(id),
    worker.db.prepare("UPDATE webhooks SET due_at = 0 WHERE id = ?1 AND due_at > 0").bind(id),
  ]);
  await worker.cron();
}

describe("a webhook", () => {
  it("[35.29] is told of a link without cron, verified by the library, while another receiver hangs", async () => {
    const hanging = await makeWebhook("/hangs");
    const good = await makeWebhook("/good");
    const { id } = (await post("/link", { host: HOST, alias: "a", destination: "https://example.org/" }))
      .data[0];
    const { body, headers } = await vi.waitFor(() => {
      const [first] = at("/good");
      if (first === undefined) throw new Error("nothing has come yet");
      return first;
    }, POLL);
    const event = new Webhook(good.secret).verify(body, headers as Record<string, string>);
    expect(event).toMatchObject({
      type: "link.created",
      payload_version: 1,
      data: { records: [{ id, version: 1 }] },
    });
    expect(at("/hangs")).toHaveLength(1);
    await worker.call("DELETE", `/webhooks/${hanging.id}`);
    await worker.call("DELETE", `/webhooks/${good.id}`);
  });

  it("[35.29, 35.30] fails twice and then accepts: the same id and body, verified each time", async () => {
    statuses.set("/fails", [500, 503]);
    const { id, secret } = await makeWebhook("/fails");
    await post("/link", { host: HOST, alias: "b", destination: "https://example.org/" });
    for (const attempts of [1, 2, 3]) {
      await vi.waitFor(async () => expect(await logOf(id)).toMatchObject([{ attempts }]), POLL);
      if (attempts < 3) await passTime(id);
    }
    expect(await logOf(id)).toMatchObject([{ state: "accepted", attempts: 3, status: 204 }]);
    const sent = at("/fails");
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of sent) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: "link.created",
      });
    }
  });

  it("[35.29] is not followed when it redirects, and [35.30] is off by an answer 410", async () => {
    const redirecting = await makeWebhook("/redirects");
    statuses.set("/gone", [410]);
    const gone = await makeWebhook("/gone");
    await post(`/webhooks/${redirecting.id}/test`);
    await post(`/webhooks/${gone.id}/test`);
    await vi.waitFor(
      async () => expect(await logOf(redirecting.id)).toMatchObject([{ state: "failed", status: 302 }]),
      POLL,
    );
    expect(at("/elsewhere")).toEqual([]);
    await vi.waitFor(
      async () =>
        expect((await worker.call("GET", `/webhooks/${gone.id}`)).body).toMatchObject({
          enabled: false,
          disabled_reason: "gone",
        }),
      POLL,
    );
    expect(at("/gone")).toHaveLength(1);
  });

  it("[35.31] whose secret is rotated is verified with both", async () => {
    const { id, secret } = await makeWebhook("/rotated");
    const rotated = await post(`/webhooks/${id}/secret`);
    await post(`/webhooks/${id}/test`);
    const { body, headers } = await vi.waitFor(() => {
      const [first] = at("/rotated");
      if (first === undefined) throw new Error("nothing has come yet");
      return first;
    }, POLL);
    for (const one of [secret, rotated.secret]) {
      expect(new Webhook(one).verify(body, headers as Record<string, string>)).toMatchObject({
        type: "webhook.test",
      });
    }
  });
});
