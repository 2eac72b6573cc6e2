import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { isDue } from "../../scripts/support/cron-expression.ts";
import { type CronTarget, fireAll, fireDue } from "../../scripts/support/cron-trigger.ts";

/** A Sunday. */
const moment = new Date("2026-02-01T03:20:00Z");

describe("isDue", () => {
  test.each([
    "* * * * *",
    "20 * * * *",
    "0,20,40 * * * *",
    "*/5 * * * *",
    "10-30/10 * * * *",
    "5/15 * * * *",
    "15-25 3 1 2 1",
    "* * */5 * *",
  ])("%s is due at 3:20 on Sunday, 1 February", (expression) => {
    expect(isDue(expression, moment)).toBe(true);
  });

  test.each([
    "21 * * * *",
    "*/3 * * * *",
    "10-30/15 * * * *",
    "20 4 * * *",
    "* * 2 * *",
    "* * * 3 *",
    "* * * * 2",
    "* * * *",
    "",
    "x * * * *",
  ])("%s is not", (expression) => {
    expect(isDue(expression, moment)).toBe(false);
  });
});

async function listen(crons: string[], status: number) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(status).end("said so");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const warnings: string[] = [];
  const { signal } = new AbortController();
  const target: CronTarget = { port, crons, signal, warn: (message) => warnings.push(message) };
  return { target, paths, warnings };
}

test("fireAll also fires triggers that are not due", async () => {
  const { target, paths } = await listen(["0 0 * * *"], 200);
  await fireAll(target, moment.getTime());
  expect(paths).toEqual([`/cdn-cgi/local/scheduled?cron=0+0+*+*+*&time=${moment.getTime()}`]);
});

describe("fireDue", () => {
  async function fire(crons: string[], status: number) {
    const { target, paths, warnings } = await listen(crons, status);
    await fireDue(target, moment.getTime());
    return { paths, warnings };
  }

  test("fires due triggers with their minute", async () => {
    const { paths, warnings } = await fire(["* * * * *", "0 0 * * *"], 200);
    expect(paths).toEqual([`/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${moment.getTime()}`]);
    expect(warnings).toEqual([]);
  });

  test("reports a trigger that fails, and goes on", async () => {
    const { warnings } = await fire(["* * * * *"], 500);
    expect(warnings).toEqual(["The cron trigger * * * * * failed: 500 said so"]);
  });
});
