import { expect, test } from "vitest";
import { readConfig } from "../../scripts/support/config.ts";

const config = await readConfig();

test("passwords are hashed at cost 10 unless somebody says otherwise", () => {
  expect(config.vars["BCRYPT_COST"]).toBe("10");
});

test("the monitor exempts no address unless somebody says so", () => {
  expect(config.vars["MONITOR_ALLOW"]).toBe("");
});

test("certificates are the platform's in front unless a zone is named", () => {
  expect(config.vars["CLOUDFLARE_ZONE_ID"]).toBe("");
});

test("clicks that cannot be counted wait in a dead-letter queue", () => {
  const clicks = config.queues.consumers?.find(({ queue }) => queue === "signpost-clicks");
  expect(clicks?.dead_letter_queue).toBe("signpost-clicks-dead");
});

test("cron runs each minute", () => {
  expect(config.triggers.crons).toEqual(["* * * * *"]);
});
