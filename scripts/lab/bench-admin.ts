import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCalls, type Measured } from "./bench/admin/measure.ts";
import { reportAdmin, type AdminResults } from "./bench/admin/report.ts";
import { removeTraces, seed } from "./bench/admin/seed.ts";
import { runCommand, UsageError } from "../support/command.ts";
import { buildStaticFiles } from "../static/build.ts";
import { startDevServer } from "../support/dev-server.ts";
import { findFreePort } from "../support/free-port.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { PROJECT_FOLDER, stateFolder } from "../support/project.ts";
import { ensureSigningKey } from "../support/signing-key.ts";

/**
 * What calls of the API cost with few records and with many: rows read and written, and time, on a
 * real local database. The databases are kept for the next run.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,100000,1000000" },
      write: { type: "boolean", default: false },
    },
  });
  const results: AdminResults = {
    date: new Date().toISOString(),
    cores: cpus().length,
    node: process.versions.node,
    sizes: {},
  };
  await ensureSigningKey(join(PROJECT_FOLDER, ".dev.vars"));
  for (const size of parseSizes(values.sizes)) {
    process.stderr.write(`${size.toLocaleString("en")} records\n`);
    results.sizes[size] = Object.fromEntries(await measureSize(size));
  }
  return (await reportAdmin(results, values)) ? 0 : 1;
});

function parseSizes(text: string): number[] {
  return text.split(",").map((size) => {
    if (!/^[1-9]\d{1,6}$/.test(size)) throw new UsageError(`--sizes takes numbers of records, not ${size}`);
    return Number(size);
  });
}

async function measureSize(size: number): Promise<Map<string, Measured>> {
  const folder = join(stateFolder(process.env), "bench-admin", String(size));
  const token = await prepare(folder, size);
  const port = await findFreePort();
  await buildStaticFiles();
  const server = startDevServer(port, folder, "scripts/lab/bench/admin/worker.ts");
  try {
    await server.untilReady();
    return await measureCalls(port, token, (line) => process.stderr.write(`  ${line}\n`));
  } finally {
    await server.stop();
  }
}

/** A database of the size, filled now unless a run before has. */
async function prepare(folder: string, size: number): Promise<string> {
  const tokenFile = join(folder, "token");
  if (existsSync(tokenFile)) {
    await withLocalDatabase(folder, async (db) => removeTraces(db, size));
    return readFile(tokenFile, "utf8");
  }
  // Without its token, a database was not filled to the end.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const startMs = performance.now();
  const token = await withLocalDatabase(folder, (db) => seed(db, size, Date.now()));
  await writeFile(tokenFile, token);
  process.stderr.write(`  filled in ${((performance.now() - startMs) / 1000).toFixed(0)} s\n`);
  return token;
}
