import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { SnapshotKey } from "../../../src/domain/snapshot.ts";
import { SnapshotMemory, type Snapshot } from "../../../src/storage/snapshot/memory.ts";

/** As docs/storage.md tells them. */
const MAX_ENTRIES = 25_000;
const MAX_TEXT = 16_000_000;

const SNAPSHOT: Snapshot = { v: 1, seq: 1, records: [] };
const FRESH_UNTIL = 10;

let memory: SnapshotMemory;

beforeEach(() => {
  memory = new SnapshotMemory();
});

function keyOf(index: number): SnapshotKey {
  return `p:${index}` as SnapshotKey;
}

function keepMany(count: number, size: number, from = 0): void {
  for (let index = from; index < from + count; index++) {
    memory.keep(keyOf(index), { snapshot: { ...SNAPSHOT }, text: undefined, size }, FRESH_UNTIL);
  }
}

/** How many of the first so many keys still have their snapshot. */
function countKept(count: number): number {
  return Array.from({ length: count }, (_, index) => isKept(index)).filter(Boolean).length;
}

function isKept(index: number): boolean {
  return memory.readStale(keyOf(index)) !== undefined;
}

describe("the memory of an isolate", () => {
  it("[19.12] holds 25,000 snapshots, and never more", () => {
    keepMany(MAX_ENTRIES, 300);
    expect(countKept(MAX_ENTRIES)).toBe(MAX_ENTRIES);
    keepMany(30_000, 300, MAX_ENTRIES);
    expect(countKept(MAX_ENTRIES + 30_000)).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(countKept(MAX_ENTRIES + 30_000)).toBeGreaterThan(0.9 * MAX_ENTRIES);
  });

  it("[19.12] holds 16 million characters, and never more", () => {
    keepMany(25, MAX_TEXT / 25);
    expect(countKept(25)).toBe(25);
    keepMany(1, 1, 25);
    expect(countKept(26)).toBeLessThan(26);
    expect(countKept(26)).toBeGreaterThan(20);
  });

  it("holds nothing of a snapshot that is larger than all its room", () => {
    keepMany(1, MAX_TEXT + 1);
    expect(countKept(1)).toBe(0);
    keepMany(1, 300);
    expect(countKept(1)).toBe(1);
  });

  it("forgets first what was kept longest ago", () => {
    keepMany(MAX_ENTRIES, 300);
    keepMany(1, 300, 0);
    keepMany(1, 300, MAX_ENTRIES);
    expect([0, 1, MAX_ENTRIES - 1, MAX_ENTRIES].map(isKept)).toEqual([true, false, true, true]);
  });

  it("recognizes what it was made of as long as that is short", () => {
    const keep = (key: SnapshotKey, text: string) =>
      memory.keep(key, { snapshot: { ...SNAPSHOT }, text, size: text.length }, FRESH_UNTIL);
    const [short, long] = ["x".repeat(4_000), "x".repeat(4_001)];
    const [shortKey, longKey] = [keyOf(0), keyOf(1)];
    keep(shortKey, short);
    keep(longKey, long);
    expect(memory.recognize(shortKey, short)).toBe(memory.readStale(shortKey));
    expect(memory.recognize(shortKey, "other")).toBeUndefined();
    expect(memory.recognize(longKey, long)).toBeUndefined();
  });

  it("[19.4] refuses a snapshot that is older than its own, or than a commit of its isolate", () => {
    const keep = (seq: number) =>
      memory.keep(keyOf(0), { snapshot: { ...SNAPSHOT, seq }, text: undefined, size: 300 }, FRESH_UNTIL);
    keep(5);
    keep(4);
    expect(memory.readStale(keyOf(0))?.seq).toBe(5);
    memory.raise(keyOf(0), 7);
    keep(6);
    expect(memory.readStale(keyOf(0))?.seq).toBe(5);
    keep(7);
    expect(memory.readStale(keyOf(0))?.seq).toBe(7);
  });

  it("notifies dependents when a snapshot is dropped", () => {
    keepMany(1, 300);
    const dependsOn = memory.entriesOf([keyOf(0)]);
    keepMany(MAX_ENTRIES, 300, 1);
    expect(dependsOn).toMatchObject([{ freshUntilMs: 0 }]);
  });

  it("keeps what was kept again, however often others come, and forgets it when that ends", () => {
    keepMany(1, 300);
    for (let round = 1; round <= 5; round++) {
      keepMany(10_000, 300, round * 10_000);
      keepMany(1, 300);
      expect(isKept(0)).toBe(true);
    }
    keepMany(60_000, 300, 100_000);
    expect(isKept(0)).toBe(false);
  });

  it("[19.12] is seldom walked, though it is full", () => {
    keepMany(MAX_ENTRIES, 300);
    const walk = vi.spyOn(Map.prototype, Symbol.iterator);
    onTestFinished(() => {
      walk.mockRestore();
    });
    keepMany(10_000, 300, MAX_ENTRIES);
    keepMany(10_000, 300, MAX_ENTRIES);
    expect(walk.mock.calls.length).toBeLessThanOrEqual(10);
  });
});
