import { beforeEach, describe, expect, it } from "vitest";
import { createSite, expectRefused, recordCounts, type Site } from "../../support/site.ts";

let site: Site;
let linkId: string;

beforeEach(async () => {
  site = await createSite();
  linkId = (await site.createLink({ destination: "https://example.com" })).id;
});

/** A value of the wrong type, or out of bounds, and the field that a 422 has to name. */
const BAD_FIELDS: [what: string, body: object, field: string][] = [
  ["title as a number", { title: 5 }, "title"],
  ["[11.11] title of 251 characters", { title: "x".repeat(251) }, "title"],
  ["title with half a surrogate pair", { title: "\ud800" }, "title"],
  ["description as a list", { description: ["x"] }, "description"],
  ["[11.11] description of 301 characters", { description: "x".repeat(301) }, "description"],
  ["type as a number", { type: 301 }, "type"],
  ["[11.12] type that does not exist", { type: "304" }, "type"],
  ["type html without a file", { type: "html" }, "type"],
  ["status as a boolean", { status: true }, "status"],
  ["status 200 on a redirect", { status: 200 }, "status"],
  ["[11.12] status 304", { status: 304 }, "status"],
  ["status 301.5", { status: 301.5 }, "status"],
  ["status as other text", { status: "permanent" }, "status"],
  ["status with white space", { status: " 301" }, "status"],
  ["[4.2] forward_path as text", { forward_path: "true" }, "forward_path"],
  ["forward_path as a number", { forward_path: 1 }, "forward_path"],
  ["[4.2] forward_query as text", { forward_query: "false" }, "forward_query"],
  ["[7.1] is_notify as text", { is_notify: "true" }, "is_notify"],
  [
    "[7.1] is_switch_unbroken_destination as 0",
    { is_switch_unbroken_destination: 0 },
    "is_switch_unbroken_destination",
  ],
  ["utm as text", { utm: "source=x" }, "utm"],
  ["utm with a number among its entries", { utm: ["source=x", 5] }, "utm.1"],
  ["[4.9] utm with an unknown parameter", { utm: ["source=x", "medium=y", "sauce=x"] }, "utm.2"],
  ["utm with half a surrogate pair", { utm: ["source=\ud800"] }, "utm.0"],
  ["utm with a member of the wrong type", { utm: { medium: 5 } }, "utm.medium"],
  ["utm with a member of half a surrogate pair", { utm: { source: "\udfff" } }, "utm.source"],
  ["destination as a number", { destination: 5 }, "destination"],
  ["[6.1] destination as a list", { destination: ["https://example.com"] }, "destination"],
  ["destinations as text", { destinations: "https://example.com" }, "destinations"],
  ["[6.1] destinations with a number", { destinations: ["https://example.com", 5] }, "destinations.1"],
  ["destinations with null", { destinations: [null] }, "destinations.0"],
  [
    "[6.2] 21 destinations",
    { destinations: Array.from({ length: 21 }, (_, i) => `https://d${i}.example`) },
    "destinations",
  ],
  [
    "[6.3] destination_routing that does not exist",
    { destination_routing: "nearest" },
    "destination_routing",
  ],
  ["plugins as text", { plugins: "sticky" }, "plugins"],
  ["[11.13] plugins with an unknown key", { plugins: ["sticky", "teleport"] }, "plugins.1"],
  ["plugins with a number", { plugins: [1] }, "plugins.0"],
  ["expires as a number", { expires: 1_800_000_000 }, "expires"],
  ["[11.9] expires without an offset", { expires: "2126-01-31T09:30:00" }, "expires"],
  ["expires as a date alone", { expires: "2126-01-31" }, "expires"],
  ["expires on 30 February", { expires: "2126-02-30T00:00:00Z" }, "expires"],
  ["expires in words", { expires: "tomorrow" }, "expires"],
  ["password as a number", { password: 12_345 }, "password"],
  ["[11.7] password of 3 characters", { password: "abc" }, "password"],
  ["[11.7] password of 129 characters", { password: "x".repeat(129) }, "password"],
  ["password that is empty", { password: "" }, "password"],
  ["tags as text", { tags: "a,b" }, "tags"],
  ["tags with a number", { tags: ["a", 5] }, "tags.1"],
  ["tags with white space alone", { tags: ["a", "b", "  "] }, "tags.2"],
  ["[11.14] tags with one of 65 characters", { tags: ["x".repeat(65)] }, "tags.0"],
  ["[11.14] 51 tags", { tags: Array.from({ length: 51 }, (_, i) => `tag ${i}`) }, "tags"],
  ["an unknown field", { nonsense: { deep: [1] } }, "nonsense"],
  ["a field in other letter case", { Title: "x" }, "Title"],
  ["an unknown field that is null", { nonsense: null }, "nonsense"],
  ["a field of camel case", { forwardPath: true }, "forwardPath"],
  ["an unknown member of utm", { utm: { source: "x", sauce: "x" } }, "utm.sauce"],
  ["an unknown member of qr", { qr: { theme: "dots", colour: "#123456" } }, "qr.colour"],
  ["qr as text", { qr: "dots" }, "qr"],
  ["qr as a list", { qr: [] }, "qr"],
  ["[11.15] qr.theme that does not exist", { qr: { theme: "hearts" } }, "qr.theme"],
  ["qr.color without hash", { qr: { color: "1a2b3c" } }, "qr.color"],
  ["[11.15] qr.color of three digits", { qr: { color: "#abc" } }, "qr.color"],
  ["[11.15] qr.logo as text", { qr: { logo: "true" } }, "qr.logo"],
  ["qr.margin as a number", { qr: { margin: 4 } }, "qr.margin"],
  ["[11.15] qr.margin over 10", { qr: { margin: "11" } }, "qr.margin"],
  ["qr.margin with a leading zero", { qr: { margin: "04" } }, "qr.margin"],
];

