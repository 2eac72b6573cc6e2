import { beforeAll, describe, expect, it } from "vitest";
import { HOST, useBreakableSite } from "../support/breakable-site.ts";
import { D1_FAILURES, QUEUE_FAILURES, type Fault } from "../../scripts/lab/testbed/fault.ts";

/** The running worker while its database fails, in the platform's own words, or does not answer. */

const failures = Object.entries(D1_FAILURES);

const site = useBreakableSite();
/** Of a link that stands all the time. */
let id: string;

beforeAll(async () => {
  id = await site.createLink("standing", "https://example.com/stands");
});

const standing = [302, "https://example.com/stands"];

describe.each<[string, Fault]>([
  ...failures.map(([name, text]): [string, Fault] => [`fails (${name})`, { does: "throw", text }]),
  ["hangs", { does: "hang" }],
])("a visitor, while the database %s", (_, fault) => {
  it("[20.1] gets the redirect of every record that the store knows", async () => {
    await site.worker.forget();
    await site.worker.breakBindings({ DB: fault });
    expect(await site.visit("/standing")).toEqual(standing);
    expect(await site.visit("/Standing?x=1")).toEqual(standing);
  });

  it("[20.1] gets 404 where a complete hostname has nothing, and 503 for a hostname that nobody knows", async () => {
    await site.worker.breakBindings({ DB: fault });
    const nowhere = await site.worker.visit(HOST, "/nobody-knows");
    expect([nowhere.status, nowhere.headers.get("cache-control")]).toEqual([404, "no-store"]);
    const unknown = await site.worker.visit("nobody.example.com", "/");
    expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([503, "5"]);
    await site.worker.mend();
    expect(await site.visit("/nobody-knows")).toEqual([404, undefined]);
  });
});

describe("a call of the API", () => {
  it.each(failures)("[20.2] that reads is a 503 without the machine's words (%s)", async (_, text) => {
    await site.worker.breakBindings({ DB: { does: "throw", text } });
    const answer = await site.worker.call("GET", `/link/${id}`);
    expect(answer.status).toBe(503);
    expect(answer.body.message).not.toMatch(/D1|DB|reference|code|lost/);
  });

  it.each(failures)("[20.2] that writes is a 503 and writes nothing (%s)", async (name, text) => {
    await site.worker.breakBindings({ DB: { does: "throw", text, on: "writes" } });
    const body = { host: HOST, alias: `refused-${name}`, destination: "https://example.com/" };
    expect((await site.worker.call("POST", "/link", body)).status).toBe(503);
    const change = await site.worker.call("PUT", `/link/${id}`, {
      destination: "https://example.com/changed",
    });
    expect(change.status).toBe(503);
    expect((await site.worker.call("DELETE", `/link/${id}`)).status).toBe(503);
    await site.worker.mend();
    expect(await site.visit(`/refused-${name}`)).toEqual([404, undefined]);
    expect(await site.visit("/standing")).toEqual(standing);
    await site.post("/link", body);
  });

  it("[20.2] waits for a database that hangs, holds up no visitor, and then gets its answer", async () => {
    await site.worker.forget();
    await site.worker.breakBindings({ DB: { does: "hang" } });
    const created = site.worker.call("POST", "/link", {
      host: HOST,
      alias: "late",
      destination: "https://a.example/",
    });
    const read = site.worker.call("GET", `/link/${id}`);
    expect(await site.visit("/standing")).toEqual(standing);
    await site.worker.mend();
    expect([(await created).status, (await read).status]).toEqual([200, 200]);
    expect(await site.visit("/late")).toEqual([302, "https://a.example/"]);
  });
});

/** What is in a commit, in a look for what a snapshot has to show, and in striking out a note. */
const SQL = { commit: "UPDATE sequence", snapshot: "LEFT JOIN slots", note: "DELETE FROM pending" };

