/** Wrong usage; the message is meant for the person at the keyboard. */
export class UsageError extends Error {}

/** The failure of a command, explained in words; no stack is shown. */
export class CommandError extends Error {}

/**
 * Runs a command: `main` returns the exit code. A CommandError, or a file that cannot be used, ends it with 1,
 * wrong usage with 2, and the message is printed.
 */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommandError) && !isFileError(error))
      throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Returns whether the operating system refused the use of a file; the message says which and why. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "errno" in error;
}
