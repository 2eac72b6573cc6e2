/** A store did not answer in time. */
export class DeadlineError extends Error {}

/**
 * The promise's outcome, or a DeadlineError after so many milliseconds: no store may hold a visit
 * (contract 19.10).
 */
export function withDeadline<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeadlineError(`no answer in ${milliseconds} ms`)),
      milliseconds,
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
