import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobName } from "../../src/domain/job.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import { JOBS } from "../../src/jobs/job.ts";
import { tellOperator } from "../../src/services/health/tell-operator.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";
import { fakeWeb, type FakeWeb } from "../support/web.ts";

let installation: Installation;
let web: FakeWeb;
let nowMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000;

beforeAll(async () => {
  await migrateDatabases();
  installation = severalDatabases({
    OPERATOR_NOTIFY_URL: "https://hook.example/operator",
    OPERATOR_NOTIFY_SECRET: `whsec_${btoa("a secret for tests, 24 bytes and more")}`,
  });
});
beforeEach(() => {
  web = fakeWeb();
});
afterEach(() => void vi.restoreAllMocks());

/** A minute in which all jobs succeed. Returns what the operator is told in it. */
async function minute(): Promise<object[]> {
  nowMs += MINUTE_MS;
  const outcomes = (Object.keys(JOBS) as JobName[]).map((job) => ({ job, error: null }));
  for (const one of installation.envs) await keeperOf(one).noteJobs({ outcomes }, nowMs);
  await tellOperator(installation.envs[0], nowMs);
  const bodies = await Promise.all(web.requests.splice(0).map((request) => request.json()));
  return (bodies as { type: string; data: { code: string; values: { database?: string } } }[]).map(
    ({ type, data: { code, values } }) => [type.replace("installation.reason_", ""), code, values.database],
  );
}

const addLetter = (database: D1Database) =>
  database.prepare("INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0)").run();

describe("[25.17] reasons of several databases", () => {
  it("are told once for each", async () => {
    expect(await minute()).toEqual([]);
    await addLetter(env.DB);
    await addLetter(env.DB_01);
    expect(await minute()).toEqual([
      ["began", "dead_letters", undefined],
      ["began", "dead_letters", "DB_01"],
    ]);
    await addLetter(env.DB_02);
    expect(await minute()).toEqual([["began", "dead_letters", "DB_02"]]);
    expect(await minute()).toEqual([]);
    await env.DB.exec("DELETE FROM dead_letters");
    expect(await minute()).toEqual([["ended", "dead_letters", undefined]]);
  });

  it("have not ended because their database does not answer", async () => {
    vi.spyOn(env.DB_01, "prepare").mockImplementation(() => {
      throw new Error("D1_ERROR: Network connection lost.");
    });
    expect(await minute()).toEqual([["began", "database_down", "DB_01"]]);
    await env.DB_02.exec("DELETE FROM dead_letters");
    expect(await minute()).toEqual([["ended", "dead_letters", "DB_02"]]);
    vi.mocked(env.DB_01.prepare).mockRestore();
    expect(await minute()).toEqual([["ended", "database_down", "DB_01"]]);
    await env.DB_01.exec("DELETE FROM dead_letters");
    expect(await minute()).toEqual([["ended", "dead_letters", "DB_01"]]);
  });
});
