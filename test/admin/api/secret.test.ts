import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../../src/index.ts";
import type { Env } from "../../../src/env.ts";
import { monitorClock, type MonitorClock } from "../../support/monitor.ts";
import { findSecret, readDatabase, readStore } from "../../support/secret-search.ts";
import { createSite, type Site } from "../../support/site.ts";
import { fakeWeb, type FakeWeb } from "../../support/web.ts";

/**
 * A journey through all that handles secrets, in success and in failure. Afterwards every place
 * that outlives a request is searched, and all that was said and sent.
 */

const API_URL = "https://saas.api.example/client/v4";
const PASSWORDS = {
  first: "Pa55wordThatOpensTheLink",
  second: "Pa55wordThatReplacesIt",
  refused: "Pa55wordBesideABadField",
  malformed: "Pa55wordInBrokenJson",
  lost: "Pa55wordWhileStorageIsDown",
  imported: "Pa55wordInAnImport",
  guessed: "Pa55wordThatIsWrong",
  told: "Pa55wordOfAProgram",
  shared: "Pa55wordOfSharedStatistics",
  inQuery: "Pa55wordInTheQuery",
};
const VARIABLES = {
  SIGNING_KEY: "SigningKeyMarkedForTheSearch-0123456789",
  CLOUDFLARE_API_TOKEN: "CloudflareTokenMarkedForTheSearch",
};

type IncomingRequest = Request<unknown, IncomingRequestCfProperties>;

let site: Site;
let clock: MonitorClock;
let web: FakeWeb;
/** What is searched for, by name. */
const secrets: Record<string, string> = { ...PASSWORDS, ...VARIABLES };
/** What is searched. */
const answers: string[] = [];
const logged: string[] = [];
const queued: string[] = [];
const outgoing: string[] = [];
let stored: string[];

beforeAll(async () => {
  site = await createSite();
  secrets["token"] = site.token;
  for (const level of ["debug", "log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation(
      (...said: unknown[]) => void logged.push(said.map(tell).join(" ")),
    );
  }
  // The monitor finds everything broken, and the certificate service refuses everything.
  web = fakeWeb(() => new Response("no", { status: 503 }));
  const send = async (message: unknown) => void queued.push(JSON.stringify(message));
  const queue = { send } as unknown as Env["CLICKS"] & Env["PROJECTION"];
  const saas = { CLOUDFLARE_ZONE_ID: "zone", CLOUDFLARE_API_URL: API_URL };
  clock = monitorClock({ ...VARIABLES, ...saas, CLICKS: queue, PROJECTION: queue });
  await handOutSecrets();
  const { id, url } = await protectLink();
  await refuseAndFail(id);
  await visitLink(url);
  await shareStatistics();
  await breakDestinations();
  stored = [...(await readDatabase()), ...(await readStore())];
});

afterAll(() => vi.restoreAllMocks());

/** As a log would show it, stack and cause included. */
function tell(said: unknown): string {
  return said instanceof Error ? `${said.stack} ${String(said.cause)}` : JSON.stringify(said);
}

async function fetchFrom(
  url: string,
  init: RequestInit,
  bindings = clock.env,
): Promise<{ status: number; text: string; headers: Headers }> {
  const request = new Request(url, { redirect: "manual", ...init });
  const response = await worker.fetch(request as IncomingRequest, bindings, createExecutionContext());
  const text = await response.text();
  answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
  return { status: response.status, text, headers: response.headers };
}

/** The last answer hands a secret out, which is not to be found in any other, nor twice. */
function handOut(name: string, secret: string): void {
  secrets[name] = secret;
  answers.push((answers.pop() ?? "").replace(secret, ""));
}

const call = async (method: string, path: string, body?: unknown, bindings = clock.env) => {
  const headers = { Authorization: `Bearer ${secrets["token"]}`, "Content-Type": "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers, ...(body !== undefined && { body: text }) };
  return fetchFrom(`http://localhost/v1${path}`, init, bindings);
};

/** The answers that show what they made: each is searched without it. */
async function handOutSecrets(): Promise<void> {
  for (const [name, path, member, body] of [
    ["made token", "/tokens", "token", { name: "build server" }],
    ["notify secret", "/workspace/notify-secret", "secret", undefined],
    ["signature of a key", "/door-keys", "signature", { name: "blog", hosts: [site.host] }],
  ] as const) {
    const { text } = await call("POST", path, body);
    handOut(name, (JSON.parse(text) as Record<string, string>)[member] ?? "");
  }
  for (const path of ["/tokens", "/door-keys", "/workspace/current", "/account", "/test"])
    await call("GET", path);
}

async function protectLink(): Promise<{ id: string; url: string }> {
  const fields = { host: site.host, alias: "gate", destination: "https://example.com/", is_notify: true };
  const { text } = await call("POST", "/link", { ...fields, password: PASSWORDS.first });
  const [link] = (JSON.parse(text) as { data: { id: string; url: string }[] }).data;
  if (link === undefined) throw new Error(text);
  expect((await call("PUT", `/links/${link.id}`, { password: PASSWORDS.second })).status).toBe(200);
  for (const path of ["", "/history"]) await call("GET", `/links/${link.id}${path}`);
  for (const path of ["/links", "/links/facets", "/link"]) await call("GET", path);
  return link;
}

async function refuseAndFail(id: string): Promise<void> {
  await call("PUT", `/link/${id}`, {
    password: PASSWORDS.refused,
    title: 5,
  });
  await call("PUT", `/link/${id}`, { password: PASSWORDS.refused.repeat(20) });
  await call("POST", "/link", `{"host":"${site.host}","password":"${PASSWORDS.malformed}"`);
  const row = { host: site.host, alias: "row", password: PASSWORDS.imported };
  await call("POST", "/bulk/import", { rows: [row] });
  const batch = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch,
  });
  const failed = await call("PUT", `/link/${id}`, { password: PASSWORDS.lost }, { ...clock.env, DB });
  expect(failed.status).toBe(503);
  await call("POST", "/host", { host: `certified.${site.host}` });
  await call("POST", `/host/certified.${site.host}/refresh`);
  for (const token of [secrets["token"]?.slice(0, -1), `${secrets["token"]}x`]) {
    await fetchFrom("http://localhost/v1/test", { headers: { Authorization: `Bearer ${token}` } });
  }
  await fetchFrom(`http://localhost/v1/nothing?token=${secrets["token"]}`, {});
}

