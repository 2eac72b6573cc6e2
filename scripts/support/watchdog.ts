import { spawn } from "node:child_process";

/**
 * Runs the command in its arguments, and ends it with all its children when the process that started this one is gone
 * for any reason. It detects that by the closed pipe to stdin.
 */

const [command = "", ...args] = process.argv.slice(2);
const hasGroups = process.platform !== "win32";
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: hasGroups });

function killAll(): void {
  try {
    if (child.pid !== undefined) process.kill(hasGroups ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

process.stdin.on("end", killAll).on("error", killAll).resume();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.once("error", () => process.exit(1));
child.once("exit", (code) => {
  // The command may have left children.
  killAll();
  process.exit(code ?? 1);
});
