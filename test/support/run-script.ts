import { execFile } from "node:child_process";
import { join } from "node:path";

/** The end of a script. */
export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

interface Place {
  /** The folder of the local database. */
  stateDir: string;
  /** The folder in which the script runs: not the project's, so that scripts cannot depend on it. */
  cwd: string;
  /** The text that is typed. */
  input?: string;
  /** Further variables of the environment. */
  env?: Record<string, string>;
}

/** Runs a script of the folder `scripts`, by its name without `.ts`, on a local database of the test. */
export function runScript(
  name: string,
  args: string[],
  { stateDir, cwd, input = "", env = {} }: Place,
): Promise<Ended> {
  const script = join(import.meta.dirname, `../../scripts/${name}.ts`);
  const options = { cwd, env: { ...process.env, STATE_DIR: stateDir, ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
    });
    child.stdin?.end(input);
  });
}
