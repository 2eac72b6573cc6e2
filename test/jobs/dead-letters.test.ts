import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { retryDeadLetters } from "../../src/jobs/dead-letters.ts";
import {
  countDeadLetters,
  deleteDeadLetters,
  requestDeadLetterRetry,
  requestRetryFromBucket,
  selectDeadLetters,
} from "../../src/storage/operator/dead-letter.ts";
import { readFacts } from "../../src/services/health/read-facts.ts";
import { clickOn, clicksOn, fold, messageOf, totalOf, valuesOf } from "../support/click.ts";
import type { Click } from "../../src/queue-messages.ts";
import { createSite } from "../support/site.ts";

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM dead_letters").run();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Delivers messages from a queue, as the platform does. Returns what became of each. */
async function deliverFrom(
  queue: string,
  bodies: unknown[],
  attempts = 1,
  bindings: Env = env,
): Promise<string[]> {
  const outcomes = bodies.map(() => "");
  const messages = bodies.map((body, index) => ({
    id: `message-${index}`,
    body,
    attempts,
    timestamp: new Date(),
    ack: () => void (outcomes[index] += "ack"),
    retry: (options?: QueueRetryOptions) => void (outcomes[index] += `retry ${options?.delaySeconds}`),
  }));
  const batch = { queue, messages } as unknown as Parameters<typeof worker.queue>[0];
  await worker.queue(batch, bindings);
  return outcomes;
}

const DEAD = "signpost-clicks-dead";

describe("a dead message of clicks", () => {
  it("[25.8] is stored once, and counted only when an operator retries it", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const message = messageOf(...clicksOn(id, 3));
    expect(await deliverFrom(DEAD, [message])).toEqual(["ack"]);
    expect(await deliverFrom(DEAD, [message])).toEqual(["ack"]);
    expect(await selectDeadLetters(env.DB, 10)).toMatchObject([
      { id: "message-0", clicks: 3, retryAtMs: null, error: null },
    ]);
    await retryDeadLetters(env, 100);
    await fold();
    expect(await totalOf(id)).toBe(0);

    expect(await requestDeadLetterRetry(env.DB, ["message-0", "no-such-id"], Date.now())).toBe(1);
    await retryDeadLetters(env, 100);
    await fold();
    expect(await totalOf(id)).toBe(3);
    expect(await countDeadLetters(env.DB)).toBe(0);
  });

  it("[25.8] stays with its reason if it fails again, and does not block others", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await deliverFrom(DEAD, [{ kind: "other" }, messageOf(...clicksOn(id, 2)), null]);
    await requestDeadLetterRetry(env.DB, null, Date.now());
    await retryDeadLetters(env, 100);
    await fold();
    expect(await totalOf(id)).toBe(2);
    const left = await selectDeadLetters(env.DB, 10);
    expect(left.map(({ id, clicks, error, retryAtMs }) => ({ id, clicks, error, retryAtMs }))).toEqual(
      ["message-0", "message-2"].map((id) => ({
        id,
        clicks: null,
        error: "this is no message of clicks",
        retryAtMs: null,
      })),
    );
  });

  it("[25.8] keeps of the query what its source and campaign need, and counts the same", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    const query = "email=a%40b.example&utm_source=qr&utm_campaign=Spring%20%26%20more&utm_source=me";
    const older = clickOn(id).slice(0, 6) as Click;
    await deliverFrom(DEAD, [messageOf(clickOn(id, { query }), clickOn(id, { query: "token=1" }), older)]);
    const text = await env.DB.prepare("SELECT body FROM dead_letters").first<string>("body");
    expect(text).not.toMatch(/example|token|=me/);
    await requestDeadLetterRetry(env.DB, null, Date.now());
    await retryDeadLetters(env, 100);
    await fold();
    expect(await valuesOf(id, "campaign")).toEqual({ "Spring & more": 1, "": 2 });
    expect(await valuesOf(id, "source")).toEqual({ qr: 1, link: 2 });
  });

  it("[25.8] is gone when an operator drops it", async () => {
    await deliverFrom(DEAD, [1, 2, 3]);
    expect(await deleteDeadLetters(env.DB, ["message-1"])).toBe(1);
    expect(await countDeadLetters(env.DB)).toBe(2);
    expect(await deleteDeadLetters(env.DB, null)).toBe(2);
  });

  it("[25.8] comes again while the database does not take it, for as long as the queue keeps it", async () => {
    vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: overloaded"));
    let seconds = 0;
    for (let attempt = 1; attempt <= 100; attempt++) {
      const [outcome = ""] = await deliverFrom(DEAD, [1], attempt);
      seconds += Number(outcome.replace("retry ", ""));
      if (attempt === 1) expect(outcome).toBe("retry 3600");
    }
    expect(seconds / 86_400).toBeGreaterThan(13.5);
    expect(seconds / 86_400).toBeLessThanOrEqual(14);
  });

  it("is recognized by the name of its queue", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    await deliverFrom("signpost-clicks", [messageOf(...clicksOn(id, 1))]);
    await fold();
    expect(await totalOf(id)).toBe(1);
    expect(await countDeadLetters(env.DB)).toBe(0);
  });
});