async function visitLink(url: string): Promise<void> {
  const post = (password: string) => ({ method: "POST", body: new URLSearchParams({ password }) });
  await fetchFrom(url, {});
  await fetchFrom(`${url}?password=${PASSWORDS.inQuery}`, {});
  expect((await fetchFrom(url, post(PASSWORDS.guessed))).status).toBe(403);
  await fetchFrom(url, { headers: { "X-Link-Password": PASSWORDS.told } });
  const opened = await fetchFrom(url, post(PASSWORDS.second));
  expect(opened.status).toBe(303);
  const [cookie = ""] = (opened.headers.get("Set-Cookie") ?? "").split(";");
  handOut("cookie", cookie.split(".")[1] ?? "");
  const headers = {
    Cookie: cookie,
    Authorization: `Bearer ${secrets["token"]}`,
    Referer: `https://a:${PASSWORDS.guessed}@news.example/${PASSWORDS.inQuery}`,
  };
  // So many clicks are sent at once.
  for (let index = 0; index < MAX_CLICKS; index++)
    expect((await fetchFrom(url, { headers })).status).toBe(302);
}

/** Read with the secret of the link as it should be, and as it should not. */
async function shareStatistics(): Promise<void> {
  const shared = { name: "Spring", host: site.host, shows: ["series"], password: PASSWORDS.shared };
  const { text } = await call("POST", "/shared-statistics", shared);
  const [, secret = ""] = (JSON.parse(text) as { link: string }).link.split("#");
  handOut("link of statistics", secret);
  const path = "/shared-statistics/read";
  const statuses: number[] = [];
  for (const body of [
    { secret, password: PASSWORDS.shared },
    { secret, password: PASSWORDS.guessed },
    { secret: `${secret}x` },
    { secret: secret.repeat(9) },
    `{"secret":"${secret}"`,
  ]) {
    statuses.push((await call("POST", path, body)).status);
  }
  expect(statuses).toEqual([200, 403, 404, 422, 400]);
  await call("GET", `${path}?secret=${secret}`);
  await call("GET", "/shared-statistics");
}

/** Three failures in a row, and a notification. */
async function breakDestinations(): Promise<void> {
  await call("POST", "/workspace/update/notify_url", { value: "https://hook.example/in" });
  for (let hour = 0; hour < 3; hour++) await clock.runHourly();
  await clock.deliver();
  queued.push(...clock.queue.batches.flat().map((message) => JSON.stringify(message)));
  for (const request of web.requests) {
    // Where the one who issued it asks for it.
    if (request.url.startsWith(API_URL)) request.headers.delete("Authorization");
    outgoing.push(`${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`);
  }
}

describe("the journey", () => {
  it("has passed every place at which a secret could be shown", () => {
    expect(Object.values(secrets).every((secret) => secret.length > 15)).toBe(true);
    expect(logged.join()).toContain("D1_ERROR");
    expect(queued.join()).toContain('"kind":"clicks"');
    expect(queued.join()).toContain('"kind":"notify"');
    expect(outgoing.join()).toContain("webhook-signature");
    expect(outgoing.join()).toContain(API_URL);
    expect(stored.join()).toContain('history.new: "{\\"password\\":true}"');
    expect(stored.join()).toContain(`p:${site.host}/gate`);
  });

  it.each(
    Object.entries({
      ...secrets,
      token: "",
      cookie: "",
      "made token": "",
      "notify secret": "",
      "link of statistics": "",
    }),
  )("[9.5] leaves no trace of the secret %s", (name) => {
    const secret = secrets[name] ?? "";
    expect(secret).not.toBe("");
    const places = { answers, logged, queued, outgoing, stored };
    for (const [place, texts] of Object.entries(places)) expect(findSecret(texts, secret), place).toEqual([]);
  });
});
