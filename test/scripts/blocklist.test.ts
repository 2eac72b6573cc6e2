import { mkdtemp, rm } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript } from "../support/run-script.ts";

let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "blocklist-"));
});

afterAll(() => rm(stateDir, { recursive: true }));

const run = (...args: string[]) => runScript("blocklist", args, { stateDir, cwd: tmpdir() });

const inDatabase = <T>(work: (db: DatabaseSync) => T): Promise<T> =>
  withLocalDatabase(stateDir, async (db) => work(db));

const HOSTNAME = `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'W', 'pro', 1, 0, 0);
  INSERT INTO users (id, name, created_at) VALUES ('u', 'U', 0);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
  VALUES ('go.example', 'w', 'go.example', 'example', 'api', 0, 'u', 0, 0);`;

test("[25.5] completes a removal that was stopped before it noted the hostnames", async () => {
  await inDatabase((db) => db.exec(HOSTNAME));
  expect(await run("add", "evil.example", "other.example")).toMatchObject({ exitCode: 0 });
  await inDatabase((db) =>
    db.exec(`UPDATE installation_blocklist SET hosts = '["other.example"]'; DELETE FROM pending`),
  );
  const again = await run("remove", "evil.example");
  expect(again).toMatchObject({ exitCode: 0, stdout: "The blocklist has 1 hostname now.\n" });
  expect(again.stderr).toContain("evil.example was not on the blocklist.");
  const noted = await inDatabase((db) => db.prepare("SELECT host, slot FROM pending").all());
  expect(noted.map((row) => ({ ...row }))).toEqual([{ host: "go.example", slot: "h" }]);
});
