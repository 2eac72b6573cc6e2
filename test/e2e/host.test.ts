import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import type { ZoneEntry } from "../support/dns-zone.ts";
import { startDohServer, type DohServer } from "../support/doh-server.ts";
import { PATIENCE } from "../support/patience.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { startSaasServer, type SaasServer } from "../support/saas-server.ts";
import { SAAS_TOKEN, SAAS_ZONE_ID } from "../support/saas-zone.ts";

/** Hostnames on the running worker: its own cron, queue and database, and servers that it asks over sockets. */

const TARGET = "edge.signpost.example";
const OURS = "192.0.2.1";
const DAY_MS = 86_400_000;

interface Body {
  correct: boolean;
  current: string[];
  require: string[];
  errors: { scope: string; code: string; message: string }[];
  ssl_issued_at: string | null;
  ssl_renews_at: string | null;
  checked_at: string | null;
}

let doh: DohServer;
let worker: RunningWorker;

async function call(method: string, path: string, body?: unknown) {
  const answer = await worker.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Body & Record<string, unknown>;
}

/** Lets cron find the hostname due, and waits for the queue to have it checked. */
async function check(host: string): Promise<Body> {
  await worker.db
    .prepare("UPDATE hosts SET checked_at = NULL, check_due_at = 0 WHERE host = ?1")
    .bind(host)
    .run();
  await worker.cron();
  await vi.waitFor(async () => {
    const row = await worker.db
      .prepare("SELECT check_due_at - checked_at AS due_in FROM hosts WHERE host = ?1")
      .bind(host)
      .first<{ due_in: number | null }>();
    // The rhythms of all states; until it is checked, its lease is ten minutes.
    expect([60_000, 300_000, 3_600_000, 21_600_000]).toContain(row?.due_in);
  }, PATIENCE);
  return call("GET", `/host/${host}`);
}

/** `POST /refresh`, whenever the last one was. */
async function refresh(host: string): Promise<Body> {
  await worker.db.prepare("UPDATE hosts SET checked_at = NULL WHERE host = ?1").bind(host).run();
  return call("POST", `/host/${host}/refresh`);
}

/** Where a visitor by http is sent. */
async function visitLink(host: string): Promise<string> {
  const { status, headers } = await worker.visit(host, "/a");
  return `${status} ${headers.get("location")}`;
}

/** Of the link, and of `force_https`: the local proxy in front of the worker speaks http, and writes that. */
const LINK = "302 https://example.com/";
const forced = (host: string) => `301 http://${host}/a`;

beforeAll(async () => {
  doh = await startDohServer();
});
afterAll(() => doh.close());
beforeEach(() => {
  doh.zone = {};
  doh.questions.length = 0;
});

describe("where the platform in front owns TLS", () => {
  beforeAll(async () => {
    worker = await startWorker({ vars: { DOH_URL: doh.url } });
  });
  afterAll(() => worker.close());

  it("[10.11] a hostname is checked by cron and queue, and its certificate counts with its DNS", async () => {
    const host = "go.cron.example";
    await call("POST", "/host", { host });
    await call("POST", "/link", { host, alias: "a", destination: "https://example.com/" });
    await call("PUT", `/host/${host}`, { force_https: true });
    expect(await check(host)).toMatchObject({ correct: false, errors: [{ scope: "dns", code: "nxdomain" }] });
    expect(await visitLink(host)).toBe(LINK);

    doh.zone = { [host]: { CNAME: "alias.example.net" }, "alias.example.net": { CNAME: TARGET } };
    const body = await check(host);
    expect(body).toMatchObject({ correct: true, errors: [] });
    expect(body.current).toEqual([`CNAME ${host} alias.example.net`, `CNAME alias.example.net ${TARGET}`]);
    expect(body.ssl_issued_at).not.toBeNull();
    await vi.waitFor(async () => expect(await visitLink(host)).toBe(forced(host)), PATIENCE);
  });

  it.each<[string, ZoneEntry | null, string]>([
    ["does not exist", null, "nxdomain"],
    ["has no records", {}, "no_records"],
    ["has name servers that fail", "servfail", "servfail"],
    ["has name servers that refuse", "refused", "refused"],
    ["goes in a circle", { CNAME: "go.wrong.example" }, "cname_loop"],
    ["leads elsewhere", { CNAME: "other.example" }, "mismatch"],
    ["is half right", { A: [OURS, "203.0.113.9"] }, "extra_address"],
    ["is right for IPv4 alone", { A: [OURS], AAAA: ["2001:db8::9"] }, "ipv6_elsewhere"],
    ["is asked for in vain", "unavailable", "unreachable"],
    ["is answered with a page", "garbage", "malformed"],
    ["is never answered", "hangs", "timeout"],
  ])("[10.11] a hostname that %s has an error that says so", async (_, entry, code) => {
    const host = "go.wrong.example";
    await worker.call("POST", "/host", { host });
    doh.zone = {
      "other.example": { A: ["203.0.113.9"] },
      [TARGET]: { A: [OURS] },
      ...(entry && { [host]: entry }),
    };
    const body = await refresh(host);
    expect(body.errors.map((error) => error.code)).toEqual([code]);
    expect(body.errors[0]?.message).toMatch(/^[A-Z*g].*\.$/);
  });

  it("[10.17] a hostname passes to the workspace that DNS names", async () => {
    const host = "go.squatted.example";
    await call("POST", "/host", { host });
    await call("POST", "/link", { host, alias: "a", destination: "https://squatter.example/" });
    expect(await visitLink(host)).toBe("302 https://squatter.example/");

    const { token, statements } = await newWorkspace({
      name: "Owner",
      plan: "free",
      role: "owner",
      nowMs: Date.now(),
    });
    await worker.db.batch(
      statements.map(({ sql, parameters }) => worker.db.prepare(sql).bind(...parameters)),
    );
    const connect = async () => {
      const response = await fetch(`http://127.0.0.1:${worker.port}/v1/host`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ host }),
      });
      return { status: response.status, text: await response.text() };
    };
    const waiting = await connect();
    expect(waiting.status).toBe(200);
    const { held, require } = JSON.parse(waiting.text) as { held: boolean; require: string[] };
    expect(held).toBe(false);
    expect(await visitLink(host)).toBe("302 https://squatter.example/");
    const [, name = "", value = ""] =
      require.map((record) => /^TXT (\S+) (.+)$/.exec(record)).find((match) => match !== null) ?? [];
    doh.zone = { [name]: { TXT: [value] } };
    await worker.cron();
    await vi.waitFor(async () => expect((await worker.visit(host, "/a")).status).toBe(404), PATIENCE);
    expect(await call("GET", `/host/${host}`)).toMatchObject({ held: false });
  });
});

