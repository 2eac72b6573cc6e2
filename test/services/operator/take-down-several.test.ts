import { beforeAll, expect, it } from "vitest";
import { findTakedown, type TakedownTarget } from "../../../src/services/operator/find-takedown.ts";
import { readSeveral } from "../../../src/visitor/read-several.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../../support/several-databases.ts";
import type { TestWorkspace } from "../../support/workspace.ts";
import { hostname } from "../../support/hostname.ts";

/** Takedowns in an installation with several databases, as `npm run takedown` finds them. */

let installation: Installation;

beforeAll(async () => {
  await migrateDatabases();
  installation = severalDatabases();
  const first = await installation.createWorkspace();
  const second = await installation.createWorkspace("DB_01");
  await addLink(first, "*.down.example.com");
  await addLink(second, "far.down.example.com");
});

async function addLink(workspace: TestWorkspace, host: string): Promise<void> {
  expect((await workspace.call("POST", "/host", { host })).status).toBe(200);
  const body = { url: `${host}/x`, destination: "https://bad.example/" };
  expect((await workspace.call("POST", "/redirect", body)).status).toBe(200);
}

/** Returns the hostnames of the found records, by database. */
async function find(target: TakedownTarget): Promise<string[][]> {
  return await Promise.all(
    installation.envs.map(async ({ DB }) => {
      const hosts: string[] = [];
      const read = (...visited: Parameters<Extract<Parameters<typeof findTakedown>[2], object>>) =>
        readSeveral(installation.bindings, ...visited);
      for await (const records of findTakedown(DB, target, read)) {
        hosts.push(...records.map(({ record }) => record.host));
      }
      return hosts;
    }),
  );
}

it("[25.4] a URL is that of the record that answers it, in whichever database its hostname is", async () => {
  expect(await find({ kind: "url", url: "https://far.down.example.com/x" })).toEqual([
    [],
    ["far.down.example.com"],
    [],
  ]);
  expect(await find({ kind: "url", url: "https://near.down.example.com/x" })).toEqual([
    ["*.down.example.com"],
    [],
    [],
  ]);
});

it("[25.4] a destination is looked for in every database", async () => {
  expect(await find({ kind: "destination", host: hostname("bad.example") })).toEqual([
    ["*.down.example.com"],
    ["far.down.example.com"],
    [],
  ]);
});
