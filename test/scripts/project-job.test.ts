import { describe, expect, test } from "vitest";
import { waitForJob } from "../../scripts/support/project-job.ts";
import type { JobProgressRow } from "../../src/storage/projection/job-progress.ts";
import type { Hostname } from "../../src/domain/hostname.ts";
import { hostname } from "../support/hostname.ts";

const IDLE: JobProgressRow = {
  noted: 0,
  unnoted: 0,
  is_reprojecting: 0,
  sweep_cursor: null,
  sweep_writes_tombstones: null,
  sweep_unknown: null,
  sweep_is_finished: 0,
};
const WALK = { sweep_cursor: "", sweep_writes_tombstones: 1, sweep_unknown: 0 };
const COUNT = { ...WALK, sweep_writes_tombstones: 0 };

const PAUSE_MS = 2_000;

/** Waits while the database shows one row after the other, the last one for ever. */
async function waitWhile(
  rows: Partial<JobProgressRow>[],
  job = { host: null as Hostname | null, writesTombstones: false },
  interruptedAfter = Infinity,
) {
  const shown: string[] = [];
  let [looks, nowMs] = [0, 0];
  const db = {
    run: () => Promise.reject(new Error("nothing is to be run")),
    write: () => Promise.reject(new Error("nothing is to be written")),
    readRow: async () => ({ ...IDLE, ...rows[Math.min(looks++, rows.length - 1)] }),
  };
  const { kind, lines } = await waitForJob(db, job, {
    nowMs: () => nowMs,
    pause: async () => void (nowMs += PAUSE_MS),
    isInterrupted: () => looks >= interruptedAfter,
    show: (line) => shown.push(line),
  });
  return { kind, text: lines.join("\n"), shown, seconds: nowMs / 1_000 };
}

describe("waitForJob", () => {
  test("shows how much is written, and ends when nothing is left to note or to write", async () => {
    const { kind, text, shown } = await waitWhile([
      { unnoted: 3_000, is_reprojecting: 1 },
      { unnoted: 1_000, noted: 1_500, is_reprojecting: 1 },
      { noted: 10 },
      {},
    ]);
    expect(shown).toEqual([
      "0 of 3000 snapshots written (0 %)",
      "500 of 3000 snapshots written (16 %)",
      "2990 of 3000 snapshots written (99 %)",
      "3000 of 3000 snapshots written (100 %)",
    ]);
    expect(kind).toBe("done");
    expect(text).toContain("KV has every snapshot anew.");
    expect(text).not.toContain("Keys of KV");
  });

  test("waits for a hostname without slots to be taken up", async () => {
    const { kind, seconds } = await waitWhile([{ is_reprojecting: 1 }, {}]);
    expect([kind, seconds]).toEqual(["done", 2]);
  });

  test("waits for the walk over keys, and for the tombstones that it leaves to write", async () => {
    const { kind, text, seconds } = await waitWhile(
      [
        { ...WALK, noted: 1 },
        { ...WALK },
        { ...WALK, sweep_unknown: 7, sweep_is_finished: 1, noted: 7 },
        { ...WALK, sweep_unknown: 7, sweep_is_finished: 1 },
      ],
      { host: null, writesTombstones: true },
    );
    expect([kind, seconds]).toEqual(["done", 6]);
    expect(text).toContain("Keys of KV that the database does not know: 7: they are tombstones now.");
  });

  test("says it where the Worker removed the walk: no tombstones were written", async () => {
    const { kind, text } = await waitWhile([{ ...WALK, noted: 1 }, { noted: 1 }, {}], {
      host: null,
      writesTombstones: true,
    });
    expect(kind).toBe("refused");
    expect(text).toContain("No tombstones were written: the database is not the one");
  });

  test("waits for a walk of a heartbeat that is under way, and tells what it counted", async () => {
    const { kind, text } = await waitWhile([COUNT, { ...COUNT, sweep_unknown: 4, sweep_is_finished: 1 }]);
    expect(kind).toBe("done");
    expect(text).toContain("Keys of KV that the database does not know: 4.");
  });

  test.each([
    ["of earlier", null, { ...COUNT, sweep_unknown: 4, sweep_is_finished: 1 }],
    ["of another job than that of one hostname", hostname("one.example"), COUNT],
  ])("tells nothing of a walk %s", async (_, host, row) => {
    const { kind, text } = await waitWhile([row], { host, writesTombstones: false });
    expect(kind).toBe("done");
    expect(text).not.toContain("Keys of KV");
  });

  test("gives up after 3 minutes without progress", async () => {
    const { kind, text, seconds } = await waitWhile([{ unnoted: 3, is_reprojecting: 1 }]);
    expect([kind, seconds]).toEqual(["stalled", 180]);
    expect(text).toContain("the Worker does not seem to run");
  });

  test("continues as long as there is progress, including the sweep's position", async () => {
    const slow = Array.from({ length: 200 }, (_, step) => ({ noted: 300 - step }));
    const walking = Array.from({ length: 200 }, (_, step) => ({ ...COUNT, sweep_cursor: String(step) }));
    const { kind, seconds } = await waitWhile([...slow, ...walking, {}]);
    expect([kind, seconds]).toEqual(["done", 800]);
  });

  test("ends when it is interrupted, with a word that the work goes on", async () => {
    const { kind, text } = await waitWhile([{ noted: 3 }], undefined, 2);
    expect(kind).toBe("interrupted");
    expect(text).toContain("the Worker goes on with it");
  });
});
