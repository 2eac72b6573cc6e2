import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDemoWorkspace } from "../../demo/workspace.ts";
import { buildStaticFiles } from "../../static/build.ts";
import { CommandError } from "../../support/command.ts";
import { readCrons } from "../../support/config.ts";
import { fireAll } from "../../support/cron-trigger.ts";
import { startDevServer } from "../../support/dev-server.ts";
import { findFreePort } from "../../support/free-port.ts";
import { withLocalDatabase } from "../../support/local-database.ts";
import { CONFIG_FILE } from "../../support/project.ts";
import { ensureLocalSecrets } from "../../support/local-secret.ts";
import { fillShowcase } from "./fill.ts";

export interface Showcase {
  origin: string;
  /** Of the owner. */
  token: string;
}

/** Folding clicks takes a minute of the folder's time. */
const CRON_ROUNDS = 6;

/** Starts a worker with the showcase in it, and stops it when `run` has ended. */
export async function withShowcase(run: (showcase: Showcase) => Promise<void>): Promise<void> {
  const stateDir = await mkdtemp(join(tmpdir(), "signpost-showcase-"));
  const port = await findFreePort();
  await buildStaticFiles();
  await ensureLocalSecrets();
  const demo = await withLocalDatabase(stateDir, (db) => openDemoWorkspace(db, join(stateDir, "token")));
  if (demo === null) throw new CommandError("The database is not empty.");
  const server = startDevServer(port, stateDir, undefined, { HOSTNAME_PROOF: "off" });
  try {
    await server.untilReady();
    const crons = readCrons(await readFile(CONFIG_FILE, "utf8"));
    const cron = { port, crons, signal: new AbortController().signal, warn: console.warn };
    await fireAll(cron, Date.now());
    const api = { url: `http://localhost:${port}/v1`, token: demo.token };
    await withLocalDatabase(stateDir, (db) => fillShowcase(api, db, port));
    for (let round = 0; round < CRON_ROUNDS; round += 1) await fireAll(cron, Date.now());
    await run({ origin: `http://localhost:${port}`, token: demo.token });
  } finally {
    await server.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}
