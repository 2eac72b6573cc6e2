import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clicksOn, deliver, messageOf } from "../../support/click.ts";
import { OPERATIONS } from "../../support/limited-operations.ts";
import { missTwice } from "../../support/miss.ts";
import { answerDns, dnsJson, type FakeDns } from "../../support/dns.ts";
import { exampleOf, hasBody, operations, sendTo, type Operation } from "../../support/operation.ts";
import {
  expectNotFound,
  nameOf,
  queriesOf,
  queryNamesOf,
  readMarked,
  trickBody,
  trickQuery,
  withNames,
} from "../../support/operation-walk.ts";
import { sendHiding, type SentRequest } from "../../support/send-hiding.ts";
import { makeTestedWebhook } from "../../support/tested-webhook.ts";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { addToken, connectHost, createSite, requireOk, type Site } from "../../support/site.ts";

/**
 * A workspace with two hostnames, and an owner's token that is limited to one of them. Every operation of the
 * document stands in the table; what it shows and writes is held against what the other hostname has.
 */

const MARK = "notforyou";
const UNKNOWN = { id: "01900000-0000-7000-8000-000000000000", host: "nobody.acme.example", name: "nothing" };
const CLICKED_AT_MS = Date.now() - 60_000;

const reached = operations.filter((one) => OPERATIONS[nameOf(one)] !== "refused");
const refused = operations.filter((one) => OPERATIONS[nameOf(one)] === "refused");

let dns: FakeDns;
let site: Site;
/** The hostname that the token does not reach, and what is on it. */
type Ids = Record<"link" | "redirect" | "change" | "check" | "webhook", string>;
let hidden: Ids & { host: string; page: string };
let own: Ids;
let token: string;
let cursor: string;

beforeAll(async () => {
  dns = answerDns((question) => dnsJson(question));
  site = await createSite();
  own = {
    link: (await site.createLink({ alias: "mine", title: "shared", tags: ["shared"] })).id,
    redirect: (await site.createRedirect("/old")).id,
    change: await changeOn(site.host),
    check: await checkOn(site.host),
    webhook: await makeTestedWebhook(site, site.host),
  };
  for (const alias of ["second", "third"]) await site.createLink({ alias });
  const host = await connectHost(site);
  const page = "hidden-page";
  requireOk(await site.call("PUT", `/files/${page}`, "<p>hidden"));
  const fields = { host, title: MARK, tags: [MARK, "shared"] };
  const link = requireOk(await site.call("POST", "/link", { ...fields, alias: "theirs" })).body.data[0].id;
  const redirect = requireOk(await site.call("POST", "/redirect", { url: `${host}/${MARK}`, title: MARK }))
    .body.data[0].id;
  const webhook = await makeTestedWebhook(site, host);
  hidden = { host, link, redirect, page, webhook, change: await changeOn(host), check: await checkOn(host) };
  await serve(host, page);
  requireOk(await site.call("PUT", "/files/general-page", "<p>lost"));
  const look = { branding: { name: MARK }, pages: { 404: "general-page" } };
  requireOk(await site.call("PUT", "/workspace", look));
  await missTwice(site.host, "/in-vain");
  await missTwice(host, `/${MARK}`);
  await putSitemap(site.host);
  await putSitemap(host);
  requireOk(await site.call("POST", `/links/${link}/pause`));
  await deliver([
    messageOf(
      ...clicksOn(link, 7, { atMs: CLICKED_AT_MS, country: "JP", referrer: `${MARK}.example` }),
      ...clicksOn(own.link, 2, { atMs: CLICKED_AT_MS, country: "DE" }),
    ),
  ]);
  cursor = requireOk(await site.call("GET", "/links?per_page=1")).body.meta.cursor.next;
});

// A token of its own for each test: none comes to the limit of calls.
beforeEach(async () => {
  token = await addToken(site.id, { hosts: [site.host] });
});

afterAll(() => dns.restore());

/** Makes a change of a hostname's records, which leaves them as they are. */
async function changeOn(host: string): Promise<string> {
  const plan = { filter: { host }, tags_remove: ["nothing"] };
  const { id } = requireOk(await site.call("POST", "/changes", plan)).body;
  requireOk(await site.call("POST", `/changes/${id}/apply`));
  return id;
}

