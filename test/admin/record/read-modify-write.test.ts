import { describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/** A client reads a record, changes one member of what it read, and sends the whole back. */

const [A, B, C] = ["https://a.example/1", "https://b.example/2", "https://c.example/3"];

interface Kind {
  handler: string;
  /** What follows the hostname in `url`. */
  suffix: string;
  fields?: object;
  /** Fields that only a PUT of the own endpoint takes. */
  later?: object;
}

const KINDS: Record<string, Kind> = {
  "short link": { handler: "short-url", suffix: "/one", fields: { destination: A } },
  "short link of three destinations": {
    handler: "short-url",
    suffix: "/three",
    fields: {
      destinations: [A, B, C],
      destination_routing: "weighted:5,3,2",
      utm: { source: "s", term: "t" },
      expires: "2126-01-31T10:30:00+01:00",
      password: "open sesame",
      tags: ["x", "Y"],
      title: "T",
      plugins: ["sticky"],
      qr: { theme: "dots" },
    },
  },
  "short link without a destination": { handler: "short-url", suffix: "/none" },
  "paused short link": {
    handler: "short-url",
    suffix: "/paused",
    fields: { destination: A, status: "paused" },
  },
  "QR code": { handler: "qr", suffix: "/code", fields: { destination: A } },
  frame: { handler: "short-url", suffix: "/frame", fields: { destination: A, type: "frame" } },
  page: { handler: "short-url", suffix: "/page", later: { file: "menu" } },
  redirect: { handler: "redirect", suffix: "/old", fields: { destination: A } },
  "redirect of a query": {
    handler: "redirect",
    suffix: "/old?x=1&y=%C3%A9",
    fields: { destinations: [A, B], destination_routing: "random" },
  },
  "redirect of a path and all below": { handler: "redirect", suffix: "/blog/*", fields: { destination: A } },
  "redirect of a whole hostname": { handler: "redirect", suffix: "", fields: { type: "308" } },
  migration: { handler: "migration", suffix: "/", fields: { destination: A, forward_path: true } },
};

/** Members that a client changes, with what the record shows afterwards. */
type Edit = [name: string, edit: (record: RecordBody) => object, shown: (record: RecordBody) => object];

const isMany = (record: RecordBody) => record.destinations.length > 1;

const EDITS: Edit[] = [
  ["nothing", () => ({}), () => ({})],
  ["title", () => ({ title: "New" }), () => ({ title: "New" })],
  ["type", () => ({ type: "307" }), () => ({ type: "307", status: "307" })],
  ["type to frame", () => ({ type: "frame" }), () => ({ type: "frame", status: "200" })],
  ["status", () => ({ status: "303" }), () => ({ type: "303", status: "303" })],
  ["status as a number", () => ({ status: 303 }), () => ({ type: "303", status: "303" })],
  ["status to paused", () => ({ status: "paused" }), () => ({ paused_by: "user" })],
  ["status to active", () => ({ status: "active" }), () => ({ paused_by: null })],
  [
    "destination",
    () => ({ destination: "https://new.example" }),
    ({ destinations }) => ({
      destination: "https://new.example",
      destinations: ["https://new.example", ...destinations.slice(1)],
      file: null,
    }),
  ],
  [
    "destination to null",
    () => ({ destination: null }),
    () => ({ destination: null, destinations: [], destination_routing: "primary" }),
  ],
  [
    "destinations",
    ({ destinations }) => ({
      destinations: destinations.length > 1 ? destinations.toReversed() : ["https://new.example"],
    }),
    ({ destinations }) => ({
      destination: destinations.length > 1 ? destinations.at(-1) : "https://new.example",
      file: null,
    }),
  ],
  [
    "destinations to none",
    () => ({ destinations: [] }),
    () => ({ destination: null, destinations: [], destination_routing: "primary" }),
  ],
  [
    "destination_routing",
    (record) => ({ destination_routing: isMany(record) ? "sequential" : "random" }),
    (record) => ({ destination_routing: isMany(record) ? "sequential" : "random" }),
  ],
  ["tags", () => ({ tags: ["z"] }), () => ({ tags: ["z"] })],
  ["utm", () => ({ utm: { source: "new" } }), () => ({ utm: expect.objectContaining({ source: "new" }) })],
  [
    "expires",
    () => ({ expires: "2127-01-01T00:00:00Z" }),
    () => ({ expired_at: "2127-01-01T00:00:00.000Z" }),
  ],
];

/** Pages keep their type: only a destination, or `file: null`, makes them redirects again. */
const REFUSED_OF_PAGES: Record<string, string> = {
  type: "type",
  "type to frame": "type",
  status: "status",
  "status as a number": "status",
};

async function make(site: Site, { handler, suffix, fields, later }: Kind): Promise<RecordBody> {
  const body = { handler, host: site.host, url: site.host + suffix, ...fields };
  const record = requireOk(await site.call("POST", "/links", body)).body.data[0];
  if (later !== undefined) requireOk(await site.call("PUT", `/link/${record.id}`, later));
  return record;
}

describe("[3.14] what was read, with one member changed, is taken back", () => {
  it.each(Object.entries(KINDS).map(([name, kind], nth) => ({ name, kind, nth })))(
    "$name",
    async ({ name, kind, nth }) => {
      const own = kind.handler === "redirect" || kind.handler === "migration" ? "/redirect" : "/link";
      const ways: [from: string, to: string][] = [
        [own, own],
        [own, "/links"],
        ["/links", own],
      ];
      const site = await createSite();
      requireOk(await site.call("PUT", "/files/menu", "<h1>"));
      for (const [index, [edit, change, shown]] of EDITS.entries()) {
        // Each edit goes every way for some kinds, and each kind goes every way with some edits.
        const [from, to] = ways[(nth + index) % ways.length] ?? [own, own];
        const { id } = await make(site, kind);
        const read = requireOk(await site.call("GET", `${from}/${id}`)).body;
        const before = from === to ? read : requireOk(await site.call("GET", `${to}/${id}`)).body;
        const answer = await site.call("PUT", `${to}/${id}`, { ...read, ...change(read) });
        const what = `${edit}, from ${from} to ${to}`;
        const refused = name === "page" ? REFUSED_OF_PAGES[edit] : undefined;
        if (refused !== undefined) {
          expectRefused(answer, refused);
        } else {
          expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(200);
          expect(answer.body, what).toMatchObject(shown(read));
          // What was not changed stays, and so does all of it where nothing was.
          for (const field of ["id", "url", "host", "created_at", "has_password", "plugins", "description"]) {
            expect(answer.body[field], `${what}: ${field}`).toEqual(before[field]);
          }
          if (edit === "nothing") expect(answer.body).toEqual(before);
        }
        requireOk(await site.call("DELETE", `/links/${id}`));
      }
    },
  );
});

describe("[3.14] the source of what was read can be changed alone", () => {
  it("alias, host and url of a short link", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ alias: "first" });
    for (const [change, alias] of [
      [{ alias: "second" }, "second"],
      [{ url: `https://${site.host}/third` }, "third"],
      [{ path: "/fourth" }, "fourth"],
    ] as const) {
      const read = requireOk(await site.call("GET", `/links/${id}`)).body;
      const answer = requireOk(await site.call("PUT", `/link/${id}`, { ...read, ...change }));
      expect(answer.body).toMatchObject({ alias, url: `http://${site.host}/${alias}` });
    }
  });

  it("url of a redirect, in what GET /links answers", async () => {
    const site = await createSite();
    const { id } = await site.createRedirect("/first?x=1");
    const read = requireOk(await site.call("GET", `/links/${id}`)).body;
    const url = `${site.host}/second/*`;
    expect(requireOk(await site.call("PUT", `/redirect/${id}`, { ...read, url })).body.url).toBe(
      `http://${url}`,
    );
  });

  it.each(["alias", "path", "qr", "file", "handler"])(
    "[12.6] %s of a redirect is a 422 where it differs",
    async (field) => {
      const site = await createSite();
      const { id } = await site.createRedirect("/a");
      const value = { qr: { theme: "dots" }, handler: "migration" }[field] ?? "other";
      const refused = await site.call("PUT", `/redirect/${id}`, { [field]: value });
      expectRefused(refused, field);
      if (field === "file") expect(refused.body.errors.file).toEqual(["is for short links only"]);
      expectRefused(await site.call("PUT", `/links/${id}`, { [field]: value }), field);
    },
  );

  it.each([
    ["/redirect", "/redirect"],
    ["/links", "/redirect"],
    ["/links", "/links"],
  ])("[9.20] what GET %s answers of a redirect makes a copy by POST %s", async (from, to) => {
    const site = await createSite();
    const { id } = await site.createRedirect("/first?x=1");
    const read = requireOk(await site.call("GET", `${from}/${id}`)).body;
    const place = { url: `${site.host}/copy/*`, ...(from === "/links" && { alias: "copy/*" }) };
    const copy = requireOk(await site.call("POST", to, { ...read, ...place })).body.data[0];
    expect(copy).toMatchObject({ url: `http://${site.host}/copy/*`, destination: read.destination });
    const other = { ...read, ...place, url: `${site.host}/more` };
    if (from === "/links") expectRefused(await site.call("POST", to, { ...other, alias: "copy/*" }), "alias");
    else expectRefused(await site.call("POST", to, { ...other, tld: "co.uk" }), "tld");
  });
});

