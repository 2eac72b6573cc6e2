import { DEFAULT_QR_STYLE } from "../../../src/domain/qr-style.ts";
import { beforeAll, describe, expect, it } from "vitest";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";
import { type Answer, visit } from "../../support/workspace.ts";

const A = "https://a.example";
const DEFAULT_QR = DEFAULT_QR_STYLE;
let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function post(body: object, of: Site = site): Promise<Answer> {
  return of.call("POST", "/links", { host: of.host, ...body });
}

async function make(body: object, of: Site = site): Promise<RecordBody> {
  const { data } = requireOk(await post(body, of)).body;
  expect(data).toHaveLength(1);
  return data[0];
}

describe("[12.8] POST /links creates", () => {
  it.each<[string, object, object]>([
    [
      "a short link with alias",
      { handler: "short-url", alias: "by-alias" },
      { alias: "by-alias", type: "302", qr: null },
    ],
    [
      "a QR code in the default style",
      { handler: "qr", alias: "code" },
      { alias: "code", type: "302", qr: DEFAULT_QR },
    ],
    [
      "a QR code in a style of its own",
      { handler: "qr", qr: { theme: "dots", margin: "0" } },
      { qr: { ...DEFAULT_QR, theme: "dots", margin: "0" } },
    ],
    ["a short link with a QR style", { handler: "short-url", qr: {} }, { qr: DEFAULT_QR }],
    [
      "a short link with a made-up alias",
      { handler: "short-url" },
      { alias: expect.stringMatching(/^[2-9a-z]{6}$/) },
    ],
    [
      "[12.8] a redirect, without url of the whole host",
      { handler: "redirect" },
      { alias: "*", type: "301" },
    ],
    ["a paused record", { handler: "qr", status: "paused" }, { paused_by: "user", status: "302" }],
    ["a record of a type", { handler: "short-url", status: 308 }, { type: "308", status: "308" }],
  ])("%s", async (_, body, expected) => {
    const record = await make({ destination: A, ...body });
    expect(record).toMatchObject({
      ...expected,
      host: site.host,
      destination: A,
      creator: { id: site.userId },
    });
    expect(requireOk(await site.call("GET", `/links/${record.id}`)).body).toEqual(record);
  });

  it("[12.8] from url as host and alias in one, and beside host and alias that agree", async () => {
    const { host } = site;
    expect(await make({ handler: "short-url", url: `${host}/in-one` })).toMatchObject({
      host,
      alias: "in-one",
    });
    const body = { handler: "qr", url: `https://${host}/agreed`, alias: "agreed" };
    expect(await make(body)).toMatchObject({ handler: "qr", host, alias: "agreed" });
  });

  it.each(["redirect", "migration"])("a %s from url, beside a host that agrees", async (handler) => {
    const record = await make({ handler, url: `${site.host}/${handler}/*` });
    expect(record).toMatchObject({ handler, type: "301", qr: null, url: `http://${site.host}/${handler}/*` });
  });

  it("[1.1] a migration that answers visitors as a redirect does", async () => {
    await make({ handler: "migration", url: `${site.host}/moved`, destination: A });
    const response = await visit(`http://${site.host}/moved`);
    expect([response.status, response.headers.get("Location")]).toEqual([301, A]);
  });
});