/** Checks a URL of a hostname. */
async function checkOn(host: string): Promise<string> {
  const { id } = requireOk(await site.call("POST", "/checks", { urls: [`${host}/old`] })).body;
  while (await continueCheck(env, id, Date.now));
  return id;
}

async function putSitemap(host: string): Promise<void> {
  const operation = operations.find((one) => nameOf(one) === "PUT /sitemaps/{host}")!;
  const body = `https://${host}/page`;
  const { status } = await sendTo(operation, { host }, { token: site.token, type: "text/plain", body });
  expect(status).toBe(200);
}

/** Makes a record of a hostname that serves a page. */
async function serve(host: string, file: string): Promise<void> {
  const { id } = requireOk(await site.call("POST", "/link", { host })).body.data[0];
  requireOk(await site.call("PUT", `/link/${id}`, { file }));
}

function parametersOf({ method, path }: Operation, isOwn = false): Record<string, string> {
  const { link, redirect, change, check, webhook } = isOwn ? own : hidden;
  const ids: Record<string, string> = {
    redirect,
    changes: change,
    checks: check,
    webhooks: webhook,
    workspace: site.id,
  };
  return {
    id: ids[path.split("/")[1] ?? ""] ?? link,
    host: isOwn ? site.host : hidden.host,
    name: isOwn ? `own-${method.toLowerCase()}` : hidden.page,
    file: "robots.txt",
    metaKey: "not_found_url",
    n: "1",
  };
}

const send = (operation: Operation, parameters: Record<string, string>, request: SentRequest = {}) =>
  sendHiding(token, [MARK, hidden.host, hidden.link, hidden.redirect, hidden.change, hidden.check], {
    operation,
    parameters,
    ...request,
  });

const TABLES =
  "records hosts pages history click_sheets click_months record_tags misses sitemaps webhooks webhook_deliveries".split(
    " ",
  );
// What the token plans may say what it was asked for.
TABLES.push("changes WHERE reach IS NULL", "checks WHERE reach IS NULL");

/** All rows that are of the hidden hostname. */
const readHidden = () => readMarked(TABLES, Object.values(hidden));

