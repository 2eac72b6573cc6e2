import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/domain/time.ts";
import { queryOf } from "../../support/list.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS;
const iso = (atMs: number) => new Date(atMs).toISOString();

let site: Site;
let first: string;

beforeAll(async () => {
  site = await createSite();
  first = (await site.createLink({ destination: "https://example.com/a" })).id;
});

describe("[8.9] a question for statistics that is refused:", () => {
  const long = (days: number) => iso(Date.now() - days * DAY_MS);

  it.each([
    ["an unknown interval", { interval: "month" }, ["interval"]],
    ["what is no timestamp", { from: "yesterday", to: "2026-02-30T00:00:00Z" }, ["from", "to"]],
    ["every bad parameter at once", { interval: "year", from: "x" }, ["from", "interval"]],
    ["a start at the end", { from: iso(DAY), to: iso(DAY) }, ["from"]],
    ["a start behind the end", { from: long(1), to: long(2) }, ["from"]],
    ["a start in the future", { from: long(-2) }, ["from"]],
    ["hours that are no longer kept", { interval: "hour", from: long(15) }, ["from"]],
    ["days that are no longer kept", { interval: "day", from: long(398) }, ["from"]],
    ["weeks that are no longer kept", { interval: "week", from: long(405) }, ["from"]],
  ])("%s", async (_, parameters, fields) => {
    for (const path of ["/stats", `/links/${first}/stats`]) {
      expectRefused(await site.call("GET", path + queryOf(parameters)), ...fields);
    }
  });

  it("with the limit in its reason", async () => {
    const reasonOf = async (interval: string) => {
      const { body } = await site.call("GET", `/stats${queryOf({ interval, from: long(500) })}`);
      return body.errors.from[0];
    };
    expect(await reasonOf("hour")).toContain("14 days");
    expect(await reasonOf("day")).toContain("13 months");
    expect(await reasonOf("week")).toContain("13 months");
  });

  it.each([
    ["an unknown record", async () => "0198c0de-0000-7000-8000-000000000001"],
    ["what is no identifier", async () => "nothing"],
    ["a record of another workspace", async () => (await (await createSite()).createLink({})).id],
    [
      "a record that is deleted",
      async () => {
        const { id } = await site.createLink({});
        requireOk(await site.call("DELETE", `/link/${id}`));
        return id;
      },
    ],
    ["a workspace, which is no record", async () => site.id],
  ])("%s as GET /links/{id} does", async (_, create) => {
    const id = await create();
    const answers = [await site.call("GET", `/links/${id}`), await site.call("GET", `/links/${id}/stats`)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.body).toEqual({ ...answers[1]?.body, request_id: answers[0]?.body.request_id });
  });
});
