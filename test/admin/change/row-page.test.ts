import { beforeEach, describe, expect, it } from "vitest";
import { addToken, createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** Rows that show a stored page (contract 18.8). */

let site: Site;

beforeEach(async () => {
  site = await createSite();
  requireOk(await site.call("PUT", "/files/menu", "<p>menu"));
});

const planOf = async (rows: object[], call: Site["call"] = site.call) =>
  requireOk(await call("POST", "/changes", { rows, mode: "upsert" })).body;

async function rowOf(id: string, call: Site["call"] = site.call) {
  return requireOk(await call("GET", `/changes/${id}/rows`)).body.data[0];
}

describe("[18.8] a row with a page", () => {
  it("makes a short link that shows it, and its undo takes it away", async () => {
    const plan = await planOf([{ host: site.host, alias: "menu", file: "menu" }]);
    expect(plan.counts).toMatchObject({ created: 1, invalid: 0 });
    requireOk(await site.call("POST", `/changes/${plan.id}/apply`, {}));
    const shown = await visit(`https://${site.host}/menu`);
    expect([shown.status, await shown.text()]).toEqual([200, "<p>menu"]);
    requireOk(await site.call("POST", `/changes/${plan.id}/undo`));
    expect((await visit(`https://${site.host}/menu`)).status).toBe(404);
  });

  it("gives a link that redirected the page, and its undo the destination", async () => {
    const link = await site.createLink();
    const plan = await planOf([{ host: site.host, alias: link.alias, file: "menu", destination: null }]);
    expect(plan.counts).toMatchObject({ changed: 1 });
    requireOk(await site.call("POST", `/changes/${plan.id}/apply`, {}));
    expect(await (await visit(link.url)).text()).toBe("<p>menu");
    requireOk(await site.call("POST", `/changes/${plan.id}/undo`));
    expect((await visit(link.url)).headers.get("Location")).toBe(link.destination);
  });

  it.each([
    ["of a page that is not there", { alias: "a", file: "none" }, "is not the name of a stored page"],
    ["of a redirect", { url: "old/x", file: "menu" }, "is for short links only"],
    ["of a text that is none", { alias: "a", file: 7 }, "must be a string"],
  ])("is refused: %s", async (_, row, reason) => {
    const own = "alias" in row ? { host: site.host, ...row } : { ...row, url: `${site.host}/x` };
    const plan = await planOf([own]);
    expect(await rowOf(plan.id)).toMatchObject({ result: "invalid", reasons: { file: [reason] } });
  });

  it("is a conflict if its page is deleted before it is applied", async () => {
    const plan = await planOf([{ host: site.host, alias: "menu", file: "menu" }]);
    requireOk(await site.call("DELETE", "/files/menu"));
    const applied = requireOk(await site.call("POST", `/changes/${plan.id}/apply`, {})).body;
    expect(applied.counts).toMatchObject({ created: 0, conflicts: 1 });
    expect(await rowOf(plan.id)).toMatchObject({ reasons: { file: ["is not the name of a stored page"] } });
  });

  it("[27.14] is refused for a token that is limited to hostnames, unless it may show the page", async () => {
    const token = await addToken(site.id, { role: "editor", hosts: [site.host] });
    const call: Site["call"] = (method, path, body) =>
      site.call(method, path, body, { Authorization: `Bearer ${token}` });
    const row = { host: site.host, alias: "menu", file: "menu" };
    const plan = await planOf([row], call);
    expect(await rowOf(plan.id, call)).toMatchObject({
      result: "invalid",
      reasons: { file: ["was stored by somebody else, and no hostname shows it"] },
    });
    requireOk(await call("PUT", "/files/own", "<p>own"));
    expect((await planOf([{ ...row, file: "own" }], call)).counts).toMatchObject({ created: 1 });
  });
});
