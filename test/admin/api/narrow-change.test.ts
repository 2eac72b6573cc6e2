import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { planParts } from "../../support/change.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { seedRecords } from "../../support/seed-records.ts";
import { actWith, beforeEachNarrowSite, type NarrowSite } from "../../support/narrow-site.ts";
import { addToken, connectHost, createSite, requireOk } from "../../support/site.ts";
import { envOf, homeOf } from "../../support/home.ts";

/** Changes of a workspace with two hostnames, for a token that is limited to the first. */

let site: NarrowSite["site"];
let other: string;
let call: NarrowSite["call"];
let idsOf: NarrowSite["idsOf"];
let walk: NarrowSite["walk"];

beforeEachNarrowSite((narrow) => {
  ({ site, other, call, idsOf, walk } = narrow);
});

const planOf = async (body: object) => requireOk(await site.call("POST", "/changes", body)).body;

describe("[27.11] changes", () => {
  it("exist if all their rows are of its hostnames, and are listed page by page", async () => {
    await site.createLink({ alias: "a", tags: ["both"] });
    requireOk(await site.call("POST", "/link", { host: other, alias: "b", tags: ["both"] }));
    const edit = { set: { title: "new" } };
    const own: string[] = [];
    for (const filter of [{ host: site.host }, { host: other }, { tags: "both" }, { tags: "none" }]) {
      const { id } = await planOf({ filter, ...edit });
      if (filter.host === site.host) own.push(id);
      else expect((await call("GET", `/changes/${id}`)).status).toBe(404);
      requireOk(await site.call("POST", `/changes/${id}/stop`));
    }
    // Rows of a hostname that nobody has are no rows of its hostnames.
    const rows = [
      { host: site.host, alias: "n" },
      { host: "nobody.example", alias: "n" },
    ];
    const foreign = await planOf({ mode: "create", rows });
    expect((await call("POST", `/changes/${foreign.id}/apply`)).status).toBe(404);
    const mine = requireOk(await call("POST", "/changes", { filter: { host: site.host }, ...edit })).body;
    expect(mine.counts.changed).toBe(1);
    expect(await walk("/changes?per_page=1", "id")).toEqual([mine.id, ...own]);
    expect(await idsOf("/changes?filter[state]=planned")).toEqual([mine.id]);
    expect(requireOk(await call("POST", `/changes/${mine.id}/apply`)).body.state).toBe("applied");
    // The first plan was for a version of the record that is gone.
    const imported = requireOk(await site.call("POST", "/bulk/import", { rows: rows.slice(0, 1) })).body
      .change;
    expect(requireOk(await call("POST", `/changes/${imported}/undo`)).body.state).toBe("undone");
  });

  it("exist where rows that may make a loop move to the end of the plan", async () => {
    const row = (path: string, to: string) => ({ url: `${site.host}/${path}`, destination: to });
    const outside = "https://x.example";
    const inside = (path: string) => `https://${site.host}/${path}`;
    requireOk(await site.call("POST", "/bulk/import", { rows: [row("a", outside), row("b", inside("a"))] }));
    const parts = [[row("a", inside("b"))], [row("b", outside)]];
    const plan = await planParts({ ...site, call }, { mode: "upsert" }, parts);
    expect(plan).toMatchObject({ state: "planned", counts: { changed: 2 }, progress: { total: 3 } });
    expect(requireOk(await call("POST", `/changes/${plan.id}/apply`)).body.state).toBe("applied");
  });

  it("read and write its hostnames alone, by filter, ids, rows, mirror and import", async () => {
    const { id: ownId } = await site.createLink({ alias: "a" });
    const { id } = requireOk(await site.call("POST", "/link", { host: other, alias: "b" })).body.data[0];
    const edit = { set: { title: "new" } };
    for (const scope of [
      { ids: [id, ownId] },
      { filter: { type: "302" } },
      { filter: { search: "new.example" } },
    ]) {
      const { body } = await call("POST", "/changes", { ...scope, ...edit });
      expect(JSON.stringify(body)).not.toContain(other);
      requireOk(await call("POST", `/changes/${body.id}/apply`));
    }
    const rows = [
      { host: site.host, alias: "m", destination: "https://a.example/" },
      { host: other, alias: "b", destination: "https://a.example/" },
      { host: other, alias: "kept", destination: "https://a.example/" },
    ];
    const owner = { mode: "mirror", owner: "file", adopt: true };
    requireOk(
      await site.call("POST", `/changes/${(await planOf({ ...owner, rows })).id}/apply`, { deletes: 0 }),
    );
    const mirror = requireOk(
      await call("POST", "/changes", { ...owner, rows: [{ ...rows[0], alias: "z" }, rows[1]] }),
    );
    expect(mirror.body.counts).toMatchObject({ created: 1, deleted: 1, invalid: 1, conflicts: 0 });
    const shown = requireOk(await call("GET", `/changes/${mirror.body.id}/rows?filter[result]=invalid`)).body
      .data;
    const unknown = await call("POST", "/changes", {
      mode: "create",
      rows: [{ ...rows[1], host: "nobody.example" }],
    });
    const asUnknown = requireOk(await call("GET", `/changes/${unknown.body.id}/rows`)).body.data;
    const text = JSON.stringify(shown[0].reasons).replaceAll(other, "nobody.example");
    expect(JSON.parse(text)).toEqual(asUnknown[0].reasons);
    const confirmed = { deletes: 1 };
    const applied = requireOk(await call("POST", `/changes/${mirror.body.id}/apply`, confirmed)).body;
    expect(applied.state).toBe("applied");
    expect(requireOk(await site.call("GET", `/link/${id}`)).body).toMatchObject({
      managed_by: "file",
      title: "",
    });

    // Calls of both with one import_id are two changes.
    const importOf = (alias: string) => ({ import_id: "nightly", rows: [{ host: site.host, alias }] });
    const whole = requireOk(await site.call("POST", "/bulk/import", importOf("i1"))).body.change;
    const narrow = requireOk(await call("POST", "/bulk/import", importOf("i2"))).body.change;
    const again = requireOk(await call("POST", "/bulk/import", importOf("i3"))).body.change;
    const further = { import_id: "nightly", rows: [{ host: other, alias: "i4" }] };
    expect(requireOk(await site.call("POST", "/bulk/import", further)).body.change).toBe(whole);
    expect([narrow === whole, again]).toEqual([false, narrow]);
    expect((await call("GET", `/changes/${whole}`)).status).toBe(404);
    expect(requireOk(await call("GET", `/changes/${narrow}`)).body.counts.created).toBe(2);
  });

  it("do not tell the way by which a record leads back through other hostnames", async () => {
    await site.createLink({ alias: "a" });
    requireOk(
      await site.call("POST", "/link", { host: other, alias: "b", destination: `https://${site.host}/a` }),
    );
    const plan = await planOf({ filter: { host: site.host }, set: { destination: `https://${other}/b` } });
    const [row] = requireOk(await call("GET", `/changes/${plan.id}/rows`)).body.data;
    expect(row.reasons).toEqual({ destination: ["leads back to the record itself"] });
    const [all] = requireOk(await site.call("GET", `/changes/${plan.id}/rows`)).body.data;
    expect(all.reasons.destination[0]).toContain(`${other}/b`);
  });

  it("[27.13] stay within the hostnames, whatever runs die, and whichever version of the Worker runs", async () => {
    site = await createSite();
    await seedRecords(site.id, { host: site.host, count: 1_200 });
    other = await connectHost(site);
    ({ call, idsOf, walk } = actWith(await addToken(site.id, { hosts: [site.host] }), site, other));
    const rows = ["x", "y", "z"].map((alias) => ({
      host: other,
      alias,
      destination: "https://example.com/",
    }));
    requireOk(await site.call("POST", "/bulk/import", { rows }));
    const body = {
      filter: { search: "example" },
      destination_find: "example.com",
      destination_replace: "b.example",
    };
    const home = homeOf(site.id);
    vi.spyOn(home, "batch").mockRejectedValueOnce(new Error("died"));
    expect((await call("POST", "/changes", body)).status).toBe(500);
    const { id } = requireOk(await call("POST", "/changes", body)).body;
    let nowMs = Date.now();
    const stateOf = async () => requireOk(await call("GET", `/changes/${id}`)).body;
    const work = async (end: string) => {
      for (let run = 0; (await stateOf()).state !== end; run++) {
        expect(run).toBeLessThan(60);
        nowMs += 120_000;
        // The release before has leases without a name of their own, and gets none of this change.
        const leased = await home
          .prepare(
            "UPDATE changes SET lease = '0198', leased_until = ?2 WHERE id = ?1 AND leased_until <= ?3 RETURNING *",
          )
          .bind(id, nowMs + 60_000, nowMs)
          .first();
        expect(leased).toBeNull();
        const dying = run < 8 ? dyingDatabase(3 + 4 * run, run % 2 === 0, envOf(site.id)) : null;
        await continueChange(dying?.env ?? envOf(site.id), site.id, id, nowMs, () => nowMs).catch(() => {});
      }
    };
    await work("planned");
    expect((await stateOf()).counts.changed).toBe(1_200);
    // A caller with all hostnames applies it within those of its maker.
    requireOk(await site.call("POST", `/changes/${id}/apply`));
    await work("applied");
    const changed = await home
      .prepare(
        "SELECT host, count(*) AS count FROM records WHERE workspace_id = ?1 AND destinations LIKE '%b.example%' GROUP BY host",
      )
      .bind(site.id)
      .all();
    expect(changed.results).toEqual([{ host: site.host, count: 1_200 }]);
  });

  it("do not make room for their undos by those of others", async () => {
    requireOk(await site.call("POST", "/link", { host: other, alias: "b" }));
    const theirs = await planOf({ filter: { host: other }, set: { title: "x" } });
    requireOk(await site.call("POST", `/changes/${theirs.id}/apply`));
    await env.DB.prepare("UPDATE changes SET bytes = 6e8 WHERE id = ?1").bind(theirs.id).run();
    const { id } = requireOk(
      await call("POST", "/changes", { filter: { host: site.host }, set: { title: "x" } }),
    ).body;
    expect(JSON.stringify((await call("GET", `/changes/${id}`)).body)).not.toContain(theirs.id);
    expect((await call("POST", `/changes/${id}/apply`, { drop_undo: [theirs.id] })).status).toBe(409);
    requireOk(await site.call("POST", `/changes/${id}/apply`, { drop_undo: [theirs.id] }));
  });

  it("[27.13] of which an earlier version of the Worker has planned a part are nobody's who has a limit", async () => {
    await site.createLink({ alias: "a" });
    const { id } = await planOf({ filter: { host: site.host }, set: { title: "new" } });
    expect(await idsOf("/changes")).toEqual([id]);
    await env.DB.prepare("UPDATE changes SET chunks = chunks + 1 WHERE id = ?1").bind(id).run();
    expect(await idsOf("/changes")).toEqual([]);
    expect((await call("POST", `/changes/${id}/stop`)).status).toBe(404);
  });
});
