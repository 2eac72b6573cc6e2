export class DeadlineError extends Error {}

/** A factor for every deadline of this isolate, for tests that do not depend on time. */
export const deadlines = { factor: 1 };

/**
 * Resolves as the promise does, or rejects with a DeadlineError after some milliseconds, so that no store can
 * delay a visit for longer (contract 19.10).
 */
export function withDeadline<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeadlineError(`no answer in ${milliseconds} ms`)),
      milliseconds * deadlines.factor,
    );
    const settle =
      <Outcome>(pass: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        clearTimeout(timer);
        pass(outcome);
      };
    promise.then(settle(resolve), settle(reject));
  });
}
