import { describe, expect, it } from "vitest";
import { retryOnConflict } from "../../src/runtime/retry-on-conflict.ts";

class Conflict extends Error {}

const options = { attempts: 3, isConflict: (error: unknown) => error instanceof Conflict };

/** Returns an attempt that throws these errors one after the other, then succeeds; and how often it ran. */
function failing(...errors: Error[]) {
  const runs = { count: 0 };
  const attempt = async () => {
    const error = errors[runs.count++];
    if (error !== undefined) throw error;
    return { run: runs.count };
  };
  return { runs, attempt };
}

describe("retryOnConflict", () => {
  it("returns the result of the first attempt that meets no conflict, and stops", async () => {
    const { runs, attempt } = failing(new Conflict(), new Conflict());
    expect(await retryOnConflict(options, attempt)).toEqual({ run: 3 });
    expect(runs.count).toBe(3);
  });

  it("returns null when every attempt met a conflict", async () => {
    const { runs, attempt } = failing(new Conflict(), new Conflict(), new Conflict());
    expect(await retryOnConflict(options, attempt)).toBeNull();
    expect(runs.count).toBe(3);
  });

  it("throws any other error at once", async () => {
    const { runs, attempt } = failing(new Conflict(), new Error("disk is full"));
    await expect(retryOnConflict(options, attempt)).rejects.toThrow("disk is full");
    expect(runs.count).toBe(2);
  });
});
