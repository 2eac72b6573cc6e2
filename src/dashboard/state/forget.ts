/** Each deletes the data of the user that one module keeps. */
const deletions: (() => void)[] = [];

/** Registers what deletes data that the next user or workspace in this tab may not see (contract 32.36). */
export function whenForgotten(forget: () => void): void {
  deletions.push(forget);
}

export function forgetUser(): void {
  for (const forget of deletions) forget();
}
