import { DEFAULT_QR_STYLE } from "../../../src/domain/qr-style.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type RecordBody, type Site } from "../../support/site.ts";

const [A, B] = ["https://a.example", "https://b.example"];
const QR = DEFAULT_QR_STYLE;
const UTM = { source: "", medium: "", campaign: "", term: "", content: "" };
let site: Site;
let count = 0;

beforeAll(async () => {
  site = await createSite();
  requireOk(await site.call("PUT", "/files/menu", "<h1>"));
});

async function make(handler: string, fields: object = {}): Promise<RecordBody> {
  count++;
  const body = { handler, host: site.host, url: `${site.host}/Path-${count}`, destination: A, ...fields };
  return requireOk(await site.call("POST", "/links", body)).body.data[0];
}

async function put(record: RecordBody, body: object): Promise<RecordBody> {
  return requireOk(await site.call("PUT", `/links/${record.id}`, body)).body;
}

describe("PUT /links/{id}", () => {
  it.each<[string, object]>([
    ["short-url", { tags: ["a"], qr: { theme: "dots" }, password: "open sesame", status: "paused" }],
    ["short-url", { url: undefined, alias: "é-🎉" }],
    [
      "short-url",
      {
        destinations: [A, B],
        destination: undefined,
        destination_routing: "weighted:1,2",
        utm: ["source=x"],
      },
    ],
    ["qr", { expires: "2126-01-01T00:00:00Z", type: "frame" }],
    ["redirect", { url: undefined }],
    ["redirect", { url: "HOST/" }],
    ["redirect", { url: "HOST/a/b?x=1&y=%20" }],
    ["migration", { url: "HOST/blog/*", forward_path: true }],
  ])(
    "[3.14] changes nothing of a %s with %j that is sent back as GET returned it",
    async (handler, fields) => {
      const text = JSON.stringify({
        handler,
        host: site.host,
        destination: A,
        url: `HOST/back-${count++}`,
        ...fields,
      });
      const created = requireOk(
        await site.call("POST", "/links", JSON.parse(text.replaceAll("HOST", site.host)) as object),
      ).body.data[0];
      const shown = requireOk(await site.call("GET", `/links/${created.id}`)).body;
      expect(await put(shown, shown)).toEqual(shown);
      expect(await put(shown, {})).toEqual(shown);
      expect(requireOk(await site.call("GET", `/links/${created.id}/history`)).body.meta.cursor.total).toBe(
        0,
      );
    },
  );

  it("[11.6] changes nothing of a record that serves HTML, either", async () => {
    const link = await make("short-url");
    requireOk(await site.call("PUT", `/link/${link.id}`, { file: "menu" }));
    const shown = requireOk(await site.call("GET", `/links/${link.id}`)).body;
    expect(shown).toMatchObject({
      destination: null,
      destinations: [],
      type: "html",
      status: "200",
      file: "menu",
    });
    expect(await put(shown, shown)).toEqual(shown);
  });

  it.each(["short-url", "qr", "redirect", "migration"])(
    "[12.10, 12.13] takes every write-side field of a %s",
    async (handler) => {
      const record = await make(handler);
      const after = await put(record, {
        title: "T",
        description: "D",
        type: "307",
        forward_path: true,
        forward_query: true,
        utm: ["source=x"],
        destinations: [B, A],
        destination_routing: "weighted:1,3",
        plugins: ["sticky"],
        is_notify: true,
        is_switch_unbroken_destination: true,
        expires: "2126-01-31T10:30:00+01:00",
        password: "open sesame",
        tags: ["a", "b"],
      });
      const { updated_at: _, ...expected } = {
        ...record,
        title: "T",
        description: "D",
        type: "307",
        status: "307",
        forward_path: true,
        forward_query: true,
        utm: { ...UTM, source: "x" },
        destination: B,
        destinations: [B, A],
        destination_routing: "weighted:1,3",
        plugins: ["sticky"],
        is_notify: true,
        is_switch_unbroken_destination: true,
        monitor: "pending",
        expired_at: "2126-01-31T09:30:00.000Z",
        has_password: true,
        tags: ["a", "b"],
      };
      const { updated_at, ...shown } = after;
      expect(shown).toEqual(expected);
      expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(record.updated_at));
      expect(requireOk(await site.call("GET", `/links/${record.id}`)).body).toEqual(after);
      expect(requireOk(await site.call("GET", `/links/${record.id}/history`)).body.data).toMatchObject([
        {
          old: {
            destination: [A],
            utm: UTM,
            type: handler === "short-url" || handler === "qr" ? "302" : "301",
            password: false,
          },
          new: { destination: [B, A], utm: { ...UTM, source: "x" }, type: "307", password: true },
        },
      ]);
    },
  );

  it.each<[string, object]>([
    ["handler", { handler: "qr" }],
    ["handler", { handler: "nothing" }],
    ["host", { host: "other.example" }],
    ["alias", { alias: "another" }],
    ["url", { url: "https://other.example/x" }],
    ["url", { url: "HOST/another" }],
    ["url", { url: "not a url" }],
    ["path", { path: "/another" }],
    ["tld", { tld: "com" }],
    ["file", { file: "menu" }],
  ])("[11.3, 12.10] refuses another %s: %j", async (field, body) => {
    for (const handler of ["short-url", "redirect"]) {
      const record = await make(handler);
      const written = JSON.parse(JSON.stringify(body).replace("HOST", site.host)) as object;
      expectRefused(await site.call("PUT", `/links/${record.id}`, { ...written, title: "x" }), field);
      expect(requireOk(await site.call("GET", `/links/${record.id}`)).body).toEqual(record);
    }
  });

  it("[11.16] accepts place and handler that repeat the current ones, in any spelling", async () => {
    const record = await make("short-url");
    const { host, alias } = record;
    for (const body of [
      { handler: "short-url", host, alias, path: alias, tld: "example", file: null },
      { path: `/${alias}`, url: `${host}/${alias}` },
      { url: `https://${host}/${alias}/`, host: host.toUpperCase() },
    ]) {
      expect(await put(record, body)).toEqual(record);
    }
  });

  it("[9.13] names every bad field at once", async () => {
    const record = await make("redirect");
    const body = { title: 5, alias: "x", destinations: [A, "ftp://x"], status: 200, tags: "a" };
    expectRefused(
      await site.call("PUT", `/links/${record.id}`, body),
      "title",
      "alias",
      "destinations.1",
      "status",
      "tags",
    );
  });
});

