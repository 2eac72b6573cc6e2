import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** A step plans so many rows. */
const STEP = 500;

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const row = (alias: string, destination = "https://x.example") => ({ host: site.host, alias, destination });
const inside = (alias: string) => `https://${site.host}/${alias}`;

/** Plans a change to its end, whatever a call has time for. */
async function plan(body: object): Promise<Body> {
  const { id } = requireOk(await site.call("POST", "/changes", body)).body;
  return finish(id);
}

async function finish(id: string): Promise<Body> {
  for (let run = 0; run < 50; run++) {
    const { body } = requireOk(await site.call("GET", `/changes/${id}`));
    if (body.state !== "planning" && body.state !== "applying") return body;
    // Behind the lease of any run that has died.
    const nowMs = Date.now() + 100_000 * (run + 10);
    await continueChange(env, site.id, id, nowMs, () => nowMs);
  }
  throw new Error("The change does not come to its end.");
}

async function invalidRows(id: string): Promise<[line: number | null, reasons: object][]> {
  const { body } = requireOk(await site.call("GET", `/changes/${id}/rows?filter[result]=invalid`));
  return body.data.map(({ line, reasons }: Body) => [line, reasons]);
}

const loopOf = (...aliases: string[]) => ({
  destination: [`leads back to the record itself: ${aliases.map((a) => `${site.host}/${a}`).join(" → ")}`],
});

/** Rows of which those at the end of the first step and at the beginning of the next are given. */
function acrossSteps(last: object, first: object): object[] {
  const rest = Array.from({ length: STEP - 1 }, (_, index) => row(`r${index}`));
  return [...rest, last, first];
}

describe("[28.19] a loop through rows of different steps", () => {
  it("is found where one step ends and the next begins", async () => {
    const planned = await plan({ rows: acrossSteps(row("a", inside("b")), row("b", inside("a"))) });
    expect(planned).toMatchObject({ state: "planned", counts: { created: STEP - 1, invalid: 2 } });
    expect(await invalidRows(planned.id)).toEqual([
      [STEP, loopOf("a", "b", "a")],
      [STEP + 1, loopOf("b", "a", "b")],
    ]);
    requireOk(await site.call("POST", `/changes/${planned.id}/apply`));
    expect((await finish(planned.id)).counts).toMatchObject({ created: STEP - 1, conflicts: 0 });
  });

  it("is found through a record that stays, and through a source with captures", async () => {
    await site.createRedirect("/between/*", { destination: inside("p/b") });
    const rows = acrossSteps(row("a", inside("between/x")), {
      url: `${site.host}/p/:any`,
      destination: inside("a"),
      handler: "redirect",
    });
    const planned = await plan({ rows });
    expect(planned.counts).toMatchObject({ created: STEP - 1, invalid: 2 });
    const chain = (await invalidRows(planned.id)).map(([, reasons]) => JSON.stringify(reasons));
    expect(chain[0]).toContain("/a → ");
    expect(chain[0]).toContain("/between/* → ");
  });

  it("is not reported if rows lead to each other in a line", async () => {
    const planned = await plan({ rows: acrossSteps(row("a", inside("b")), row("b", inside("r7"))) });
    expect(planned.counts).toMatchObject({ created: STEP + 1, invalid: 0 });
  });

  it("is found in an edit, whatever statement its runs die at", async () => {
    const links = acrossSteps(row("a", "https://old.example/b"), row("b", "https://old.example/a"));
    const made = await plan({ rows: links });
    requireOk(await site.call("POST", `/changes/${made.id}/apply`));
    await finish(made.id);
    const edit = {
      filter: { host: site.host },
      destination_find: "old.example",
      destination_replace: site.host,
    };
    const whole = await plan(edit);
    expect(whole.counts).toMatchObject({ changed: 0, invalid: 2, unchanged: STEP - 1 });
    expect(whole.sample).toEqual([]);
    const { id } = requireOk(await site.call("POST", "/changes", edit)).body;
    // As if the call had died at its first step.
    await env.DB.prepare(
      `UPDATE changes SET state = 'planning', chunks = 0, counts = '{}', sample = '[]', lease = NULL, leased_until = 0,
         progress = json_remove(json_set(progress, '$.phase', 'rows', '$.position', 0), '$.inside') WHERE id = ?1`,
    )
      .bind(id)
      .run();
    await env.DB.prepare("DELETE FROM change_chunks WHERE change_id = ?1").bind(id).run();
    let died = 0;
    for (const [run, turn] of [3, 6, 9, 11, 13, 15, 17].entries()) {
      const dying = dyingDatabase(turn, run % 2 === 0);
      const nowMs = Date.now() + 100_000 * (run + 1);
      await continueChange(dying.env, site.id, id, nowMs, () => nowMs).catch(() => {});
      died += Number(dying.isDead());
    }
    expect(died).toBeGreaterThan(3);
    expect((await finish(id)).counts).toEqual(whole.counts);
    expect(await invalidRows(id)).toEqual(await invalidRows(whole.id));
  });
});

describe("[28.7, 28.19] a loop through a row that is a conflict", () => {
  const upsert = (rows: object[]) => plan({ mode: "upsert", rows });

  it("is found if the blocklist has its destination since the plan", async () => {
    for (const one of [row("a"), row("b", inside("a"))]) await site.createLink(one);
    const planned = await upsert([row("a", inside("b")), row("b", "https://blocked.example")]);
    expect(planned.counts).toMatchObject({ changed: 2 });
    requireOk(await site.call("PUT", "/blocklist", { hosts: ["blocked.example"] }));
    requireOk(await site.call("POST", `/changes/${planned.id}/apply`));
    expect((await finish(planned.id)).counts).toMatchObject({ changed: 0, conflicts: 2 });
  });

  it("is found if the plan's limit has no room for it any more", async () => {
    site = await createSite("free");
    await site.createLink(row("a"));
    await site.createRedirect("/p/*", { destination: inside("a") });
    const between = { url: `${site.host}/p/x`, destination: "https://x.example" };
    const planned = await upsert([row("a", inside("p/x")), between]);
    expect(planned.counts).toMatchObject({ created: 1, changed: 1 });
    const filler = Array.from({ length: 48 }, (_, index) => `${site.host}/filler-${index}`);
    requireOk(await site.call("POST", "/redirect", { url: filler.join(" ") }));
    requireOk(await site.call("POST", `/changes/${planned.id}/apply`));
    expect((await finish(planned.id)).counts).toMatchObject({ created: 0, changed: 0, conflicts: 2 });
  });
});

describe("[28.19, 22.4] sources with captures", () => {
  it("of all steps together are as many as a hostname takes", async () => {
    await site.createRedirect("/stored/:id", { destination: "https://x.example" });
    const patterns = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        url: `${site.host}/${name}-${index}/:id`,
        destination: "https://x.example",
      }));
    const rest = Array.from({ length: STEP - 120 }, (_, index) => row(`r${index}`));
    const planned = await plan({ rows: [...patterns("a", 120), ...rest, ...patterns("b", 90)] });
    expect(planned.counts).toMatchObject({ created: STEP + 79, invalid: 11 });
    expect((await invalidRows(planned.id))[0]).toEqual([
      STEP + 80,
      { url: ["a hostname has at most 200 sources with captures"] },
    ]);
  });
});