describe("[9.13] types are strict, and the field is named", () => {
  it.each(BAD_FIELDS)("[9.13] %s, on POST /link", async (_, body, field) => {
    const before = await recordCounts(site.id);
    expectRefused(await site.call("POST", "/link", { host: site.host, ...body }), field);
    expect(await recordCounts(site.id)).toEqual(before);
  });

  it.each(BAD_FIELDS)("[9.13] %s, on PUT /link/{id}", async (_, body, field) => {
    const before = await site.call("GET", `/link/${linkId}`);
    expectRefused(await site.call("PUT", `/link/${linkId}`, body), field);
    expect((await site.call("GET", `/link/${linkId}`)).body).toEqual(before.body);
  });

  it.each(BAD_FIELDS.filter(([, body]) => !("qr" in body)))(
    "[9.13] %s, on POST /redirect",
    async (_, body, field) => {
      expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/bad`, ...body }), field);
    },
  );

  it("[9.5] the password is not in the answer that refuses it", async () => {
    const answer = await site.call("POST", "/link", { host: site.host, password: "s3c".repeat(50) });
    expect(JSON.stringify(answer.body)).not.toContain("s3c");
  });
});

describe("values just inside the limits are accepted", () => {
  it.each([
    ["[11.11] title of 250 characters", { title: "x".repeat(250) }],
    ["title of 250 characters outside the first plane", { title: "🦊".repeat(250) }],
    ["[11.11] description of 300 characters", { description: "ü".repeat(300) }],
    ["title with quotes, markup and line breaks", { title: `"'<b>&\n\t\\ %s ? ; -- {{x}}` }],
    [
      "[6.2] 20 destinations",
      { destinations: Array.from({ length: 20 }, (_, i) => `https://d${i}.example`) },
    ],
    ["[11.14] 50 tags", { tags: Array.from({ length: 50 }, (_, i) => `tag ${i}`) }],
    ["a tag of 64 characters", { tags: ["🦊".repeat(64)] }],
    ["empty text", { title: "", description: "" }],
  ])("%s", async (_, body) => {
    const link = await site.createLink(body);
    expect(link).toMatchObject(body);
    expect((await site.call("GET", `/link/${link.id}`)).body).toEqual(link);
  });

  it.each([4, 128])("[11.7] a password of %i characters", async (length) => {
    expect((await site.createLink({ password: "🦊".repeat(length) })).has_password).toBe(true);
  });
});

