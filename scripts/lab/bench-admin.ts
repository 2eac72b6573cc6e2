import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureChange } from "./bench/admin/change/measure.ts";
import { formatRound } from "./bench/admin/change/report.ts";
import { measureCalls, type Measured } from "./bench/admin/measure.ts";
import { reportAdmin, reportChange, type AdminResults } from "./bench/admin/report.ts";
import { removeTraces, seed } from "./bench/admin/seed.ts";
import { runCommand, UsageError } from "../support/command.ts";
import { buildStaticFiles } from "../static/build.ts";
import { startDevServer } from "../support/dev-server.ts";
import { findFreePort } from "../support/free-port.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { stateFolder } from "../support/project.ts";
import { ensureLocalSecrets } from "../support/local-secret.ts";

/** A change is measured so many times; the median counts. */
const ROUNDS = 3;

const USAGE = `Measures the cost of API calls with few and with many records, and that of a change of many records.

  npm run bench:admin [-- options]

  --sizes LIST      the numbers of records (1000,100000,1000000)
  --change-rows N   the records of the change (20000)
  --only PART       measures only calls, or only change
  --write           writes the results to docs/performance-admin.md`;

/**
 * Measures the cost of API calls with few and with many records: rows read and written, and time, on a real local
 * database. The databases are kept for the next run. Then measures a change of many records, on another one.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,100000,1000000" },
      "change-rows": { type: "string", default: "20000" },
      only: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const { only, write } = values;
  if (only !== undefined && only !== "calls" && only !== "change") {
    throw new UsageError(`--only takes calls or change, not ${only}`);
  }
  const sizes = only === "change" ? [] : parseSizes(values.sizes);
  const changeRows = only === "calls" ? null : parseSizes(values["change-rows"], "--change-rows")[0];
  const machine = { cores: cpus().length, node: process.versions.node };
  await ensureLocalSecrets();
  await buildStaticFiles();
  let isWithin = true;
  if (sizes.length > 0) {
    const results: AdminResults = { date: new Date().toISOString(), ...machine, sizes: {} };
    for (const size of sizes) {
      process.stderr.write(`${size.toLocaleString("en")} records\n`);
      results.sizes[size] = Object.fromEntries(await measureSize(size));
    }
    isWithin = await reportAdmin(results, { write });
  }
  if (changeRows != null) {
    process.stderr.write(`a change of ${changeRows.toLocaleString("en")} records\n`);
    const [load = 0] = loadavg();
    const rounds = await measureChange(changeRows, ROUNDS, (round) =>
      process.stderr.write(`  ${formatRound(round)}\n`),
    );
    const results = { date: new Date().toISOString(), ...machine, load, rows: changeRows, rounds };
    isWithin = (await reportChange(results, { write })) && isWithin;
  }
  return isWithin ? 0 : 1;
}, USAGE);

function parseSizes(text: string, option = "--sizes"): number[] {
  return text.split(",").map((size) => {
    if (!/^[1-9]\d{1,6}$/.test(size)) throw new UsageError(`${option} takes numbers of records, not ${size}`);
    return Number(size);
  });
}

async function measureSize(size: number): Promise<Map<string, Measured>> {
  const folder = join(stateFolder(process.env), "bench-admin", String(size));
  const token = await prepare(folder, size);
  const port = await findFreePort();
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
  // A database without its token was not filled completely.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const startMs = performance.now();
  const token = await withLocalDatabase(folder, (db) => seed(db, size, Date.now()));
  await writeFile(tokenFile, token);
  process.stderr.write(`  filled in ${((performance.now() - startMs) / 1000).toFixed(0)} s\n`);
  return token;
}
