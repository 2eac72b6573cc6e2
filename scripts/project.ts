import { setTimeout as delay } from "node:timers/promises";
import { runWithOptions } from "./support/command.ts";
import { withInstallationDatabases, type InstallationDatabase } from "./support/installation-database.ts";
import { untilInterrupted } from "./support/interruption.ts";
import { createProgress } from "./support/progress.ts";
import { fileJob, waitForJob, type Ending } from "./support/project-job.ts";
import { parseProjectOptions, projectHelp, type ProjectOptions } from "./support/project-option.ts";

const LOCAL_PAUSE_MS = 2_000;
/** Each look at the deployed database starts wrangler. */
const REMOTE_PAUSE_MS = 10_000;

const EXIT_CODES: Record<Ending["kind"], number> = { done: 0, refused: 1, stalled: 1, interrupted: 130 };

async function wait(db: InstallationDatabase, options: ProjectOptions): Promise<number> {
  const interruption = new AbortController();
  const { signal } = interruption;
  void untilInterrupted().then(() => interruption.abort());
  const pauseMs = options.isRemote ? REMOTE_PAUSE_MS : LOCAL_PAUSE_MS;
  const { kind, lines } = await waitForJob(db, options, {
    nowMs: () => performance.now(),
    pause: () => delay(pauseMs, undefined, { signal }).catch(() => {}),
    isInterrupted: () => signal.aborted,
    show: createProgress(process.stderr),
  });
  for (const line of lines) console.log(line);
  if (kind === "stalled") console.log(options.isRemote ? REMOTE_HINT : LOCAL_HINT);
  return EXIT_CODES[kind];
}

const LOCAL_HINT = "Start the Worker with npm start.";
const REMOTE_HINT = "Run npx wrangler tail to see the log of the Worker.";

await runWithOptions(projectHelp, parseProjectOptions, (options) =>
  withInstallationDatabases(options.isRemote, async ([db]) => {
    await fileJob(db, options, Date.now());
    console.error("The job is filed. The Worker takes it up within a minute.");
    return options.waits ? await wait(db, options) : 0;
  }),
);