describe("[25.8] with a bucket of backups", () => {
  const bucket = env.TEST_BACKUPS;
  const bindings: Env = { ...env, BACKUPS: bucket };
  const keys = async () => (await bucket.list()).objects.map(({ key }) => key);
  const counted = async () => (await readFacts(bindings, Date.now())).database?.deadLetters;

  beforeEach(async () => bucket.delete(await keys()));

  it("a dead message is an object there, even if the database refuses it, and is counted once on request", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: "https://example.com/" });
    vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: database is full"));
    const [message, noClicks] = [messageOf(...clicksOn(id, 3)), { kind: "other" }];
    expect(await deliverFrom(DEAD, [message, noClicks], 1, bindings)).toEqual(["ack", "ack"]);
    vi.restoreAllMocks();
    expect(await keys()).toEqual(["dead-letter-message-0", "dead-letter-message-1"]);
    const { objects } = await bucket.list({ include: ["customMetadata"] });
    expect(objects.map(({ customMetadata }) => customMetadata?.["clicks"])).toEqual(["3", "null"]);
    expect(await counted()).toBe(2);

    await requestRetryFromBucket(env.DB, ["message-0", "message-1"], Date.now());
    expect(await counted()).toBe(2);
    await retryDeadLetters(bindings, 100);
    // A crash left the object where it was.
    await deliverFrom(DEAD, [message], 1, bindings);
    await requestRetryFromBucket(env.DB, ["message-0"], Date.now());
    await retryDeadLetters(bindings, 100);
    await fold();
    expect(await totalOf(id)).toBe(3);
    expect(await keys()).toEqual(["dead-letter-message-1"]);
    expect(await selectDeadLetters(env.DB, 10)).toMatchObject([
      { id: "message-1", isInBucket: true, retryAtMs: null, error: "this is no message of clicks" },
    ]);
    expect(await counted()).toBe(1);
    // A request that is here is none of the messages in the database.
    expect(await requestDeadLetterRetry(env.DB, null, Date.now())).toBe(0);
  });

  const BACKUPS = { put: () => Promise.reject(new Error("no bucket")) } as unknown as R2Bucket;

  it("a message that is refused keeps its delay, though nobody can note it", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const noteJobs = () => Promise.reject(new Error("overloaded"));
    const HEARTBEAT = { idFromName: () => "", get: () => ({ noteJobs }) } as unknown as Env["HEARTBEAT"];
    expect(await deliverFrom(DEAD, [1], 1, { ...env, BACKUPS, HEARTBEAT })).toEqual(["retry 3600"]);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("jobs_not_noted"));
  });

  it("a message that is refused is tried again, which the state tells", async () => {
    expect(await deliverFrom(DEAD, [1], 1, { ...env, BACKUPS })).toEqual(["retry 3600"]);
    const { lettersRefusedAtMs } = await keeperOf(env).noteJobs({}, Date.now());
    expect(Date.now() - lettersRefusedAtMs).toBeLessThan(300_000);
  });
});
