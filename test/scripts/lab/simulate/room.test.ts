import { expect, it } from "vitest";
import { measure } from "../../../../scripts/lab/simulate/click-room.ts";
import { parseRoomRequest } from "../../../../scripts/lab/simulate/option.ts";
import { tellRoom } from "../../../../scripts/lab/simulate/room.ts";
import { bytesOfDailyClicks } from "../../../../scripts/lab/simulate/stored-bytes.ts";

it("tells what links take, and what fits beside them", () => {
  const told = tellRoom({ links: 1_000_000, daily: 100_000, months: 13 });
  expect(told).toMatch(/^\| in all .* 4\.50 \|$/m);
  expect(told).toContain("5.50 GB of 10.00 GB are left.");
  expect(told).toMatch(/^\| links that are clicked every day +\| 2\d\d,\d{3} +\|$/m);
});

it("says that a database does not hold it", () => {
  expect(tellRoom({ links: 6_000_000, daily: 0, months: 1 })).toContain("more than one database");
});

it.each([
  [["--links", "10", "--daily", "11", "--months", "1"], "--daily takes at most the number of --links"],
  [["--links", "10", "--months", "1"], "--daily takes numbers from 0 on"],
  [["--links", "10", "--daily", "1", "--months", "0"], "--months takes whole numbers from 1 on"],
])("refuses %j", (args, message) => {
  expect(() => parseRoomRequest(["--room", ...args])).toThrow(message);
});

it("[8.12] counts what is measured: at most 45 kB for thirteen months of a link that is clicked daily", async () => {
  const bytes = await measure({ values: 1, links: 4 }, true);
  expect(bytes).toBeLessThanOrEqual(45_000);
  expect(Math.abs(bytesOfDailyClicks(13) - bytes)).toBeLessThan(0.2 * bytes);
});
