import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { changeHolder } from "../../../src/storage/claim/holder.ts";
import { insertHost } from "../../../src/storage/host/write.ts";
import { deleteOldCounts } from "../../../src/storage/count/counters.ts";
import { clickOn, deliver, messageOf } from "../../support/click.ts";
import { expectTrueCounters } from "../../support/counters.ts";
import { DAY_MS, setColumns, setDnsCorrect } from "../../support/list.ts";
import { recount } from "../../support/recount.ts";
import { createWorkspace } from "../../support/workspace.ts";
import { connectHost, createSite, requireOk, type Site } from "../../support/site.ts";
import type { Hostname } from "../../../src/domain/hostname.ts";

/** Counters of records against a count of the records themselves. */

let site: Site;
let second: Hostname;
const ids: string[] = [];

beforeAll(async () => {
  site = await createSite();
  second = await connectHost(site);
  const neighbour = await createSite();
  await neighbour.createLink({ tags: ["a", "b"] });
  requireOk(await site.call("PUT", "/files/menu", "<h1>"));
});

async function make(body: object): Promise<void> {
  ids.push(requireOk(await site.call("POST", "/links", { host: site.host, ...body })).body.data[0].id);
}

const done = async (method: string, path: string, body?: object) =>
  requireOk(await site.call(method, path, body));

async function change(index: number, body: object): Promise<void> {
  requireOk(await site.call("PUT", `/links/${ids[index]}`, body));
}

const importRows = async (mode: string, rows: object[]) =>
  requireOk(await site.call("POST", "/bulk/import", { mode, rows }));

const click = (index: number, atMs: number) =>
  deliver([messageOf(clickOn(ids[index]!, { atMs }), clickOn(ids[index]!, { atMs: atMs - DAY_MS }))]);

const row = (alias: string, fields: object = {}) => ({ host: site.host, alias, ...fields });

describe("counters say what a count of the records says", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a link", () => make({ handler: "short-url", tags: ["A", "b"] })],
    ["a QR code that is paused", () => make({ handler: "qr", status: "paused", qr: { theme: "dots" } })],
    ["a redirect", () => make({ handler: "redirect", tags: ["a"] })],
    ["a migration on another hostname", () => make({ handler: "migration", host: second })],
    [
      "several redirects in one call",
      () => done("POST", "/redirect", { url: `${second}/x, ${site.host}/y ${site.host}/z`, tags: ["c"] }),
    ],
    ["a pause", () => change(0, { status: "paused" })],
    ["a change that no counter is about", () => change(0, { title: "new" })],
    ["a resumption", () => done("POST", `/links/${ids[0]}/resume`)],
    ["a QR style", () => change(0, { qr: { theme: "dots" } })],
    ["a QR style that is taken away", () => change(0, { qr: null })],
    ["other tags", () => change(0, { tags: ["B", "c", "1"] })],
    ["a record that is watched", () => change(2, { is_notify: true, destination: "https://a.example/" })],
    ["a destination that breaks", () => setColumns(ids[2]!, { monitor_state: "broken" })],
    ["a pause of a broken record", () => change(2, { status: "paused" })],
    ["its resumption", () => done("POST", `/links/${ids[2]}/resume`)],
    ["an end of watching", () => change(2, { is_notify: false })],
    ["watching again", () => change(2, { is_switch_unbroken_destination: true })],
    ["no tags", () => change(2, { tags: [] })],
    ["a page", () => done("PUT", `/link/${ids[0]}`, { file: "menu" })],
    ["a destination again", () => change(0, { destination: "https://example.com/" })],
    ["a move to another hostname", () => done("PUT", `/link/${ids[0]}`, { host: second, alias: "moved" })],
    ["DNS that is correct", () => setDnsCorrect(second, true)],
    ["DNS that no longer is", () => setDnsCorrect(second, false)],
    ["a first click, and an older one", () => click(1, Date.now())],
    ["a later click", () => click(1, Date.now())],
    ["clicks of weeks ago", () => click(2, Date.now() - 60 * DAY_MS)],
    ["a click after weeks without", () => click(2, Date.now())],
    [
      "an import",
      () =>
        importRows(
          "create",
          Array.from({ length: 50 }, (_, i) => row(`i${i}`, { tags: ["b", `t${i % 7}`] })),
        ),
    ],
    ["an import of what is there", () => importRows("create", [row("i1"), row("i1"), row("new")])],
    [
      "an import that changes",
      () => importRows("upsert", [row("i1", { tags: ["z"] }), row("i2", { status: "paused" }), row("i3")]),
    ],
    ["a deletion", () => done("DELETE", `/links/${ids[1]}`)],
    ["the deletion of one with tags and clicks", () => done("DELETE", `/links/${ids[0]}`)],
    [
      "a creation that fails",
      () => site.call("POST", "/links", { handler: "qr", host: site.host, alias: "i1" }),
    ],
    [
      "a hostname that passes to another workspace",
      async () => {
        const nowMs = Date.now();
        const other = await createWorkspace();
        const row = { host: second, domain: "acme.example", tld: "example", workspaceId: other.id };
        const claim = { ...row, createdBy: other.userId, connectedVia: "api", nowMs };
        const change = { host: second, from: site.id, to: other.id, isProven: true, isGiven: false, nowMs };
        await env.DB.batch([
          ...insertHost(env.DB, claim, { isWaiting: true, maxHosts: null }),
          ...changeHolder(env.DB, change),
        ]);
      },
    ],
  ])("[13.13] after %s", async (_, operation) => {
    await operation();
    await expectTrueCounters();
  });
});

it("[13.13] recounting puts counters right that something from outside has changed", async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE record_counts SET count = count + 5 WHERE kind <> 'minute'"),
    env.DB.prepare("DELETE FROM record_counts WHERE kind = 'minute'"),
    env.DB.prepare("UPDATE hosts SET qr_codes = 7"),
  ]);
  await expect(expectTrueCounters()).rejects.toThrow();
  await recount();
  await expectTrueCounters();
});

it("counts of moments are dropped after a month, and a deletion does not bring them back", async () => {
  const other = await createSite();
  const created = Date.now() - 40 * DAY_MS;
  const clock = vi.spyOn(Date, "now").mockReturnValue(created);
  const { id } = await other.createLink();
  clock.mockRestore();
  const moments = async () => {
    const { results } = await env.DB.prepare(
      "SELECT kind, count FROM record_counts WHERE workspace_id = ?1 AND kind IN ('minute', 'hour', 'day') ORDER BY kind",
    )
      .bind(other.id)
      .all();
    return results;
  };
  expect(await moments()).toEqual([
    { kind: "day", count: 1 },
    { kind: "hour", count: 1 },
    { kind: "minute", count: 1 },
  ]);
  await deleteOldCounts(env.DB, created + 31 * DAY_MS);
  expect(await moments()).toHaveLength(3);
  await deleteOldCounts(env.DB, Date.now());
  expect(await moments()).toEqual([]);
  requireOk(await other.call("DELETE", `/links/${id}`));
  expect(await moments()).toEqual([]);
});
