/** Wrong usage; the message is meant for the person at the keyboard. */
export class UsageError extends Error {}

/** The failure of a command, explained in words; no stack is shown. */
export class CommandError extends Error {}

/**
 * Runs a command: `main` returns the exit code if it is not 0. A CommandError, or a file that cannot be used, ends it with 1,
 * wrong usage with 2, and the message is printed.
 * @param usage is printed in place of running `main` if the first argument is `--help`
 */
export async function runCommand(main: () => Promise<number | void>, usage?: string): Promise<void> {
  process.stdout.on("error", passOverClosedPipe);
  const [first = ""] = process.argv.slice(2);
  if (usage !== undefined && ["--help", "-h"].includes(first)) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || isArgumentError(error);
    if (!isUsage && !(error instanceof CommandError) && !isFileError(error)) throw error;
    console.error(error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Runs a command whose options a function reads; null asks for help. */
export async function runWithOptions<T>(
  help: string,
  parse: (args: string[]) => T | null,
  main: (options: T) => Promise<number | void>,
): Promise<void> {
  await runCommand(async () => {
    const options = parse(process.argv.slice(2));
    if (options !== null) return await main(options);
    console.log(help);
  });
}

/** A reader that has enough, such as `head`, closes the pipe. The command goes on, so that nothing is left half done. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Returns whether `parseArgs` refused the command line; the message names the argument. */
function isArgumentError(error: unknown): error is Error {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Error && code?.startsWith("ERR_PARSE_ARGS") === true;
}

/** Returns whether the operating system refused the use of a file; the message says which and why. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "errno" in error;
}