describe("[9.20] fields that only answers have", () => {
  it.each(["/link", "/links"])("expired_at and paused_by that differ are a 422 by PUT %s", async (path) => {
    const site = await createSite();
    const { id } = await site.createLink({ expires: "2126-01-01T00:00:00Z" });
    const put = (body: object) => site.call("PUT", `${path}/${id}`, body);
    for (const moment of ["2127-01-01T00:00:00Z", null, "", 5, "soon"]) {
      const refused = await put({ expired_at: moment, title: "New" });
      expectRefused(refused, "expired_at");
      expect(refused.body.errors.expired_at[0]).toContain("expires");
    }
    for (const pausedBy of ["user", "system", "", true]) {
      const refused = await put({ paused_by: pausedBy });
      expectRefused(refused, "paused_by");
      expect(refused.body.errors.paused_by[0]).toContain("status");
    }
    expect(requireOk(await site.call("GET", `/links/${id}`)).body.title).toBe("");
    requireOk(await put({ expired_at: "2126-01-01T01:00:00+01:00", paused_by: null }));
  });

  it("are otherwise taken and change nothing", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destination: A });
    const read = requireOk(await site.call("GET", `/links/${id}`)).body;
    const shown = {
      id: "other",
      https: "yes",
      has_password: true,
      total_clicks: 99,
      monitor: "broken",
      created_by: null,
      creator: { id: "x" },
      created_via: "import",
      created_at: "x",
      updated_at: 5,
    };
    for (const path of ["/link", "/links"]) {
      requireOk(await site.call("PUT", `${path}/${id}`, shown));
    }
    expect(requireOk(await site.call("GET", `/links/${id}`)).body).toEqual(read);
  });
});
