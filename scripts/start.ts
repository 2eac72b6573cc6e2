import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createMissingRecords } from "./demo/create-records.ts";
import { listDemo, toText } from "./demo/listing.ts";
import { startDemoServer, type DemoServer } from "./demo/server.ts";
import { makeSignInCode, openDemoWorkspace, type DemoWorkspace } from "./demo/workspace.ts";
import { buildStaticFiles } from "./static/build.ts";
import { CommandError, runCommand } from "./support/command.ts";
import { readCrons } from "./support/config.ts";
import { fireAll, fireCronTriggers } from "./support/cron-trigger.ts";
import { startDevServer, type DevServer } from "./support/dev-server.ts";
import { requireProofMode } from "./support/proof.ts";
import { parsePort, requireFreePort } from "./support/free-port.ts";
import { untilInterrupted } from "./support/interruption.ts";
import { localConfig, requireDatabaseCount } from "./support/local-config.ts";
import { withLocalDatabase, withLocalDatabases } from "./support/local-database.ts";
import { CONFIG_FILE, stateFolder } from "./support/project.ts";
import { ensureLocalSecrets } from "./support/local-secret.ts";
import { lockState } from "./support/state-lock.ts";

/**
 * Runs Signpost on this machine with a demo. With different PORT and STATE_DIR, several can run at the same time.
 * HOSTNAME_PROOF defaults to `off`.
 */
async function main(): Promise<number> {
  parseArgs();
  const port = parsePort(process.env.PORT, 8787);
  const stateDir = stateFolder(process.env);
  const interrupted = untilInterrupted();
  await requireFreePort(port);
  const databases = await requireDatabaseCount(process.env.DATABASES, stateDir);
  const unlock = await lockState(stateDir);
  console.log(`Starting on port ${port} with the state in ${stateDir} …`);
  const demo = await Promise.race([prepare(stateDir, databases), interrupted]);
  // Preparations leave nothing behind that runs.
  if (demo === "interrupted") process.exit(0);
  // All workspaces of this machine are its owner's.
  const proof = requireProofMode(process.env.HOSTNAME_PROOF || "off");
  const pages = await startDemoServer(port);
  const vars = { HOSTNAME_PROOF: proof, ...(databases > 1 && { DATABASES: String(databases) }) };
  const server = startDevServer(port, stateDir, undefined, vars, await localConfig(databases));
  const serving = new AbortController();
  try {
    return await Promise.race([
      interrupted.then(() => 0),
      serve({ server, port, stateDir, demo, pages, signal: serving.signal }),
    ]);
  } finally {
    serving.abort();
    await server.stop();
    pages.close();
    unlock();
  }
}

/** Creates secrets, tables and a workspace before the Worker needs them. */
async function prepare(stateDir: string, databases: number): Promise<DemoWorkspace | null> {
  await buildStaticFiles();
  await ensureLocalSecrets();
  const tokenFile = join(stateDir, "demo-token");
  return await withLocalDatabases(
    stateDir,
    withLocalDatabase,
    ([first]) => openDemoWorkspace(first!.db, tokenFile),
    databases,
  );
}

interface Serving {
  server: DevServer;
  port: number;
  stateDir: string;
  demo: DemoWorkspace | null;
  pages: DemoServer;
  signal: AbortSignal;
}

async function serve({ server, port, stateDir, demo, pages, signal }: Serving): Promise<number> {
  await server.untilReady();
  const cron = { port, crons: readCrons(await readFile(CONFIG_FILE, "utf8")), signal, warn: console.warn };
  // The first heartbeat marks KV as filled: until then no hostname counts as complete.
  await fireAll(cron, Date.now());
  const api = `http://localhost:${port}/v1`;
  if (demo === null) {
    console.log(NO_DEMO);
  } else {
    await completeDemo(port, demo, pages.origin);
    console.log(`\n${toText(listDemo(port))}\n\nAPI\n  ${api}\n  Authorization: Bearer ${demo.token}`);
    const code = await withLocalDatabase(stateDir, (db) => makeSignInCode(db, demo.token, Date.now()));
    console.log(
      `\nDashboard (the link signs in once, for 10 minutes)\n  http://localhost:${port}/#code=${code}`,
    );
    console.log(`\nThe demo, each link with its answer\n  ${pages.origin}/`);
  }
  console.log(`\nReady on port ${port}. Ctrl-C stops it.`);
  void fireCronTriggers(cron);
  return await server.ended;
}

/** Adds missing records of the demo. A demo that was changed and cannot be completed does not stop the start. */
async function completeDemo(port: number, demo: DemoWorkspace, origin: string): Promise<void> {
  try {
    await createMissingRecords({ url: `http://127.0.0.1:${port}/v1`, token: demo.token }, demo, origin);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.warn(`The demo is not complete: ${error.message}`);
  }
}

const NO_DEMO = `
This database has workspaces of its own, so there is no demo in it.
A token for the API comes from: npm run -s workspace -- create --name NAME`;

await runCommand(
  main,
  `Runs Signpost on this machine with a demo workspace. Ctrl-C stops it.

  npm start

Variables of the environment:
  PORT             the port (8787)
  STATE_DIR        the folder of the data (.state)
  HOSTNAME_PROOF   off, auto or required (off)
  DATABASES        databases to spread workspaces over (those of STATE_DIR; 1 in a new one)`,
);