describe("[9.6] every bad field is named at once", () => {
  it("of many kinds", async () => {
    const answer = await site.call("POST", "/link", {
      host: "not connected",
      alias: "a/b",
      title: 5,
      description: 6,
      destinations: ["https://fine.example", "ftp://bad.example", 7],
      qr: { margin: "11", theme: "hearts" },
      tags: [""],
      expires: "soon",
      password: "abc",
      forward_path: "true",
    });
    expectRefused(
      answer,
      "host",
      "alias",
      "title",
      "description",
      "destinations.1",
      "destinations.2",
      "qr.margin",
      "qr.theme",
      "tags.0",
      "expires",
      "password",
      "forward_path",
    );
  });

  it.each<[string, object, string[]]>([
    [
      "a bad destination and a host that is not connected",
      { host: "nobody.acme.example", destination: "no url" },
      ["destination", "host"],
    ],
    ["a missing host and a bad title", { host: undefined, title: 5 }, ["host", "title"]],
    [
      "a missing host and fields that contradict each other",
      { host: undefined, type: "301", status: 303 },
      ["host", "status"],
    ],
    [
      "a host that is not connected and fields that contradict each other",
      { host: "nobody.acme.example", type: "301", status: 303 },
      ["host", "status"],
    ],
    ["a wrong-typed title and a taken alias", { alias: "taken", title: 5 }, ["alias", "title"]],
    [
      "a taken alias and fields that contradict each other",
      { alias: "taken", type: "301", status: 302 },
      ["alias", "status"],
    ],
    [
      "a bad alias and fields that contradict each other",
      { alias: "a b", destination: "https://a.example", destinations: ["https://b.example"] },
      ["alias", "destination"],
    ],
    [
      "two contradictions",
      { type: "301", status: 302, destination: "https://a.example", destinations: ["https://b.example"] },
      ["destination", "status"],
    ],
    [
      "a taken alias and weights that do not count",
      { alias: "taken", destinations: ["https://a.example"], destination_routing: "weighted:1,2" },
      ["alias", "destination_routing"],
    ],
  ])("[9.13] %s, on POST /link", async (_, body, fields) => {
    await site.call("POST", "/link", { host: site.host, alias: "taken" });
    expectRefused(await site.call("POST", "/link", { host: site.host, ...body }), ...fields);
  });

  it("a loop, a contradiction and a bad title", async () => {
    const body = {
      alias: "round",
      destination: `http://${site.host}/round`,
      type: "301",
      status: 303,
      title: 5,
    };
    expectRefused(
      await site.call("POST", "/link", { host: site.host, ...body }),
      "destination",
      "status",
      "title",
    );
    const { id } = await site.createLink({ alias: "round" });
    expectRefused(await site.call("PUT", `/link/${id}`, body), "destination", "status", "title");
  });

  it.each<[string, object, string[]]>([
    [
      "a taken alias, a bad title and a page that is not stored",
      { alias: "taken", title: 5, file: "no-such-page" },
      ["alias", "title", "file"],
    ],
    [
      "a host that is not connected and a contradiction",
      { host: "nobody.acme.example", type: "301", status: 303 },
      ["host", "status"],
    ],
    ["a wrong tld and a bad path", { tld: "com", path: "a b" }, ["tld", "path"]],
  ])("[9.13] %s, on PUT /link/{id}", async (_, body, fields) => {
    await site.createLink({ alias: "taken" });
    expectRefused(await site.call("PUT", `/link/${linkId}`, body), ...fields);
  });

  it("a bad url, a bad title, a QR style and a contradiction, on POST /redirect", async () => {
    const body = { url: "not a host!", title: 5, qr: {}, type: "301", status: 302 };
    expectRefused(await site.call("POST", "/redirect", body), "url", "title", "qr", "status");
  });

  it("a url that is not connected, a bad title and a contradiction, on POST /redirect", async () => {
    const body = { url: "nobody.acme.example/x", title: 5, type: "301", status: 302 };
    expectRefused(await site.call("POST", "/redirect", body), "url", "title", "status");
  });
});
