import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerDns, dnsJson, type FakeDns } from "../../support/dns.ts";
import { hold, type Holdings } from "../../support/holdings.ts";
import { exampleOf, hasBody, operations, sendTo, type Operation } from "../../support/operation.ts";
import { queryNamesOf } from "../../support/operation-walk.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace, visit, type TestWorkspace } from "../../support/workspace.ts";

/**
 * Two workspaces, and every operation of the document: what one holds can be neither read, nor
 * counted, nor changed by the other, by whatever part of a request names it.
 */

const MARK = "nobody else's business";

const named: [string, Operation][] = operations.map((operation) => [
  `${operation.method} ${operation.path}`,
  operation,
]);
const withPathOf = (pattern: RegExp) => named.filter(([, { path }]) => pattern.test(path));
const withIds = withPathOf(/\{(?:id|host)\}/);
const withBody = named.filter(([, operation]) => exampleOf(operation).type === "application/json");
const withQuery = named.filter(([, operation]) => queryNamesOf(operation).length > 0);
const withoutPath = named.filter(([, { method, path }]) => method === "GET" && !path.includes("{"));

let dns: FakeDns;
let ours: Site;
let holdings: Holdings;
let cursor: string;
let before: string[];

beforeAll(async () => {
  dns = answerDns((question) => dnsJson(question));
  ours = await createSite();
  holdings = await hold(ours, MARK);
  await ours.createLink({ alias: "live", destination: "https://example.com/", title: MARK });
  cursor = requireOk(await ours.call("GET", "/links?per_page=1")).body.meta.cursor.next;
  before = await readOurs();
});

// Whatever was tried.
afterEach(async () => expect(await readOurs()).toEqual(before));

afterAll(() => dns.restore());

/** Tables of the schema; what search and engine keep of them for themselves is no row of anybody's. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT GLOB 'record_search*' AND name NOT GLOB '_cf*' AND name NOT GLOB 'd1_*' AND name <> 'public_suffixes'`;

/** All that database and snapshots hold of the workspace, whatever table or key it is in. */
async function readOurs(): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const contents = await env.DB.batch<{ workspace_id?: string }>(
    tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)),
  );
  const rows = contents.flatMap(({ results }, index) =>
    results.filter(isOurs).map((row) => `${tables[index]?.name} ${JSON.stringify(row)}`),
  );
  const { keys } = await env.SNAPSHOTS.list();
  const names = keys.map(({ name }) => name).filter((name) => name.includes(ours.host));
  const values = await Promise.all(names.map(async (name) => `${name} ${await env.SNAPSHOTS.get(name)}`));
  return [...rows, ...values].toSorted();
}

function isOurs(row: { workspace_id?: string }): boolean {
  if (row.workspace_id !== undefined) return row.workspace_id === ours.id;
  const text = JSON.stringify(row);
  return [...holdings.ids, ...holdings.hosts].some((mark) => text.includes(mark));
}

/** Sends a request of the other workspace, and requires that nothing of ours is told. */
async function tryAs(
  theirs: TestWorkspace,
  operation: Operation,
  parameters: Record<string, string>,
  request: { query?: string; body?: string } = {},
): Promise<number> {
  const { type } = exampleOf(operation);
  const { status, text } = await sendTo(operation, parameters, {
    token: theirs.token,
    ...(hasBody(operation) && { type, body: type === "text/html" ? "<p>theirs" : "{}" }),
    ...request,
  });
  // A refusal may say again what was sent.
  const sent = `${JSON.stringify(parameters)} ${request.query?.replaceAll("+", " ")} ${request.body}`;
  const isSent = (mark: string) => status !== 200 && decodeURIComponent(sent).includes(mark);
  for (const mark of [MARK, ...holdings.ids]) if (!isSent(mark)) expect(text).not.toContain(mark);
  return status;
}

it("there is something to be found", () => {
  expect(before.length).toBeGreaterThan(15);
});

describe("[9.10] what the path names is a 404, and stays as it was", () => {
  it.each(withIds)("%s", async (_, operation) => {
    const theirs = await createWorkspace();
    expect(await tryAs(theirs, operation, holdings.parameters(operation))).toBe(404);
  });

  it.each(withIds)("with a body that would be taken of their own: %s", async (_, operation) => {
    const theirs = await createWorkspace();
    const { text } = exampleOf(operation);
    const status = await tryAs(theirs, operation, holdings.parameters(operation), {
      ...(hasBody(operation) && { body: text }),
    });
    expect([404, 422]).toContain(status);
  });
});

it.each(withPathOf(/\/files\/\{name\}/))("a page of ours is not theirs: %s", async (_, operation) => {
  const status = await tryAs(await createWorkspace(), operation, holdings.parameters(operation));
  // Names of pages are each workspace's own.
  expect(status).toBe(operation.method === "PUT" ? 200 : 404);
});

describe("[9.10] what the body names is not found, and stays as it was", () => {
  it.each(withBody)("%s", async (_, operation) => {
    const theirs = await createSite();
    const own = await hold(theirs, "theirs");
    const example = JSON.parse(
      exampleOf(operation).text.replaceAll(/(?:go|links)\.example\.com/g, ours.host),
    ) as object;
    const { name: file = "" } = holdings.parameters(operation);
    const bodies = [example, { ...example, file, type: "html" }, { ...example, host: ours.host }];
    for (const body of bodies) {
      await tryAs(theirs, operation, own.parameters(operation), { body: JSON.stringify(body) });
    }
    const links = requireOk(await theirs.call("GET", "/links")).body.data as { host: string }[];
    expect(links.filter(({ host }) => host === ours.host)).toEqual([]);
  });
});

function valuesOf(name: string): string[] {
  if (name === "cursor") return [cursor];
  return name.endsWith("[id]") ? holdings.ids : [ours.host, MARK];
}

describe("[9.10] what the query names matches nothing", () => {
  it.each(withQuery)("%s", async (_, operation) => {
    const theirs = await createSite();
    const own = await hold(theirs, "theirs");
    const pairs = queryNamesOf(operation).flatMap((name) => valuesOf(name).map((value) => [name, value]));
    for (const pair of pairs) {
      const query = `?${new URLSearchParams([pair]).toString()}`;
      const status = await tryAs(theirs, operation, own.parameters(operation), { query });
      expect([200, 422], query).toContain(status);
    }
  });
});

describe("[9.10] lists and counts are the same, whatever others hold", () => {
  it.each(withoutPath)("%s", async (_, operation) => {
    const theirs = await createSite();
    await hold(theirs, "theirs");
    const read = async () => {
      await env.DB.prepare("DELETE FROM count_cache").run();
      const { text } = await sendTo(operation, {}, { token: theirs.token });
      return text
        .replaceAll(/"\d{4}-[^"]+Z"/g, '"moment"')
        .replaceAll('"last_used_at":null', '"last_used_at":"moment"');
    };
    const before = await read();
    const stranger = await createSite();
    await hold(stranger, MARK);
    await stranger.createLink({ alias: "more", destination: `https://${theirs.host}/spare` });
    expect(await read()).toBe(before);
  });
});

it("visitors find everything as it was", async () => {
  const response = await visit(`http://${ours.host}/live`);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "https://example.com/"]);
});
