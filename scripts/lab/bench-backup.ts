import { spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { UsageError, runCommand } from "../support/command.ts";
import { withLocalDatabase } from "../support/local-database.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { withTemporaryFolder } from "../support/temporary-folder.ts";

async function main(): Promise<number> {
  const [text = "1000000"] = parseArgs({ allowPositionals: true }).positionals;
  if (!/^[1-9]\d{0,7}$/.test(text))
    throw new UsageError(`The number of records is 1 to 99999999, not ${text}`);
  const count = Number(text);
  return await withTemporaryFolder("bench-backup-", async (folder) => {
    const [from, to, file] = ["from", "to", "backup.ndjson.gz"].map((name) => join(folder, name));
    await withLocalDatabase(from!, async (db) => db.exec(fill(count)));
    console.log(`${count} records made`);
    const isWritten = await measure("backup", from!, file!);
    console.log(`The file has ${toMegabytes((await stat(file!)).size)} MB.`);
    return isWritten && (await measure("restore", to!, file!)) ? 0 : 1;
  });
}

/** Each record has two tags, an entry of history and three days of clicks. */
function fill(count: number): string {
  const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const id = "printf('01900000-0000-7000-8000-%012x', i)";
  return `
    PRAGMA foreign_keys = OFF; BEGIN;
    INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'W', 'enterprise', 1, 0, 0);
    INSERT INTO users (id, name, created_at) VALUES ('u', 'U', 0);
    INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('w', 'u', 'owner', 0);
    INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
      VALUES ('go.example.com', 'w', 'example.com', 'com', 'api', 0, 'u', 0, 0);
    ${rows} INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type,
        destinations, title, tags, search_text, created_by, created_via, created_at, updated_at)
      SELECT (1 << 32) + i, ${id}, 'w', 'short-url', 'link', 'go.example.com', 'exact', '/r' || i, 'p/r' || i, '302',
        json_array('https://www.example.com/articles/2024/a-title-of-usual-length-' || i), 'Article number ' || i,
        '["spring","campaign"]', 'https://go.example.com/r' || i, 'u', 'api', 1700000000000 + i, 1700000000000 + i FROM n;
    ${rows} INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
      SELECT printf('01a00000-0000-7000-8000-%012x', i), ${id}, '{"destination":"https://example.com/old"}',
        '{"destination":"https://example.com/new"}', 'u', 'U', 'api', 1700000000000 + i FROM n;
    ${rows} INSERT INTO clicks_daily (scope_id, day, clicks, bots) SELECT ${id}, d.value, i % 9, 0 FROM n, json_each('[20000,20001,20002]') d;
    COMMIT`;
}

const POLL_MS = 100;

async function measure(command: string, stateDir: string, file: string): Promise<boolean> {
  const startMs = performance.now();
  const script = join(PROJECT_FOLDER, "scripts", `${command}.ts`);
  const child = spawn(process.execPath, [script, file], {
    env: { ...process.env, STATE_DIR: stateDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let peakKilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peakKilobytes = Math.max(peakKilobytes, await readPeak(child.pid!));
    await delay(POLL_MS);
  }
  const exitCode = await ended;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(
    `${command}: exit code ${exitCode}, ${seconds} s, at most ${toMegabytes(peakKilobytes * 1024)} MB of memory`,
  );
  return exitCode === 0;
}

/** Reads the peak resident size of a process, in kB, from Linux. */
async function readPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

await runCommand(
  main,
  `Makes a database with many records, backs it up and restores it; shows the time and the memory of both.

  npm run bench:backup [-- N]

  N   the number of records (1000000)`,
);