describe("a commit whose answer gets lost", () => {
  const loseAnswerOf = async (write: () => Promise<{ status: number }>) => {
    await site.worker.breakBindings({ DB: { does: "lose-answer", text: D1_FAILURES.lost, sql: SQL.commit } });
    expect((await write()).status).toBe(503);
    await site.worker.mend();
  };

  it("[20.3] of a creation is a 503, and the record is there: sent again it is a 422 on alias", async () => {
    const body = { host: HOST, alias: "twice", destination: "https://example.com/twice" };
    await loseAnswerOf(() => site.worker.call("POST", "/link", body));
    expect(await site.visit("/twice")).toEqual([302, "https://example.com/twice"]);
    const again = await site.worker.call("POST", "/link", body);
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ["alias"]]);
  });

  it("[20.3] of a change shows after the sweep, and sent again changes nothing more", async () => {
    const { data } = await site.post("/link", {
      host: HOST,
      alias: "moves",
      destination: "https://example.com/1",
    });
    const change = () =>
      site.worker.call("PUT", `/link/${data[0].id}`, { destination: "https://example.com/2" });
    await loseAnswerOf(change);
    await site.worker.sweep();
    expect(await site.visit("/moves")).toEqual([302, "https://example.com/2"]);
    expect((await change()).status).toBe(200);
    const history = await site.worker.call("GET", `/links/${data[0].id}/history`);
    expect(history.body.meta.cursor.total).toBe(1);
  });
});

it("[20.3] an import that fails half-way keeps the parts that were committed, and is complete once it is sent again", async () => {
  const rows = Array.from({ length: 600 }, (_, row) => ({
    host: HOST,
    alias: `row-${row}`,
    destination: "https://example.com/",
  }));
  const send = () => site.worker.call("POST", "/bulk/import", { mode: "upsert", rows });
  await site.worker.breakBindings({
    DB: { does: "throw", text: D1_FAILURES.slow, sql: SQL.commit, first: 2 },
  });
  expect((await send()).status).toBe(503);
  await site.worker.mend();
  const page = await site.worker.call("GET", "/link?per_page=1000&filter[search]=/row-");
  expect(page.body.meta.cursor.count).toBe(250);
  expect((await send()).body.meta).toEqual({ created: 350, updated: 0, unchanged: 250, failed: 0 });
  await site.worker.sweep();
});

describe("a database that fails after the commit", () => {
  it.each([
    ["where the snapshot is read", SQL.snapshot],
    ["where the note is struck out", SQL.note],
  ])(
    "[20.3] %s: the change is done, visitors see it at once, and the sweep does the rest",
    async (_, sql) => {
      const alias = `after-${sql.length}`;
      const { data } = await site.post("/link", { host: HOST, alias, destination: "https://example.com/1" });
      await site.worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.slow, sql } });
      const change = await site.worker.call("PUT", `/link/${data[0].id}`, {
        destination: "https://example.com/2",
      });
      expect(change.status).toBe(200);
      await site.worker.mend();
      expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
      await site.worker.sweep();
      await site.worker.forget();
      await site.worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.slow } });
      expect(await site.visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    },
  );

  it("[20.3] a sweep that fails leaves everything to the next", async () => {
    const { data } = await site.post("/link", {
      host: HOST,
      alias: "swept",
      destination: "https://example.com/1",
    });
    // Without a message in the queue only the sweep is left to write the snapshot.
    const PROJECTION: Fault = { does: "throw", text: QUEUE_FAILURES.overloaded };
    const unwritable: Fault = { does: "throw", on: "writes" };
    await site.worker.breakBindings({ SNAPSHOTS: unwritable, PROJECTION });
    const change = await site.worker.call("PUT", `/link/${data[0].id}`, {
      destination: "https://example.com/2",
    });
    expect(change.status).toBe(200);
    await site.worker.breakBindings({
      DB: { does: "throw", text: D1_FAILURES.overloaded },
      SNAPSHOTS: unwritable,
    });
    await expect(site.worker.sweep()).rejects.toThrow();
    // A message of an earlier test may still come, and its delivery writes every snapshot that waits.
    await site.worker.breakBindings({ SNAPSHOTS: unwritable });
    expect(await site.worker.audit()).not.toEqual([]);
    await site.worker.mend();
    await site.worker.sweep();
    expect(await site.worker.audit()).toEqual([]);
  });
});
