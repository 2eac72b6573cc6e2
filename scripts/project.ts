import { setTimeout as delay } from "node:timers/promises";
import { runWithOptions } from "./support/command.ts";
import {
  withInstallationDatabases,
  type InstallationDatabase,
  type InstallationDatabases,
} from "./support/installation-database.ts";
import { hasAnyHost, isHostKnown } from "../src/storage/projection/job-progress.ts";
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

/** Stores the job in each database that it is for, and returns these. @throws as `fileJob` does */
async function fileEach(
  databases: InstallationDatabases,
  options: ProjectOptions,
): Promise<InstallationDatabase[]> {
  const nowMs = Date.now();
  const meant = await chooseDatabases(databases, options);
  for (const db of meant.all) {
    const writesTombstones = options.writesTombstones && !meant.empty.includes(db);
    await fileJob(db, { ...options, writesTombstones }, nowMs);
  }
  for (const { binding } of options.writesTombstones ? meant.empty : []) {
    console.error(`${binding} has no hostname, so it writes no tombstones.`);
  }
  return meant.all;
}

/**
 * Chooses the databases that know the hostname, or all, and those of them without any hostname. If there are no others,
 * the first one refuses the job.
 */
async function chooseDatabases(
  databases: InstallationDatabases,
  { host }: ProjectOptions,
): Promise<{ all: InstallationDatabase[]; empty: InstallationDatabase[] }> {
  const [first, another] = databases;
  if (another === undefined) return { all: [first], empty: [] };
  const having: InstallationDatabase[] = [];
  for (const db of databases) {
    const row = await db.readRow(host === null ? hasAnyHost() : isHostKnown(host));
    if ((row?.["has_hosts"] ?? row?.["is_known"]) === 1) having.push(db);
  }
  if (having.length === 0) return { all: [first], empty: [] };
  return host === null
    ? { all: databases, empty: databases.filter((db) => !having.includes(db)) }
    : { all: having, empty: [] };
}

async function waitForEach(databases: InstallationDatabase[], options: ProjectOptions): Promise<number> {
  let exitCode = 0;
  for (const db of databases) {
    if (databases.length > 1) console.log(`Database ${db.binding}:`);
    exitCode = Math.max(exitCode, await wait(db, options));
    if (exitCode === EXIT_CODES.interrupted) break;
  }
  return exitCode;
}

await runWithOptions(projectHelp, parseProjectOptions, (options) =>
  withInstallationDatabases(options.isRemote, async (databases) => {
    const filed = await fileEach(databases, options);
    console.error("The job is filed. The Worker takes it up within a minute.");
    return options.waits ? await waitForEach(filed, options) : 0;
  }),
);
