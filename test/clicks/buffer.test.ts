import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectClick, MAX_CLICKS } from "../../src/clicks/buffer.ts";
import type { Click, ClickMessage } from "../../src/queue-messages.ts";

const MESSAGE_BYTES = 128_000;

/** What the queue was given, and what it does with it. */
let messages: ClickMessage[];
let pending: Promise<unknown>[];
let send: (message: ClickMessage) => Promise<unknown>;
const queue = {
  send: (message: ClickMessage) => {
    messages.push(message);
    return send(message);
  },
};
const request = { waitUntil: (work: Promise<unknown>) => void pending.push(work) };

let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [messages, pending, logged] = [[], [], []];
  send = async () => {};
  vi.spyOn(console, "error").mockImplementation((text: string) => void logged.push(text));
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

type Fields = { atMs?: number; referrer?: string; agent?: string; language?: string; plan?: string };

function collect(count: number, fields: Fields = {}): void {
  const { atMs = Date.now(), referrer = "", agent = "", language = "", plan = "paid" } = fields;
  const id = "0198c0de-0000-7000-8000-000000000001";
  for (let index = 0; index < count; index++) {
    const click: Click = [id, atMs, 0, "DE", referrer, agent, language, "", id];
    collectClick(click, { CLICKS: queue, PLAN: plan }, request);
  }
}

const sizes = () => messages.map(({ clicks }) => clicks.length);

describe("a buffer", () => {
  it("[8.4] is sent at once when it is full, as one message", async () => {
    collect(MAX_CLICKS - 1);
    expect(sizes()).toEqual([]);
    collect(1);
    expect(sizes()).toEqual([MAX_CLICKS]);
    expect(new Set(messages[0]?.clicks).size).toBe(MAX_CLICKS);
  });

  it("[8.4] is sent after a second, as one message", async () => {
    collect(3);
    await vi.advanceTimersByTimeAsync(999);
    collect(4);
    expect(sizes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([7]);
  });

  it("[8.4] is sent after 20 seconds on the free plan", async () => {
    collect(3, { plan: "free" });
    await vi.advanceTimersByTimeAsync(19_999);
    collect(4, { plan: "free" });
    expect(sizes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([7]);
  });

  it("that filled up leaves its timer nothing: the next one has its own second", async () => {
    collect(MAX_CLICKS);
    await vi.advanceTimersByTimeAsync(900);
    collect(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(sizes()).toEqual([MAX_CLICKS]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([MAX_CLICKS, 1]);
  });

  it("whose timer was lost is sent by the next click", async () => {
    const timer = vi.spyOn(globalThis, "setTimeout").mockImplementationOnce(() => 0 as never);
    const atMs = Date.now();
    collect(2, { atMs });
    // Before the clock is real again: a later restore would bring its replacement back, for all other files.
    timer.mockRestore();
    collect(1, { atMs: atMs + 3_000 });
    expect(sizes()).toEqual([]);
    collect(1, { atMs: atMs + 3_001 });
    expect(sizes()).toEqual([4]);
  });

  it("takes part in no other message: each click is sent once", async () => {
    for (let round = 0; round < 7; round++) {
      collect(90);
      await vi.advanceTimersByTimeAsync(400);
    }
    await vi.runAllTimersAsync();
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(630);
    const ids = messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a message holds less than the queue takes", () => {
  const bytesOf = (message: ClickMessage) => new TextEncoder().encode(JSON.stringify(message)).length;

  it.each([
    ["plain text", "x"],
    ["text of two bytes a letter", "é"],
    ["text of three bytes a letter", "ペ"],
    ["emoji", "😀"],
    ["quotes, which JSON escapes", '"'],
    ["control characters, which JSON writes as six", "\u0001"],
    ["lone surrogates, which JSON writes as six", "\ud800"],
  ])("with headers full of %s", async (_, text) => {
    collect(500, { agent: text.repeat(1_000 / text.length), referrer: "a".repeat(253) });
    await vi.runAllTimersAsync();
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(500);
    for (const message of messages) expect(bytesOf(message)).toBeLessThan(MESSAGE_BYTES);
  });

  it.each(["é", "ペ", '"', "\u0001"])("[8.7] with languages full of %j", async (text) => {
    collect(500, { agent: "a".repeat(256), language: text.repeat(64) });
    await vi.runAllTimersAsync();
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(500);
    for (const message of messages) expect(bytesOf(message)).toBeLessThan(MESSAGE_BYTES);
  });

  it("and usual headers share one in hundreds", async () => {
    const agent =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0";
    const language = "de-CH,de;q=0.9,en-GB;q=0.8,en;q=0.7,fr;q=0.6";
    collect(2 * MAX_CLICKS, { agent, language, referrer: "www.search-engine.example" });
    expect(sizes()).toEqual([MAX_CLICKS, MAX_CLICKS]);
  });
});

describe("a queue that takes nothing", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["throws", () => Promise.reject(new Error("Queue sendMessage failed"))],
    ["hangs", () => new Promise(() => {})],
    [
      "throws before it promises anything",
      () => {
        throw new Error("Queue sendMessage failed");
      },
    ],
  ])(
    "[8.5] because it %s is tried three times with the same id, and then the number lost is told",
    async (_, fails) => {
      send = fails;
      collect(42);
      await vi.runAllTimersAsync();
      expect(sizes()).toEqual([42, 42, 42]);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
      expect(logged).toEqual([expect.stringContaining('"event":"clicks_lost","level":"error","clicks":42')]);
      await expect(Promise.all(pending)).resolves.toBeDefined();
    },
  );

  it("at first loses nothing", async () => {
    send = () => (messages.length < 3 ? Promise.reject(new Error("busy")) : Promise.resolve());
    collect(42);
    await vi.runAllTimersAsync();
    expect(sizes()).toEqual([42, 42, 42]);
    expect(logged).toEqual([]);
  });

  it("holds up no other buffer", async () => {
    send = () => new Promise(() => {});
    collect(MAX_CLICKS);
    send = async () => {};
    collect(MAX_CLICKS);
    expect(sizes()).toEqual([MAX_CLICKS, MAX_CLICKS]);
    await vi.runAllTimersAsync();
    expect(logged).toEqual([]);
  });

  it("is given up within the 30 seconds that the platform allows after an answer", async () => {
    send = () => new Promise(() => {});
    collect(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(logged).toHaveLength(1);
  });
});