describe("[9.13, 11.10, 12.8] POST /links refuses", () => {
  const short = { handler: "short-url" };
  it.each<[object, string[]]>([
    [{}, ["handler"]],
    [{ handler: "link" }, ["handler"]],
    [{ ...short, host: undefined }, ["host"]],
    [{ ...short, host: "not-connected.example" }, ["host"]],
    [{ handler: "redirect", host: "not-connected.example" }, ["host"]],
    [{ ...short, alias: "a", url: "HOST/b" }, ["url"]],
    [{ ...short, url: "other.example/b" }, ["url"]],
    [{ ...short, url: "HOST" }, ["url"]],
    [{ ...short, url: "HOST/a/b" }, ["url"]],
    [{ handler: "redirect", url: "other.example/b" }, ["url"]],
    [{ handler: "redirect", url: "HOST/#x" }, ["url"]],
    [{ handler: "redirect", url: "HOST/al", alias: "other" }, ["alias"]],
    [{ handler: "redirect", url: "HOST/al", tld: "co.uk" }, ["tld"]],
    [{ handler: "migration", url: "HOST/qr", qr: {} }, ["qr"]],
    [{ ...short, file: "menu" }, ["file"]],
    [{ ...short, tld: "com" }, ["tld"]],
    [{ ...short, path: "/x" }, ["path"]],
    [{ ...short, alias: "a b", title: 5, destination: "ftp://x" }, ["alias", "destination", "title"]],
    [{ ...short, type: "html" }, ["type"]],
  ])("%j", async (body, fields) => {
    const text = JSON.stringify(body).replaceAll("HOST", site.host);
    const answer = await post({
      ...(JSON.parse(text) as object),
      ...("host" in body && { host: body.host }),
    });
    expect(answer.status).toBe(422);
    const isHostOrUrl = fields[0] === "host" && "handler" in body && body.handler === "redirect";
    if (isHostOrUrl) expect(Object.keys(answer.body.errors)).toHaveLength(1);
    else expectRefused(answer, ...fields);
  });

  it("an alias and a source that are in use", async () => {
    await make({ handler: "short-url", alias: "taken" });
    expectRefused(await post({ handler: "qr", alias: "taken" }), "alias");
    expectRefused(await post({ handler: "redirect", url: `${site.host}/taken` }), "url");
  });

  it("short links and QR codes, but no redirects, where short_links_enabled is off", async () => {
    const other = await createSite();
    requireOk(await other.call("PUT", `/host/${other.host}`, { short_links_enabled: false }));
    for (const handler of ["short-url", "qr"]) expectRefused(await post({ handler }, other), "host");
    for (const handler of ["redirect", "migration"])
      await make({ handler, url: `${other.host}/${handler}` }, other);
  });

  it("viewers with 484", async () => {
    const headers = { Authorization: `Bearer ${await addToken(site.id, { role: "viewer" })}` };
    const { id } = await make({ handler: "qr" });
    for (const [method, path] of [
      ["POST", "/links"],
      ["PUT", `/links/${id}`],
      ["POST", `/links/${id}/pause`],
      ["POST", `/links/${id}/resume`],
      ["DELETE", `/links/${id}`],
    ] as const) {
      const body = method === "DELETE" ? undefined : { handler: "qr", host: site.host };
      expect((await site.call(method, path, body, headers)).status).toBe(484);
    }
    expect((await site.call("GET", `/links/${id}`, undefined, headers)).status).toBe(200);
  });
});

describe.each(["short-url", "qr", "redirect", "migration"])("a %s", (handler) => {
  let other: Site;
  let record: RecordBody;

  beforeAll(async () => {
    other = await createSite();
    record = await make({ handler, url: `${other.host}/${handler}`, destination: A, tags: ["x"] }, other);
  });

  it("[1.1, 3.4, 12.11] is paused by the user, and shows that it is to visitors, until it is resumed", async () => {
    const { id, url } = record;
    for (let times = 0; times < 2; times++) {
      const paused = requireOk(await other.call("POST", `/links/${id}/pause`)).body;
      expect(paused).toMatchObject({ id, paused_by: "user", status: record.status, handler });
    }
    const response = await visit(url);
    expect([response.status, response.headers.get("Location")]).toEqual([404, null]);
    expect(await response.text()).toMatch(/paused/i);
    for (let times = 0; times < 2; times++) {
      expect(requireOk(await other.call("POST", `/links/${id}/resume`)).body.paused_by).toBeNull();
    }
    expect((await visit(url)).headers.get("Location")).toBe(A);
    const { data } = requireOk(await other.call("GET", `/links/${id}/history`)).body;
    expect(data.map((entry: RecordBody) => [entry.old, entry.new])).toEqual([
      [{ status: "paused" }, { status: "active" }],
      [{ status: "active" }, { status: "paused" }],
    ]);
  });

  it("[12.12] is gone once it is deleted", async () => {
    const { id, url } = await make({ handler, url: `${other.host}/gone`, destination: A }, other);
    expect((await visit(url)).headers.get("Location")).toBe(A);
    expect(requireOk(await other.call("DELETE", `/links/${id}`)).body).toEqual({ data: null });
    expect((await visit(url)).status).toBe(404);
    for (const method of ["GET", "DELETE"])
      expect((await other.call(method, `/links/${id}`)).status).toBe(404);
    await make({ handler, url: `${other.host}/gone` }, other);
  });

  it("is unknown to another workspace: 404, and nothing happens", async () => {
    const { id } = record;
    const answers = [
      await site.call("GET", `/links/${id}`),
      await site.call("PUT", `/links/${id}`, { title: "x" }),
      await site.call("DELETE", `/links/${id}`),
      await site.call("POST", `/links/${id}/pause`),
      await site.call("POST", `/links/${id}/resume`),
      await site.call("GET", `/links/${id}/history`),
    ];
    const unknown = await site.call("GET", "/links/01900000-0000-7000-8000-000000000000");
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { ...unknown.body, request_id: body.request_id }]);
    }
    expect(requireOk(await other.call("GET", `/links/${id}`)).body.title).toBe("");
  });
});

it("connects hosts of one workspace only with its own records", async () => {
  const host = await connectHost(await createSite());
  expectRefused(await post({ handler: "short-url", host }), "host");
});
