import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";
import { suffixMigration } from "../../scripts/support/suffix-list.ts";

/** D1 refuses statements of more bytes. */
const MOST_BYTES = 100_000;

/** Released before statements had to leave room. It never changes, and D1 takes it. */
const RELEASED = "0005_public_suffixes.sql";

const longest = (sql: string) =>
  Math.max(...splitSqlQuery(sql).map((statement) => Buffer.byteLength(statement)));

it.each(readdirSync("migrations"))("%s has statements that D1 takes, with a tenth of room", (file) => {
  const room = file === RELEASED ? 1 : 0.9;
  expect(longest(readFileSync(`migrations/${file}`, "utf8"))).toBeLessThanOrEqual(MOST_BYTES * room);
});

it("npm run public-suffix writes statements with a tenth of room", () => {
  expect(longest(suffixMigration())).toBeLessThanOrEqual(MOST_BYTES * 0.9);
});
