import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CommandError } from "./command.ts";

/**
 * Locks the state folder for as long as this process lives: two workers that write to one folder fail at
 * random. The lock is one of the operating system on a file of its own, so a process that was killed leaves none.
 * @returns a function that ends the lock
 * @throws CommandError if another process has it, or if the folder cannot be written
 */
export async function lockState(stateDir: string): Promise<() => void> {
  await makeFolder(stateDir).catch((error: Error) => {
    throw new CommandError(`The state folder ${stateDir} cannot be made: ${error.message}. ${CHOOSE}`);
  });
  const file = join(stateDir, "lock.sqlite");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    throw toCommandError(stateDir, error as Error & { errcode?: number });
  }
  return () => lock.close();
}

/** Makes a folder and those above it. The option `recursive` never comes to an end in folders such as /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path);
}

const BUSY = 5;
const CHOOSE = "STATE_DIR chooses another folder: STATE_DIR=/tmp/signpost npm start";

function toCommandError(stateDir: string, { errcode, message }: Error & { errcode?: number }): CommandError {
  if (errcode === BUSY) {
    return new CommandError(`Another npm start is running with the state in ${stateDir}. ${CHOOSE}`);
  }
  return new CommandError(`The state folder ${stateDir} cannot be written: ${message}. ${CHOOSE}`);
}