describe("qr", () => {
  it("[11.15] is changed in part, and null removes it from a short link", async () => {
    const record = await make("short-url");
    expect(record.qr).toBeNull();
    expect((await put(record, { qr: { color: "#5A1B2C" } })).qr).toEqual({ ...QR, color: "#5a1b2c" });
    expect((await put(record, { qr: { logo: true } })).qr).toEqual({ ...QR, color: "#5a1b2c", logo: true });
    expect((await put(record, { qr: {} })).qr).toEqual({ ...QR, color: "#5a1b2c", logo: true });
    expect((await put(record, { qr: null })).qr).toBeNull();
    expect(requireOk(await site.call("GET", `/links/${record.id}/history`)).body.meta.cursor.total).toBe(0);
  });

  it("[11.15] of the handler qr changes, but null is refused", async () => {
    const record = await make("qr");
    expect((await put(record, { qr: { margin: "10", show_url: true } })).qr).toEqual({
      ...QR,
      margin: "10",
      show_url: true,
    });
    expectRefused(await site.call("PUT", `/links/${record.id}`, { qr: null }), "qr");
  });

  it.each(["redirect", "migration"])(
    "[12.10] is refused on a %s, but null is what stands",
    async (handler) => {
      const record = await make(handler);
      expectRefused(await site.call("PUT", `/links/${record.id}`, { qr: { theme: "dots" } }), "qr");
      expectRefused(await site.call("PUT", `/links/${record.id}`, { qr: {} }), "qr");
      expect(await put(record, { qr: null })).toEqual(record);
    },
  );

  it.each<[object, string]>([
    [{ theme: "round" }, "qr.theme"],
    [{ color: "red" }, "qr.color"],
    [{ color: "#A1B2C3" }, "qr.color"],
    [{ logo: "true" }, "qr.logo"],
    [{ show_url: 1 }, "qr.show_url"],
    [{ margin: 4 }, "qr.margin"],
    [{ margin: "11" }, "qr.margin"],
  ])("refuses %j", async (qr, field) => {
    const record = await make("qr");
    expectRefused(await site.call("PUT", `/links/${record.id}`, { qr }), field);
  });
});
