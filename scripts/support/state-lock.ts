import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CommandError } from "./command.ts";
import { makeStateFolder } from "./state-folder.ts";

/**
 * Locks the state folder until this process ends, because two workers that write to one folder fail at random. The
 * operating system releases the lock, which is on a separate file, even if the process is killed.
 * @returns a function that releases the lock
 * @throws CommandError if another process has it, or if the folder cannot be written
 */
export async function lockState(stateDir: string): Promise<() => void> {
  await makeStateFolder(stateDir).catch((error: Error) => {
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

const BUSY = 5;
const CHOOSE = "STATE_DIR chooses another folder: STATE_DIR=/tmp/signpost npm start";

function toCommandError(stateDir: string, { errcode, message }: Error & { errcode?: number }): CommandError {
  if (errcode === BUSY) {
    return new CommandError(`Another npm start is running with the state in ${stateDir}. ${CHOOSE}`);
  }
  return new CommandError(`The state folder ${stateDir} cannot be written: ${message}. ${CHOOSE}`);
}
