import { vi } from "vitest";

const STEP_MS = 100;

/**
 * Returns for how many milliseconds of a fake clock a visit is held, and the status of its answer. A real operation
 * would take some of these milliseconds, so everything that the visit asks must throw, hang or use the fake clock.
 */
export async function heldMs(
  visit: () => Response | Promise<Response>,
): Promise<{ ms: number; status: number }> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const answers: number[] = [];
    const answered = Promise.resolve(visit()).then(({ status }) => answers.push(status));
    let ms = 0;
    for (; answers.length === 0 && ms < 10_000; ms += STEP_MS) await vi.advanceTimersByTimeAsync(STEP_MS);
    await answered;
    return { ms, status: answers[0] ?? 0 };
  } finally {
    vi.useRealTimers();
  }
}
