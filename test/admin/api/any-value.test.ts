import { describe, expect, it } from "vitest";
import { createSite, requireOk } from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";

/** What clients send by mistake or by design. */
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "x",
  "\u0000",
  "\ud800",
  "' OR 1=1 --",
  "__proto__",
  "%",
  "%ff",
  "../..",
  "\u0301".repeat(100),
  "9".repeat(400),
  "https://",
  "weighted:",
  [],
  [null],
  [[]],
  [{}],
  ["\ud800"],
  {},
  { length: 1 },
  { source: {} },
  { theme: [] },
];

const FIELDS = [
  "host",
  "alias",
  "url",
  "path",
  "tld",
  "file",
  "title",
  "description",
  "type",
  "status",
  "forward_path",
  "forward_query",
  "utm",
  "destination",
  "destinations",
  "destination_routing",
  "plugins",
  "is_notify",
  "is_switch_unbroken_destination",
  "expires",
  "password",
  "tags",
  "qr",
];

function expectDecent(answer: Answer, sent: unknown): void {
  expect([200, 422], JSON.stringify(sent)).toContain(answer.status);
  expect(JSON.stringify(answer.body)).not.toMatch(/D1_|SQLITE|SyntaxError|TypeError|URIError|RangeError/);
}

describe("[9.13] whatever stands in a field, the answer is a 200 or a 422", () => {
  it.each(FIELDS)("%s", async (field) => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "standing", destination: "https://example.com" });
    const redirect = await site.createRedirect("/redirect");
    for (const value of VALUES) {
      const body = { [field]: value };
      expectDecent(await site.call("POST", "/link", { host: site.host, ...body }), body);
      expectDecent(await site.call("PUT", `/link/${id}`, body), body);
      expectDecent(await site.call("POST", "/redirect", { url: `${site.host}/*`, ...body }), body);
      expectDecent(await site.call("PUT", `/redirect/${redirect.id}`, body), body);
    }
  });

  it("the hostname of POST /host", async () => {
    const site = await createSite();
    for (const value of VALUES) {
      expectDecent(await site.call("POST", "/host", { host: value }), value);
    }
  });

  it("of the rows of an import, each with a fate of its own", async () => {
    const site = await createSite();
    const bodies = FIELDS.flatMap((field) => VALUES.map((value) => ({ [field]: value })));
    const places = [
      (index: number) => ({ host: site.host, alias: `row-${index}` }),
      (index: number) => ({ url: `${site.host}/old/${index}` }),
    ];
    for (const placeAt of places) {
      const rows = bodies.map((body, index) => ({
        ...placeAt(index),
        destination: "https://example.com",
        ...body,
      }));
      const all = [...rows, ...VALUES];
      const answer = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows: all }));
      expectDecent(answer, "rows");
      expect(answer.body.data).toHaveLength(all.length);
      const results = new Set(answer.body.data.map(({ result }: { result: string }) => result));
      expect(results).toEqual(new Set(["created", "failed"]));
    }
  });

  it("of rows and mode", async () => {
    const site = await createSite();
    for (const value of VALUES) {
      expectDecent(await site.call("POST", "/bulk/import", { rows: value }), value);
      expectDecent(await site.call("POST", "/bulk/import", { rows: [], mode: value }), value);
    }
  });
});
