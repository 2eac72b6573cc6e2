import { vi } from "vitest";
import { collectClick } from "../../src/clicks/buffer.ts";

/** Empties the buffer of clicks, which an earlier file in the same worker may have left open. */
export async function emptyClickBuffer(): Promise<void> {
  const nowhere = { send: async () => {} };
  const request = { waitUntil: () => {} };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // A click so late that it closes an open buffer at once, also one of a test that set the clock ahead; without one it
  // begins a buffer, whose timer runs here.
  collectClick(["nobody", Number.MAX_SAFE_INTEGER, 0, "XX", "", ""], { CLICKS: nowhere }, request);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
}
