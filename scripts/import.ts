import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { detectFormat } from "./import/detect-format.ts";
import { help, isLocal, parseCommandLine } from "./import/option.ts";
import { runImport } from "./import/run-import.ts";
import { runCommand, UsageError } from "./support/command.ts";
import { createProgress, toPercent } from "./support/progress.ts";

async function main(): Promise<number> {
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  if (commandLine === null) {
    console.log(help);
    return 0;
  }
  const text = await readText(commandLine.file);
  const [showSent, showVisible] = [createProgress(process.stderr), createProgress(process.stderr)];
  return await runImport(
    {
      ...commandLine,
      text,
      format: commandLine.format ?? detectFormat(commandLine.file, text),
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

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not UTF-8 text. Save it as UTF-8 and try again`);
  }
}

async function findToken(token: string | null, api: string): Promise<string> {
  if (token !== null) return token;
  const demoToken = join(process.env.STATE_DIR ?? ".state", "demo-token");
  const content = isLocal(api) ? await readFile(demoToken, "utf8").catch(() => "") : "";
  if (content.trim() !== "") return content.trim();
  throw new UsageError("A token is missing: pass --token, or set SIGNPOST_TOKEN");
}

await runCommand(main);
