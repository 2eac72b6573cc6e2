import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/static/folder.ts";
import { readConfig } from "../../scripts/support/config.ts";

const config = await readConfig();

test("[5.14] passwords are hashed at cost 10 by default", () => {
  expect(config.vars["BCRYPT_COST"]).toBe("10");
});

test("[7.6] the monitor exempts no address by default", () => {
  expect(config.vars["MONITOR_ALLOW"]).toBe("");
});

test("[10.21] certificates are the platform's in front unless a zone is named", () => {
  expect(config.vars["CLOUDFLARE_ZONE_ID"]).toBe("");
});

test("[8.6] clicks that cannot be counted wait in a dead-letter queue", () => {
  const clicks = config.queues.consumers?.find(({ queue }) => queue === "signpost-clicks");
  expect(clicks?.dead_letter_queue).toBe("signpost-clicks-dead");
  expect(config.queues.consumers?.map(({ queue }) => queue)).toContain("signpost-clicks-dead");
});

test("[1.6] the Worker is asked before static files, and only its admin side asks for one", async () => {
  expect(config.assets).toMatchObject({ run_worker_first: true, html_handling: "none" });
  const sources = await listFiles("src");
  const texts = await Promise.all(
    sources.map(async ({ path, file }) => ({ path, text: await readFile(file, "utf8") })),
  );
  const asking = texts.filter(({ text }) => /\bASSETS\b/.test(text)).map(({ path }) => path);
  expect(asking.toSorted()).toEqual(["admin/static-file.ts", "env.ts"]);
});

test("cron runs each minute", () => {
  expect(config.triggers.crons).toEqual(["* * * * *"]);
});
