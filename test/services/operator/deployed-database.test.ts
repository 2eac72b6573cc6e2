import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { asD1 } from "../../../scripts/support/d1.ts";
import type { InstallationDatabase } from "../../../scripts/support/installation-database.ts";
import { toSqlText } from "../../../scripts/support/sql-text.ts";
import { deleteWorkspace } from "../../../src/services/operator/delete-workspace.ts";
import { suspendWorkspace, takeDown } from "../../../src/services/operator/suspend-workspace.ts";
import { createSite } from "../../support/site.ts";

/** A database that gets its statements as text, as wrangler sends them to a deployed one. */
const deployed = asD1({
  run: (statements: Parameters<typeof toSqlText>[0][]) =>
    env.DB.batch(statements.map((statement) => env.DB.prepare(toSqlText(statement)))),
} as unknown as InstallationDatabase);

const pausedOf = async (id: string) =>
  env.DB.prepare("SELECT paused_by_takedown + 2 * paused_by_suspension AS paused FROM records WHERE id = ?1")
    .bind(id)
    .first("paused");

it("[25.2, 25.3, 25.4] takes down, suspends and deletes by statements whose parameters are part of their text", async () => {
  const site = await createSite();
  const link = await site.createLink({ destination: "https://example.com/" });
  await takeDown(deployed, [link.id], true, Date.now());
  expect(await pausedOf(link.id)).toBe(1);
  await suspendWorkspace(deployed, site.id, true, Date.now());
  expect(await pausedOf(link.id)).toBe(3);
  await deleteWorkspace(deployed, site.id, Date.now());
  expect(await pausedOf(link.id)).toBe(null);
});
