import { expect, it } from "vitest";
import { billOfMonth, tellMonth } from "../../../../scripts/lab/simulate/month.ts";
import { parseMonthRequest } from "../../../../scripts/lab/simulate/option.ts";

const month = (visits: number, links: number, logVisits = 0) => ({
  plan: "paid" as const,
  visits,
  links,
  logVisits,
});
const dollarsOf = (part: string, request: Parameters<typeof billOfMonth>[0]) =>
  billOfMonth(request).find(([name]) => name.startsWith(part))?.[2];

it("is the price of the plan without visits", () => {
  expect(tellMonth(month(0, 1))).toContain("\n\n5.00 $ a month");
});

it.each([
  // 100 M requests beyond 10 M at 0.30 $.
  ["requests", month(110_000_000, 1_000), 30],
  // A line for each visit beyond 20 M at 0.60 $, and those of cron.
  ["lines of the log", month(120_000_000, 1_000, 1), 60.13],
  // 2 M links beyond 1 M at 5 $.
  ["keys written to KV", month(0, 2_000_000), 5],
  // 5 M links of 1,976 bytes beyond 5 GB at 0.75 $.
  ["D1, with clicks", month(0, 5_000_000), 3.66],
  ["KV", month(0, 5_000_000), 0.3775],
  ["R2", month(0, 5_000_000), 4.296],
])("has %s", (part, request, dollars) => {
  expect(dollarsOf(part, request)).toBeCloseTo(dollars, 2);
});

it("has the ids of messages in D1, fifteen days of them", () => {
  // A thousand million visits a month are 386 a second, of which an isolate collects 2.2 in a message.
  const without = dollarsOf("D1, with clicks", month(0, 1))!;
  const more = dollarsOf("D1, with clicks", month(1e9, 1_000))! - without;
  expect(more).toBeCloseTo((((386 / 2.22) * 15 * 86_400 * 58) / 1e9) * 0.75 - 5 * 0.75, 0);
});

it("says that one database does not hold it", () => {
  expect(tellMonth(month(0, 5_000_000))).not.toContain("more than one database");
  expect(tellMonth(month(0, 6_000_000))).toContain("more than one database");
});

it("says what the free plan does not allow", () => {
  const used = (visits: number) => tellMonth({ ...month(visits, 300), plan: "free" });
  expect(used(60_000)).not.toContain("too much");
  expect(used(150_000)).toMatch(/queueOperations .*too much/);
});

it.each([
  [["--bill"], "--visits takes numbers"],
  [["--bill", "--visits=-1", "--links", "1"], "--visits takes numbers"],
  [["--bill", "--visits", "1e999", "--links", "1"], "--visits takes numbers"],
  [["--bill", "--visits", "1"], "--links takes whole numbers"],
  [["--bill", "--visits", "1", "--links", "1.5"], "--links takes whole numbers"],
  [["--bill", "--visits", "1", "--links", "1", "--plan", "pro"], "--plan takes paid or free"],
  [
    ["--bill", "--visits", "1", "--links", "1", "--log-visits", "2"],
    "--log-visits takes a number from 0 to 1",
  ],
])("refuses %j", (args, message) => {
  expect(() => parseMonthRequest(args, 0)).toThrow(message);
});
