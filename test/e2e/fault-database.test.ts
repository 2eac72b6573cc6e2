import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startBreakableWorker, type BreakableWorker } from "../support/breakable-worker.ts";
import { D1_FAILURES, type Fault } from "../support/fault.ts";

/** The running worker while its database fails, in the platform's own words, or does not answer. */

const HOST = "go.example.com";
const failures = Object.entries(D1_FAILURES);

let worker: BreakableWorker;
/** Of a link that stands all the time. */
let id: string;

beforeAll(async () => {
  worker = await startBreakableWorker();
  await post("/host", { host: HOST });
  id = (await post("/link", { host: HOST, alias: "standing", destination: "https://example.com/stands" }))
    .data[0].id;
});

afterEach(async () => {
  await worker.mend();
  await worker.sweep();
  expect(await worker.audit()).toEqual([]);
});

afterAll(() => worker.close());

async function post(path: string, body: object) {
  const answer = await worker.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function visit(path: string): Promise<[number, string | undefined]> {
  const { status, headers } = await worker.visit(HOST, path);
  return [status, headers.get("location")];
}

const standing = [302, "https://example.com/stands"];

describe.each<[string, Fault]>([
  ...failures.map(([name, text]): [string, Fault] => [`fails (${name})`, { does: "throw", text }]),
  ["hangs", { does: "hang" }],
])("a visitor, while the database %s", (_, fault) => {
  it("gets the redirect of every record that the store knows", async () => {
    await worker.forget();
    await worker.breakBindings({ DB: fault });
    expect(await visit("/standing")).toEqual(standing);
    expect(await visit("/Standing?x=1")).toEqual(standing);
  });

  it("gets 503, never 404, for what nobody knows, and 404 as soon as it is back", async () => {
    await worker.breakBindings({ DB: fault });
    const answer = await worker.visit(HOST, "/nobody-knows");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await worker.visit("nobody.example.com", "/")).status).toBe(503);
    await worker.mend();
    expect(await visit("/nobody-knows")).toEqual([404, undefined]);
  });
});

describe("a call of the API", () => {
  it.each(failures)("that reads is a 503 without the machine's words (%s)", async (_, text) => {
    await worker.breakBindings({ DB: { does: "throw", text } });
    const answer = await worker.call("GET", `/link/${id}`);
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).not.toMatch(/D1|DB|reference|code|lost/);
  });

  it.each(failures)("that writes is a 503 and writes nothing (%s)", async (name, text) => {
    await worker.breakBindings({ DB: { does: "throw", text, on: "writes" } });
    const body = { host: HOST, alias: `refused-${name}`, destination: "https://example.com/" };
    expect((await worker.call("POST", "/link", body)).status).toBe(503);
    const change = await worker.call("PUT", `/link/${id}`, { destination: "https://example.com/changed" });
    expect(change.status).toBe(503);
    expect((await worker.call("DELETE", `/link/${id}`)).status).toBe(503);
    await worker.mend();
    expect(await visit(`/refused-${name}`)).toEqual([404, undefined]);
    expect(await visit("/standing")).toEqual(standing);
    await post("/link", body);
  });

  it("waits for a database that hangs, holds up no visitor, and then gets its answer", async () => {
    await worker.forget();
    await worker.breakBindings({ DB: { does: "hang" } });
    const created = worker.call("POST", "/link", {
      host: HOST,
      alias: "late",
      destination: "https://a.example/",
    });
    const read = worker.call("GET", `/link/${id}`);
    expect(await visit("/standing")).toEqual(standing);
    await worker.mend();
    expect([(await created).status, (await read).status]).toEqual([200, 200]);
    expect(await visit("/late")).toEqual([302, "https://a.example/"]);
  });
});

/** What is in a commit, in a look for what a snapshot has to show, and in striking out a note. */
const SQL = { commit: "UPDATE sequence", snapshot: "LEFT JOIN slots", note: "DELETE FROM pending" };

describe("a commit whose answer gets lost", () => {
  const loseAnswerOf = async (write: () => Promise<{ status: number }>) => {
    await worker.breakBindings({ DB: { does: "lose-answer", text: D1_FAILURES.lost, sql: SQL.commit } });
    expect((await write()).status).toBe(503);
    await worker.mend();
  };

  it("of a creation is a 503, and the record is there: sent again it is a 422 on alias", async () => {
    const body = { host: HOST, alias: "twice", destination: "https://example.com/twice" };
    await loseAnswerOf(() => worker.call("POST", "/link", body));
    expect(await visit("/twice")).toEqual([302, "https://example.com/twice"]);
    const again = await worker.call("POST", "/link", body);
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ["alias"]]);
  });

  it("of a change shows after the sweep, and sent again changes nothing more", async () => {
    const { data } = await post("/link", {
      host: HOST,
      alias: "moves",
      destination: "https://example.com/1",
    });
    const change = () => worker.call("PUT", `/link/${data[0].id}`, { destination: "https://example.com/2" });
    await loseAnswerOf(change);
    await worker.sweep();
    expect(await visit("/moves")).toEqual([302, "https://example.com/2"]);
    expect((await change()).status).toBe(200);
    const history = await worker.call("GET", `/links/${data[0].id}/history`);
    expect(history.body.meta.cursor.total).toBe(1);
  });
});

it("an import that a failure cuts short is in the parts that were committed, and sent again lands in full", async () => {
  const rows = Array.from({ length: 600 }, (_, row) => ({
    host: HOST,
    alias: `row-${row}`,
    destination: "https://example.com/",
  }));
  const send = () => worker.call("POST", "/bulk/import", { mode: "upsert", rows });
  await worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.slow, sql: SQL.commit, first: 2 } });
  expect((await send()).status).toBe(503);
  await worker.mend();
  const page = await worker.call("GET", "/link?per_page=1000&filter[search]=/row-");
  expect(page.body.meta.cursor.count).toBe(250);
  expect((await send()).body.meta).toEqual({ created: 350, updated: 0, unchanged: 250, failed: 0 });
  await worker.sweep();
});

describe("a database that fails after the commit", () => {
  it.each([
    ["where the snapshot is read", SQL.snapshot],
    ["where the note is struck out", SQL.note],
  ])("%s: the change is done, visitors see it at once, and the sweep does the rest", async (_, sql) => {
    const alias = `after-${sql.length}`;
    const { data } = await post("/link", { host: HOST, alias, destination: "https://example.com/1" });
    await worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.slow, sql } });
    const change = await worker.call("PUT", `/link/${data[0].id}`, { destination: "https://example.com/2" });
    expect(change.status).toBe(200);
    await worker.mend();
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
    await worker.sweep();
    await worker.forget();
    await worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.slow } });
    expect(await visit(`/${alias}`)).toEqual([302, "https://example.com/2"]);
  });

  it("a sweep that fails leaves everything to the next", async () => {
    const { data } = await post("/link", {
      host: HOST,
      alias: "swept",
      destination: "https://example.com/1",
    });
    await worker.breakBindings({ SNAPSHOTS: { does: "throw", on: "writes" } });
    const change = await worker.call("PUT", `/link/${data[0].id}`, { destination: "https://example.com/2" });
    expect(change.status).toBe(200);
    await worker.breakBindings({ DB: { does: "throw", text: D1_FAILURES.overloaded } });
    await expect(worker.sweep()).rejects.toThrow();
    await worker.mend();
    expect(await worker.audit()).not.toEqual([]);
    await worker.sweep();
    expect(await worker.audit()).toEqual([]);
  });
});
