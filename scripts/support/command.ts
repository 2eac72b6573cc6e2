/** Wrong usage; the message is meant for the person at the keyboard. */
export class UsageError extends Error {}

/** What a command could not do, in words that need no stack. */
export class CommandError extends Error {}

/**
 * Runs a command: what `main` returns is the exit code. Errors that are told in words end it with 1,
 * wrong usage with 2.
 */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
