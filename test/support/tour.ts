import { execFile } from "node:child_process";

/** A command of docs/behaviour.md, and the lines that the page shows of its output. */
export interface Step {
  command: string;
  lines: string[];
}

/** Returns the commands of the blocks that are marked as a console, in order. */
export function parseTour(page: string): Step[] {
  const blocks = Array.from(page.matchAll(/^```console\n(.*?)^```$/gms), ([, block = ""]) => block);
  return blocks
    .join("\n")
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...lines] = step.trim().split("\n");
      return { command, lines };
    });
}

/** Returns the lines that the output lacks, which has them in any order; `…` stands for any text. */
export function listMissingLines({ lines }: Step, output: string): string[] {
  const shown = output.split(/\r?\n/);
  return lines.filter((line) => {
    const pattern = new RegExp(`^${line.split("…").map(RegExp.escape).join(".*")}$`);
    return !shown.some((one) => pattern.test(one));
  });
}

/** Runs a command in bash. Returns its output; rejects where it fails. */
export function runStep({ command }: Step): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      "bash",
      ["-c", `set -e -o pipefail; curl() { command curl -sS "$@"; }; ${command}`],
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
  });
}
