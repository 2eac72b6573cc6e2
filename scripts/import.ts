import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readImport } from "../src/domain/import/read-import.ts";
import type { ImportResult } from "../src/domain/import/row.ts";
import { type CommandLine, help, isLocal, parseCommandLine } from "./import/option.ts";
import { runImport } from "./import/run-import.ts";
import { runCommand, UsageError } from "./support/command.ts";
import { createProgress, toPercent } from "./support/progress.ts";

async function main(): Promise<number> {
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  if (commandLine === null) {
    console.log(help);
    return 0;
  }
  const result = await read(commandLine);
  const [showSent, showVisible] = [createProgress(process.stderr), createProgress(process.stderr)];
  return await runImport(
    result,
    {
      ...commandLine,
      token: commandLine.isDryRun ? "" : await findToken(commandLine.token, commandLine.api),
    },
    {
      fetch,
      sleep: (seconds) => delay(seconds * 1_000),
      log: {
        print: console.log,
        progress: (sent, total) => showSent(`${sent} of ${total} rows sent (${toPercent(sent, total)})`),
        visible: (done, total) => {
          showVisible(`visible everywhere: ${done} of ${total} (${toPercent(done, total)})`);
        },
      },
    },
  );
}

async function read({ file, read }: CommandLine): Promise<ImportResult> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
  const result = readImport(bytes, { ...read, fileName: basename(file), nowMs: Date.now() });
  if (!result.ok) throw new UsageError(`${file}: ${result.reason}`);
  return result.value;
}

async function findToken(token: string | null, api: string): Promise<string> {
  if (token !== null) return token;
  const demoToken = join(process.env.STATE_DIR ?? ".state", "demo-token");
  const content = isLocal(api) ? await readFile(demoToken, "utf8").catch(() => "") : "";
  if (content.trim() !== "") return content.trim();
  throw new UsageError("A token is missing: pass --token, or set SIGNPOST_TOKEN");
}

await runCommand(main);
