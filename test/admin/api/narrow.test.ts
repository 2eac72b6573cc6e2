import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { foldMisses } from "../../../src/jobs/fold-misses.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { messageOf, store } from "../../support/click.ts";
import { operations, sendTo } from "../../support/operation.ts";
import { missOn, missTwice } from "../../support/miss.ts";
import { actWith, beforeEachNarrowSite, type NarrowSite } from "../../support/narrow-site.ts";
import { addToken, expectRefused, requireOk } from "../../support/site.ts";
import { jobRun } from "../../support/job-run.ts";

/** Misses and checks of a workspace with two hostnames, for a token that is limited to the first. */

let site: NarrowSite["site"];
let other: string;
let token: string;
let call: NarrowSite["call"];
let idsOf: NarrowSite["idsOf"];
let csvOf: NarrowSite["csvOf"];
let walk: NarrowSite["walk"];

beforeEachNarrowSite((narrow) => {
  ({ site, other, token, call, idsOf, csvOf, walk } = narrow);
});

/** Creates a check with the owner's token, and takes all of its steps. */
async function checkOf(urls: unknown[], create: typeof call = site.call): Promise<string> {
  const { id } = requireOk(await create("POST", "/checks", { urls })).body;
  while (await continueCheck(env, id, Date.now));
  return id;
}

describe("[27.7] misses", () => {
  it("are listed in their order, on all pages and as CSV, whatever other hostnames have", async () => {
    const paths = ["/a", "/b", "/c"];
    for (const [index, path] of paths.entries()) {
      const many = Array.from({ length: index + 2 }, () => missOn(site.host, path));
      await store([messageOf(...(many as never[]))]);
    }
    for (const path of ["/x", "/y", "/z"]) await missTwice(other, path);
    await foldMisses(jobRun(env, Date.now()));
    expect(await walk("/misses?per_page=1", "path")).toEqual(["/c", "/b", "/a"]);
    expect(await walk("/misses?per_page=2&sort=-last_at", "host")).toEqual(Array(3).fill(site.host));
    expect(await walk(`/misses?per_page=2&filter[host]=${other}`, "path")).toEqual([]);
    expect((await csvOf("/misses")).split("\r\n").slice(1, -1)).toHaveLength(3);
    const both = await addToken(site.id, { hosts: [other, site.host] });
    ({ walk } = actWith(both, site, other));
    expect(await walk("/misses?per_page=2", "path")).toEqual(["/c", "/b", "/z", "/y", "/x", "/a"]);
  });

  it("are resolved on its own hostname by a change that can be undone, and on no other", async () => {
    for (const host of [site.host, other]) await missTwice(host, "/old");
    const body = { paths: ["/old"], to: "https://new.example/" };
    expectRefused(await call("POST", "/misses/resolve", { ...body, host: other }), "host", "paths.0");
    const { change } = requireOk(await call("POST", "/misses/resolve", { ...body, host: site.host })).body;
    expect(change).toMatchObject({ state: "applied", counts: { created: 1 } });
    expect(await idsOf("/changes")).toEqual([change.id]);
    expect(requireOk(await call("POST", `/changes/${change.id}/undo`)).body.state).toBe("undone");
  });
});
describe("[27.12] checks", () => {
  const end = "https://example.com/end";

  beforeEach(async () => {
    await site.createRedirect("/a", { destination: end, type: "301" });
    await site.createRedirect("/chain", { destination: `http://${site.host}/a`, type: "301" });
    await site.createRedirect("/hop", { destination: `http://${other}/b`, type: "301" });
    requireOk(await site.call("POST", "/redirect", { url: `${other}/b`, destination: end, type: "301" }));
  });

  it("exist if all that their results name is of its hostnames, and are listed page by page", async () => {
    const visible = [
      await checkOf([`${site.host}/a`]),
      await checkOf([`${site.host}/chain`, `${site.host}/no`]),
    ];
    for (const urls of [
      [`${other}/b`],
      [`${site.host}/a`, `${other}/no`],
      [`${site.host}/a`, "nobody.example/x"],
      [`${site.host}/hop`],
      [{ url: `${site.host}/a`, location: `https://${other}/b` }],
    ]) {
      const id = await checkOf(urls);
      expect((await call("GET", `/checks/${id}`)).status, JSON.stringify(urls)).toBe(404);
      expect((await call("DELETE", `/checks/${id}`)).status).toBe(404);
      expect((await call("GET", `/checks/${id}/rows`)).status).toBe(404);
    }
    const { id: running } = requireOk(await site.call("POST", "/checks", { urls: [`${site.host}/a`] })).body;
    expect((await call("GET", `/checks/${running}`)).status).toBe(404);
    expect(await walk("/checks?per_page=1", "id")).toEqual(visible.toReversed());
    expect(await walk(`/checks/${visible[1]}/rows?per_page=1`, "result")).toEqual(["chain", "uncovered"]);
    expect(await csvOf(`/checks/${visible[1]}/rows`)).toContain("/chain");
    const plan = requireOk(await call("POST", `/checks/${visible[1]}/change`, { fix: ["chains"] })).body;
    expect(plan.counts).toMatchObject({ changed: 1, invalid: 0 });
    expect(requireOk(await call("POST", `/changes/${plan.id}/apply`)).body.state).toBe("applied");
  });

  it("answer URLs of other hostnames as those of hostnames that nobody has, whatever runs die", async () => {
    const { id } = requireOk(await call("POST", "/checks", { upload: true })).body;
    const urls = [`${site.host}/a`, `${other}/b`, `${other.replace("go", "no")}/b`, `${site.host}/hop`];
    const operation = operations.find(({ path }) => path === "/checks/{id}/parts/{n}")!;
    const sent = {
      token,
      type: "application/x-ndjson",
      body: urls.map((url) => JSON.stringify(url)).join("\n"),
    };
    expect((await sendTo(operation, { id, n: "1" }, sent)).status).toBe(200);
    requireOk(await call("POST", `/checks/${id}/run`));
    let nowMs = Date.now();
    for (let run = 1; requireOk(await call("GET", `/checks/${id}`)).body.state !== "done"; run++) {
      expect(run).toBeLessThan(40);
      nowMs += 200_000;
      const lease = env.DB.prepare(
        "UPDATE checks SET lease = 'older', leased_until = 9e15 WHERE id = ?1 RETURNING *",
      ).bind(id);
      expect(await lease.first()).toBeNull();
      const dying = run < 12 ? dyingDatabase(run, run % 2 === 0) : null;
      await continueCheck(dying?.env ?? env, id, () => nowMs).catch(() => {});
    }
    const rows = requireOk(await call("GET", `/checks/${id}/rows`)).body.data;
    expect(rows.map(({ result, reason }: Record<string, string>) => [result, reason])).toEqual([
      ["covered", ""],
      ["uncovered", "unknown-host"],
      ["uncovered", "unknown-host"],
      ["covered", ""],
    ]);
    expect(rows[3]).toMatchObject({ hops: [], location: `http://${other}/b` });
    const wider = await addToken(site.id, { hosts: [other] });
    ({ idsOf } = actWith(wider, site, other));
    expect(await idsOf("/checks")).toEqual([]);
  });

  it("[27.13] of which an earlier version of the Worker has explained a part are nobody's who has a limit", async () => {
    const id = await checkOf([`${site.host}/a`], call);
    expect(await idsOf("/checks")).toEqual([id]);
    await env.DB.prepare("UPDATE checks SET done = done + 1 WHERE id = ?1").bind(id).run();
    expect(await idsOf("/checks")).toEqual([]);
  });
});
