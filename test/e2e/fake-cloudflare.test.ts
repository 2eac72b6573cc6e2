import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlatform, type Platform } from "../support/cloudflare/platform.ts";
import { ANOTHER_PROGRAM } from "../support/cloudflare/use-platform.ts";

/** What the fake of Cloudflare's API refuses, so that the tests of the deployment prove what they seem to. */

let platform: Platform;
let account: string;

beforeAll(async () => {
  platform = await startPlatform();
  platform.account.addZone("acme.example");
  account = `/accounts/${platform.account.id}`;
  await platform.account.upload("shop", ANOTHER_PROGRAM, async () => new Response());
});
afterAll(() => platform.close());

interface Answer {
  result: Record<string, unknown>;
  errors: { code: number; message: string }[];
}

async function call(method: string, path: string, body?: unknown): Promise<Answer & { status: number }> {
  const headers = { Authorization: "Bearer everything", "Content-Type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${platform.api.url}${path}`, init);
  return { status: response.status, ...((await response.json()) as Answer) };
}

const refused = (status: number, message: string) => ({
  status,
  errors: [{ code: expect.any(Number), message: expect.stringContaining(message) }],
});

test("a method that a path does not have is refused, and counts as unknown", async () => {
  expect(await call("DELETE", `${account}/queues`)).toMatchObject(refused(405, "Method not allowed"));
  expect(platform.api.unknown).toEqual([`DELETE /client/v4${account}/queues`]);
  platform.api.unknown.length = 0;
});

test.each([
  ["POST", "/d1/database", { name: "a", place: "weur" }, "place is not a known field"],
  ["POST", "/d1/database", { name: 7 }, "name: Invalid type"],
  ["POST", "/queues", { name: "a" }, "queue_name: Invalid key"],
  ["PUT", "/workers/scripts/shop/schedules", [{ crons: "* * * * *" }], "0.cron: Invalid key"],
])("%s %s with a wrong field is refused: %j", async (method, path, body, message) => {
  expect(await call(method, `${account}${path}`, body)).toMatchObject(refused(400, message));
});

test("a consumer is changed by its id alone", async () => {
  const { result: queue } = await call("POST", `${account}/queues`, { queue_name: "orders" });
  const path = `${account}/queues/${String(queue["queue_id"])}/consumers`;
  const body = { type: "worker", script_name: "shop", settings: { batch_size: 10 } };
  const { result: made } = await call("POST", path, body);
  expect(await call("POST", path, body)).toMatchObject(refused(400, "consumer_exists"));
  expect(await call("PUT", `${path}/undefined`, body)).toMatchObject(refused(404, "Consumer does not exist"));
  const changed = { ...body, settings: { batch_size: 20 } };
  expect(await call("PUT", `${path}/${String(made["consumer_id"])}`, changed)).toMatchObject({ status: 200 });
  expect(platform.account.requireQueue("orders").describe().consumers).toMatchObject([
    { consumer_id: made["consumer_id"], script: "shop", settings: { batch_size: 20 } },
  ]);
});

const UNKNOWN = "00000000-0000-4000-8000-000000000099";
const deployment = (...versions: [id: string, percentage: number][]) => ({
  strategy: "percentage",
  versions: versions.map(([version_id, percentage]) => ({ version_id, percentage })),
});

test.each([
  ["GET", `/workers/scripts/shop/versions/${UNKNOWN}`, undefined, 404, "Version not found"],
  ["POST", "/workers/scripts/shop/deployments", deployment([UNKNOWN, 100]), 404, "Version not found"],
  ["POST", "/workers/scripts/shop/deployments", deployment([UNKNOWN, 60]), 400, "the sum 100"],
  ["GET", "/workers/scripts/nobody/schedules", undefined, 404, "does not exist"],
  ["GET", "/queues/nobody/metrics", undefined, 404, "Queue does not exist"],
])("%s %s of something that is not there is refused", async (method, path, body, status, message) => {
  expect(await call(method, `${account}${path}`, body)).toMatchObject(refused(status, message));
});

test("a secret makes a version, which is deployed and keeps the migration of the one before", async () => {
  const upload = { ...ANOTHER_PROGRAM, migrationTag: "v2" };
  await platform.account.upload("moved", upload, async () => new Response());
  const path = `${account}/workers/scripts/moved`;
  await call("PUT", `${path}/secrets`, { name: "KEY", text: "k", type: "secret_text" });
  const { result } = await call("GET", `${path}/deployments`);
  const [newest, first] = result["deployments"] as { versions: { version_id: string }[] }[];
  expect(newest?.versions).not.toEqual(first?.versions);
  const version = await call("GET", `${path}/versions/${newest?.versions[0]?.version_id}`);
  expect(version.result["resources"]).toMatchObject({ script_runtime: { migration_tag: "v2" } });
});

describe("limits", () => {
  test.each([
    ["free" as const, 5],
    ["paid" as const, 250],
  ])("an account on the %s plan has %i cron triggers", async (plan, most) => {
    platform.account.plan = plan;
    const put = (count: number) => {
      const crons = Array.from({ length: count }, (_, minute) => ({ cron: `${minute % 60} * * * *` }));
      return call("PUT", `${account}/workers/scripts/shop/schedules`, crons);
    };
    expect(await put(most)).toMatchObject({ status: 200 });
    expect(await put(most + 1)).toMatchObject(refused(400, `${most} cron triggers`));
  });

  test("a zone has 100 custom domains", async () => {
    const put = (count: number) => {
      const origins = Array.from({ length: count }, (_, index) => ({ hostname: `${index}.acme.example` }));
      return call("PUT", `${account}/workers/scripts/shop/domains/records`, { origins });
    };
    expect(await put(100)).toMatchObject({ status: 200 });
    expect(await put(101)).toMatchObject(refused(400, "100 custom domains"));
    expect(platform.account.domains.size).toBe(100);
  });

  test("a statement of D1 has 100,000 bytes, and 100 parameters", async () => {
    const { result } = await call("POST", `${account}/d1/database`, { name: "orders" });
    const query = (sql: string, params: unknown[] = []) =>
      call("POST", `${account}/d1/database/${String(result["uuid"])}/query`, { sql, params });
    const long = (bytes: number) => `SELECT '${"é".repeat((bytes - "SELECT ''".length - 1) / 2)}a'`;
    expect(await query(long(100_000))).toMatchObject({ status: 200 });
    expect(await query(long(100_002))).toMatchObject(refused(400, "statement too long"));
    const bound = (count: number) =>
      query(`SELECT ${Array.from({ length: count }, () => "?").join(", ")}`, Array(count).fill(1));
    expect(await bound(100)).toMatchObject({ status: 200 });
    expect(await bound(101)).toMatchObject(refused(400, "too many SQL variables"));
  });
});
