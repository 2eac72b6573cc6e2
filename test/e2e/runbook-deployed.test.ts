import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LINK_HOST, useWorkingInstallation } from "../support/cloudflare/use-working-installation.ts";
import { expectedLines, withoutNumbers } from "../support/runbook.ts";

/** The runbooks of docs/runbooks.md whose commands ask Cloudflare, against an installation of the fake platform. */

const { platform, keys } = useWorkingInstallation();

async function status() {
  const { exitCode, stdout } = await platform.run("status.ts", keys(), "--remote");
  return { exitCode, text: withoutNumbers(stdout) };
}

const wrangler = (...args: string[]) => platform.run("wrangler.ts", {}, ...args);

// The first to ask: what the Worker says of itself is kept for half a minute.
test("A nightly backup is missing: what it says is printed, and a backup is made", async () => {
  const [database] = platform.account.databases.values();
  const threeDaysAgo = Date.now() - 3 * 86_400_000 - 60_000;
  await database?.runs.query(
    `INSERT INTO backup_runs (one, name, upload_id, started_at, restarts, progress, finished_at, written_at)
     VALUES (1, 'signpost-9999-01-01.ndjson', 'u', 0, 0, '{}', 1, ${threeDaysAgo})
     ON CONFLICT (one) DO UPDATE SET name = excluded.name, finished_at = 1, written_at = excluded.written_at`,
  );
  const { exitCode, text } = await status();
  expect(exitCode).toBe(1);
  for (const line of expectedLines("A nightly backup is missing or refused")) expect(text).toContain(line);
  const file = join(platform.folder, "now.ndjson");
  const made = await platform.run("backup.ts", {}, file, "--remote");
  expect(made.exitCode, made.stderr).toBe(0);
  expect(await readFile(file, "utf8")).toContain('"workspaces"');
});

test("A wrong deployment: the version before is back, and answers", async () => {
  const script = platform.account.requireScript("signpost");
  const good = script.versions.newest;
  const { upload } = script.versions.require(good);
  const bad = script.versions.add(upload);
  script.versions.deploy(bad);
  const isBad = () => JSON.stringify(script.versions.listDeployments()[0]).includes(bad);
  platform.account.tamper = () => (isBad() ? new Response("Internal error", { status: 500 }) : undefined);
  expect((await platform.visit(`https://${LINK_HOST}/signpost-test`)).status).toBe(500);
  expect((await wrangler("versions", "list")).stdout).toContain(good);
  const back = await wrangler("rollback", good, "--message", "wrong", "--yes");
  expect(back.exitCode, back.stdout + back.stderr).toBe(0);
  expect((await platform.visit(`https://${LINK_HOST}/signpost-test`)).status).toBe(302);
  const { text } = await status();
  for (const line of expectedLines("A wrong deployment").map((line) => line.split(" at ")[0]!))
    expect(text).toContain(line);
});
