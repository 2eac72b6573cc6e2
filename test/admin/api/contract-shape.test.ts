import { beforeAll, describe, expect, it } from "vitest";
import { ANY_RECORD_MEMBERS } from "../../support/record-members.ts";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/** Whole shapes of answers: every field that the contract names, each of its type, and no other. */

const HOSTNAME =
  "host held proof domain correct default_require require current errors counts https_requested force_https " +
  "ssl_renews_at ssl_issued_at connected_via connected_at dns_verified_at created_by short_links_enabled " +
  "public notice checked_at expired_url not_found_url created_at updated_at hsts misses branding pages is_preview_off";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function expectKeys(body: RecordBody, names: string): void {
  expect(Object.keys(body).toSorted()).toEqual(names.split(" ").toSorted());
}

describe("the shape of any record", () => {
  it.each(["short-url", "qr", "redirect", "migration"])(
    "[11.2, 12.9] of a %s is what POST, GET, PUT, pause and resume of /links answer",
    async (handler) => {
      const made = { handler, host: site.host, url: `${site.host}/${handler}` };
      const { body } = requireOk(await site.call("POST", "/links", made));
      expectKeys(body, "data");
      const [record] = body.data;
      expectKeys(record, ANY_RECORD_MEMBERS.join(" "));
      for (const [method, path] of [
        ["GET", ""],
        ["PUT", ""],
        ["POST", "/pause"],
        ["POST", "/resume"],
      ]) {
        const sent = method === "PUT" ? { title: "x" } : undefined;
        const answer = requireOk(await site.call(method ?? "", `/links/${record.id}${path}`, sent));
        expectKeys(answer.body, ANY_RECORD_MEMBERS.join(" "));
        expect(answer.body).toMatchObject({ id: record.id, handler, total_clicks: 0 });
      }
      expect(record.creator).toEqual({ id: site.userId, name: expect.stringMatching(/\S/) });
    },
  );

  it("[11.1] has every field of its type", async () => {
    const body = { handler: "qr", host: site.host, destination: "https://example.com", tags: ["a"] };
    const [record] = requireOk(await site.call("POST", "/links", body)).body.data;
    const types = Object.fromEntries(
      Object.entries(record as object).map(([name, value]) => [name, typeof value]),
    );
    expect(types).toMatchObject({
      https: "boolean",
      has_password: "boolean",
      forward_path: "boolean",
      forward_query: "boolean",
      is_notify: "boolean",
      is_switch_unbroken_destination: "boolean",
      total_clicks: "number",
      status: "string",
      type: "string",
      monitor: "string",
      destination_routing: "string",
      url: "string",
      created_by: "string",
      created_via: "string",
    });
    expect([record.file, record.paused_by, record.expired_at]).toEqual([null, null, null]);
    for (const list of [record.destinations, record.plugins, record.tags]) expect(list).toBeInstanceOf(Array);
    expectKeys(record.utm, "source medium campaign term content");
    expectKeys(record.qr, "theme eyes color background frame caption logo show_url margin");
    for (const [name, value] of Object.entries(record.qr as object)) {
      expect(typeof value, name).toBe(name === "logo" || name === "show_url" ? "boolean" : "string");
    }
  });
});

describe("a hostname", () => {
  it("[10.1] has every field of the contract, and no other, in every answer", async () => {
    const path = `/host/${site.host}`;
    const list = requireOk(await site.call("GET", "/host")).body.data;
    const answers = [
      list[0],
      requireOk(await site.call("GET", path)).body,
      requireOk(await site.call("PUT", path, { https_requested: true })).body,
      requireOk(await site.call("POST", "/host", { host: `new.${site.host}` })).body,
    ];
    for (const body of answers) {
      expectKeys(body, HOSTNAME);
      expectKeys(body.created_by, "id name");
      for (const name of ["require", "current", "errors", "counts"]) expect(body[name]).toBeInstanceOf(Array);
      const flags = ["correct", "https_requested", "force_https", "short_links_enabled", "public"];
      for (const name of flags) expect(typeof body[name], name).toBe("boolean");
      expect(typeof body.notice).toBe("string");
    }
  });
});

describe("facets", () => {
  it("[13.11] take hosts_limit and hosts_search without a value for absent ones", async () => {
    const whole = requireOk(await site.call("GET", "/links/facets")).body;
    const empty = requireOk(await site.call("GET", "/links/facets?hosts_limit=&hosts_search=")).body;
    expect(empty).toEqual(whole);
  });
});

describe("created_via and source", () => {
  it("[11.8, 18.1] are api of a call and import of an import", async () => {
    const { body } = requireOk(
      await site.call("POST", "/bulk/import", { rows: [{ host: site.host, alias: "imported" }] }),
    );
    const read = async (id: string) => requireOk(await site.call("GET", `/links/${id}`)).body.created_via;
    expect(await read(body.data[0].id)).toBe("import");
    expect(await read((await site.createLink()).id)).toBe("api");
  });
});
