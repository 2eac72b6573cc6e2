import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { INTERRUPTED, openTerminal, type Terminal } from "./cli/terminal.ts";
import { openContext, type ProveContext } from "./prove/context.ts";
import { parseProveOptions, proveHelp, type ProveOptions } from "./prove/option.ts";
import { createRedaction } from "./prove/redact.ts";
import { isAsDocumented, renderReport, toReport } from "./prove/report.ts";
import { runStep, type StepResult } from "./prove/step.ts";
import { STEPS } from "./prove/steps.ts";
import { runWithOptions } from "./support/command.ts";
import { untilInterrupted } from "./support/interruption.ts";

async function prove(options: ProveOptions): Promise<number> {
  const terminal = openTerminal();
  const redaction = createRedaction(options.isWithHostnames);
  const network = { fetch, sleep: (seconds: number) => delay(seconds * 1_000) };
  const context = await openContext({ env: process.env, network, redaction, say: terminal.note });
  const results = await runSteps(context, terminal, options);
  const about = { deployed: await readVersion(context), plan: context.settings.plan };
  const report = toReport(results, about, context.nowMs(), redaction);
  const text = options.isJson ? JSON.stringify(report, null, 2) : renderReport(report);
  terminal.print(text);
  // Another process may have made the file meanwhile.
  if (options.report !== null) await writeFile(options.report, `${text}\n`, { flag: "wx" });
  return isAsDocumented(report) ? 0 : 1;
}

/** Runs all steps. The temporary link is deleted in the end, also after an error or Ctrl-C. */
async function runSteps(
  context: ProveContext,
  terminal: Terminal,
  options: ProveOptions,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  void untilInterrupted().then(async () => {
    terminal.note("Stopped. If there is a temporary link, it is deleted.");
    await removeLeftLink(context, terminal);
    process.exit(INTERRUPTED);
  });
  try {
    for (const step of STEPS) {
      terminal.note(`${step.title} …`);
      results.push(
        await runStep(step, context, (changes) => agree(terminal, options, `${step.title}: ${changes}`)),
      );
    }
  } finally {
    await removeLeftLink(context, terminal);
  }
  return results;
}

/** Deletes the link if its own step could not. Whoever reads the terminal has to know what is left. */
async function removeLeftLink({ link }: ProveContext, terminal: Terminal): Promise<void> {
  const url = link.held()?.url;
  await link.remove().catch((error: unknown) => {
    terminal.note(`${url ?? "The temporary link"} could not be deleted: ${String(error)}`);
  });
}

/** Returns why a step may not run; null if it may. */
async function agree({ prompt }: Terminal, options: ProveOptions, question: string): Promise<string | null> {
  if (options.isConfirmed) return null;
  if (prompt === null) return "Nobody can answer here, and --yes was not given.";
  return (await prompt.confirm(`${question} Go on?`)) ? null : "You did not agree to it.";
}

async function readVersion({ state }: ProveContext): Promise<string | null> {
  return (await state().catch(() => null))?.version ?? null;
}

await runWithOptions(proveHelp, parseProveOptions, prove);
