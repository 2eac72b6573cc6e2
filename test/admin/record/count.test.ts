import { beforeAll, expect, it } from "vitest";
import { addClicks, queryOf } from "../../support/list.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
  const first = await site.createLink({ alias: "first", tags: ["a"], destination: "https://a.example" });
  await site.createLink({ tags: ["A", "b"], status: "paused", type: "frame" });
  const qr = { handler: "qr", host: site.host, status: "paused", tags: ["b"] };
  requireOk(await site.call("POST", "/links", qr));
  await site.createRedirect("/r", { tags: ["a"], status: "paused" });
  await addClicks(first.id, Date.now());
  const other = await createSite();
  await other.createLink({ tags: ["a"], status: "paused" });
});

it.each<[Record<string, string>, number, number]>([
  [{}, 3, 2],
  [{ tags: "a" }, 2, 1],
  [{ tags: "a,b" }, 3, 2],
  [{ status: "paused" }, 2, 2],
  [{ status: "active" }, 1, 0],
  [{ handler: "qr" }, 1, 1],
  [{ handler: "redirect" }, 0, 0],
  [{ type: "frame" }, 1, 1],
  [{ search: "FIRST" }, 1, 0],
  [{ search: "fi" }, 1, 0],
  [{ destination: "a.example" }, 1, 0],
  [{ path: "/first" }, 1, 0],
  [{ traffic: "some" }, 1, 0],
  [{ traffic: "none", tags: "a" }, 1, 1],
  [{ created_after: "2126-01-01T00:00:00Z" }, 0, 0],
  [{ tags: "nothing" }, 0, 0],
])("[13.1, 13.9] GET /link/count of %j: total %i, paused %i", async (filter, total, paused) => {
  for (const sort of ["", "-total_clicks"]) {
    expect(requireOk(await site.call("GET", `/link/count${queryOf({ filter, sort })}`)).body).toEqual({
      total,
      paused,
    });
  }
});

it("counts nothing in a workspace without records", async () => {
  expect((await (await createWorkspace()).call("GET", "/link/count")).body).toEqual({ total: 0, paused: 0 });
});

it("refuses bad filters and sorts", async () => {
  const query = queryOf({ sort: "title", filter: { status: "gone", colour: "red" } });
  expectRefused(await site.call("GET", `/link/count${query}`), "sort", "filter.status", "filter.colour");
});