it("[27.7] has every operation of the document in its table", () => {
  expect(operations.map(nameOf).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
});

it.each(withNames(refused))("[27.6] is refused: %s", async (_, operation) => {
  const before = await readHidden();
  const { text: body } = exampleOf(operation);
  for (const isOwn of [true, false]) {
    const request = hasBody(operation) ? { body } : {};
    expect((await send(operation, parametersOf(operation, isOwn), request)).status).toBe(484);
  }
  expect(await readHidden()).toEqual(before);
});

const named = reached.filter(({ path }) => /\{(?:id|host)\}/.test(path) && !path.startsWith("/workspace"));

it.each(withNames(named))("[27.7] does not find what is elsewhere: %s", async (_, operation) => {
  const before = await readHidden();
  await expectNotFound(send, operation, parametersOf(operation), UNKNOWN);
  expect(await readHidden()).toEqual(before);
});

function valuesOf(name: string): string[] {
  if (name === "cursor") return [cursor];
  return name.endsWith("[id]") ? [hidden.link, hidden.redirect] : [hidden.host, MARK];
}

const withQuery = reached.filter((operation) => queryNamesOf(operation).length > 0);

it.each(withNames(withQuery))("[27.7] matches nothing elsewhere by its query: %s", async (_, operation) => {
  await trickQuery(send, operation, parametersOf(operation, true), valuesOf);
});

const withBody = reached.filter((operation) => exampleOf(operation).type === "application/json");

it.each(withNames(withBody))("[27.7] writes nothing elsewhere by its body: %s", async (_, operation) => {
  const before = await readHidden();
  const { host } = hidden;
  await trickBody(send, operation, parametersOf(operation, true), host, [
    { host },
    { host, alias: "moved" },
    { url: `${host}/moved` },
    { filter: { host } },
  ]);
  expect(await readHidden()).toEqual(before);
});

describe("[27.7] answers the same, whatever is elsewhere", () => {
  const asked = reached.filter(({ method, path }) => method === "GET" || path === "/bulk/summary");
  const requests = asked.flatMap((operation): [string, Operation, string][] =>
    queriesOf(operation).map((query) => [`${nameOf(operation)}${query}`, operation, query]),
  );

  async function readAll(): Promise<Map<string, string>> {
    await env.DB.prepare("DELETE FROM count_cache").run();
    const answers = new Map<string, string>();
    for (const [name, operation, query] of requests) {
      const body = JSON.stringify({
        filter: { search: "a" },
        destination_find: "a",
        destination_replace: "b",
      });
      const { status, text } = await send(operation, parametersOf(operation, true), {
        query,
        ...(hasBody(operation) && { body }),
      });
      answers.set(name, `${status} ${text}`);
    }
    return answers;
  }

  it("in lists, counts, facets, search, cursors and statistics", async () => {
    // The tests above have left plans open.
    await env.DB.prepare("UPDATE changes SET state = 'expired' WHERE state = 'planned'").run();
    const before = await readAll();
    const fields = { host: hidden.host, title: `${MARK} shared`, tags: ["shared", "more"] };
    const made = requireOk(
      await site.call("POST", "/link", { ...fields, destination: `https://${site.host}/mine` }),
    );
    requireOk(await site.call("POST", "/redirect", { url: `${hidden.host}/more`, tags: ["a"] }));
    const more = await connectHost(site);
    for (const one of [hidden.host, more]) await missTwice(one, "/in-vain");
    await changeOn(more);
    await checkOn(more);
    await putSitemap(more);
    requireOk(await site.call("POST", "/link", { ...fields, host: more }));
    requireOk(await site.call("POST", "/tokens", { name: MARK }));
    requireOk(
      await site.call("POST", "/members", { email: `${MARK}@a.example`, name: MARK, role: "editor" }),
    );
    requireOk(await site.call("POST", "/workspace/update/email", { value: `${MARK}@a.example` }));
    await deliver([messageOf(...clicksOn(made.body.data[0].id, 5, { atMs: CLICKED_AT_MS, country: "FR" }))]);
    expect(Object.fromEntries(await readAll())).toEqual(Object.fromEntries(before));
  });

  it("[27.8] shows and counts only the records on its own hostname", async () => {
    const all = await readAll();
    expect(JSON.parse(all.get("GET /links")!.slice(4)).data.length).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(all.get("GET /stats")!.slice(4)).clicks).toBe(2);
    expect(JSON.parse(all.get("GET /tags")!.slice(4)).data).toContainEqual({ name: "shared", count: 1 });
    expect(JSON.parse(all.get("GET /host")!.slice(4)).data).toHaveLength(1);
    expect(JSON.parse(all.get("GET /changes")!.slice(4)).data).toContainEqual(
      expect.objectContaining({ id: own.change }),
    );
    const checks = JSON.parse(all.get("GET /checks")!.slice(4)).data;
    expect(checks).toContainEqual(expect.objectContaining({ id: own.check }));
    expect(JSON.parse(all.get("GET /misses")!.slice(4)).data).toMatchObject([{ path: "/in-vain" }]);
    expect(JSON.parse(all.get("GET /sitemaps")!.slice(4)).data).toMatchObject([{ host: site.host }]);
    const { summary, branding, pages } = JSON.parse(all.get("GET /workspace/current")!.slice(4));
    expect(summary[1]).toEqual({ category: "hostnames", used: 1 });
    expect([branding, pages]).toEqual([null, null]);
  });
});

it("[27.9] reads stored pages, and writes those alone that no other hostname shows", async () => {
  const call = (method: string, name: string) =>
    send(
      {
        method,
        path: "/files/{name}",
        responses: {},
        requestBody: method === "PUT" ? { content: { "text/html": {} } } : undefined,
      } as Operation,
      { name },
    );
  expect((await call("GET", hidden.page)).status).toBe(200);
  expect((await call("PUT", hidden.page)).status).toBe(422);
  expect((await call("DELETE", hidden.page)).status).toBe(422);
  expect((await call("PUT", "fresh")).status).toBe(200);
  await serve(site.host, "fresh");
  expect((await call("PUT", "fresh")).status).toBe(200);
  await serve(hidden.host, "fresh");
  expect((await call("PUT", "fresh")).status).toBe(422);
});