describe("where certificates come from Cloudflare for SaaS", () => {
  let saas: SaasServer;

  beforeAll(async () => {
    saas = await startSaasServer();
    worker = await startWorker({
      vars: {
        DOH_URL: doh.url,
        CLOUDFLARE_ZONE_ID: SAAS_ZONE_ID,
        CLOUDFLARE_API_URL: saas.url,
        CLOUDFLARE_API_TOKEN: SAAS_TOKEN,
      },
    });
  });
  afterAll(async () => {
    await worker.close();
    await saas.close();
  });

  it("[10.20] a certificate is asked for, awaited by force_https, renewed, and deleted with its hostname", async () => {
    const host = "go.certified.example";
    const connected = await call("POST", "/host", { host });
    expect(connected.errors.map(({ scope }) => scope)).toEqual(["certificate"]);
    await call("POST", "/link", { host, alias: "a", destination: "https://example.com/" });
    await call("PUT", `/host/${host}`, { force_https: true });
    doh.zone = { [host]: { CNAME: TARGET } };
    expect(await check(host)).toMatchObject({ correct: true, ssl_issued_at: null });
    expect(await visitLink(host)).toBe(LINK);

    const issued = new Date(Date.now() - 60_000).toISOString();
    const expires = Date.now() + 90 * DAY_MS;
    saas.zone.activate(host, issued, new Date(expires).toISOString());
    expect(await check(host)).toMatchObject({
      errors: [],
      ssl_issued_at: issued,
      ssl_renews_at: new Date(expires - 30 * DAY_MS).toISOString(),
    });
    await vi.waitFor(async () => expect(await visitLink(host)).toBe(forced(host)), PATIENCE);

    saas.zone.activate(host, issued, new Date(expires + 60 * DAY_MS).toISOString());
    expect(await check(host)).toMatchObject({ ssl_renews_at: new Date(expires + 30 * DAY_MS).toISOString() });

    const { data } = (await call("GET", `/link?filter[host]=${host}`)) as unknown as {
      data: { id: string }[];
    };
    await call("DELETE", `/link/${data[0]?.id}`);
    await call("DELETE", `/host/${host}`);
    await worker.cron();
    await vi.waitFor(() => expect(saas.zone.hostnames.size).toBe(0), PATIENCE);
    await vi.waitFor(async () => {
      const orphans = await worker.db.prepare("SELECT count(*) AS n FROM orphaned_certificates").first();
      expect(orphans?.["n"]).toBe(0);
    }, PATIENCE);
  });

  it("an API that hangs is cut off, and no hostname fails with it", async () => {
    const names = { hangs: "go.hanging.example", "hangs in the body": "go.half-said.example" } as const;
    const connecting: Promise<Body>[] = [];
    for (const fault of ["hangs", "hangs in the body"] as const) {
      saas.zone.requests.length = 0;
      saas.zone.faults.set("POST", fault);
      connecting.push(call("POST", "/host", { host: names[fault] }));
      await vi.waitFor(() => expect(saas.zone.requests).toHaveLength(1), PATIENCE);
    }
    for (const body of await Promise.all(connecting)) {
      expect(body.errors).toMatchObject([{ scope: "certificate", code: "api_timeout" }]);
    }
    saas.zone.faults.clear();
    doh.zone = { [names.hangs]: { CNAME: TARGET } };
    await check(names.hangs);
    expect(saas.zone.of(names.hangs).ssl?.method).toBe("http");
  });
});
