import { describe, expect, it } from "vitest";
import { clicksOn, deliver, messageOf } from "../../support/click.ts";
import { createSite, expectRefused, requireOk } from "../../support/site.ts";
import { queryOf, setColumns } from "../../support/list.ts";

describe("[11.9] timestamps", () => {
  it.each([
    "9999-12-31T23:59:59.999999999-14:00",
    "0000-01-01T00:00:00+14:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+00:01",
  ])("that no answer can show are a 422: %s", async (moment) => {
    const site = await createSite();
    expectRefused(await site.call("POST", "/link", { host: site.host, expires: moment }), "expires");
    const query = queryOf({ filter: { created_after: moment } });
    expectRefused(await site.call("GET", `/links${query}`), "filter.created_after");
  });

  it.each([
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["1970-01-01T00:00:00-00:01", "1970-01-01T00:01:00.000Z"],
  ])("at the ends are taken: %s", async (moment, shown) => {
    const site = await createSite();
    expect((await site.createLink({ expires: moment })).expired_at).toBe(shown);
  });
});

describe("[11.14] tags with a comma", () => {
  it("are a 422, on creation and in a change", async () => {
    const site = await createSite();
    const tags = ["fine", "a,b"];
    expectRefused(await site.call("POST", "/link", { host: site.host, tags }), "tags.1");
    const { id } = await site.createLink();
    expectRefused(await site.call("PUT", `/link/${id}`, { tags }), "tags.1");
  });

  it("that a record already has can be sent back with new ones", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    await setColumns(id, { tags: '["a,b"]' });
    const read = requireOk(await site.call("GET", `/link/${id}`)).body;
    expect(requireOk(await site.call("PUT", `/link/${id}`, { ...read, title: "T" })).body.tags).toEqual([
      "a,b",
    ]);
    expect(requireOk(await site.call("PUT", `/link/${id}`, { tags: ["a,b", "c"] })).body.tags).toEqual([
      "a,b",
      "c",
    ]);
    expectRefused(await site.call("PUT", `/link/${id}`, { tags: ["a,b", "c,d"] }), "tags.1");
  });
});

describe("[10.3] PUT /host/{host}", () => {
  it("writes nothing where nothing changes", async () => {
    const site = await createSite();
    const read = requireOk(await site.call("GET", `/host/${site.host}`)).body;
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, read)).body).toEqual(read);
    expect(requireOk(await site.call("PUT", `/host/${site.host}`, {})).body).toEqual(read);
    const changed = requireOk(
      await site.call("PUT", `/host/${site.host}`, { ...read, https_requested: false }),
    );
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThan(Date.parse(read.updated_at));
  });
});

describe("[14.3] settings of a workspace", () => {
  it.each([
    "http://127.0.0.1:9/x",
    "http://localhost/x",
    "https://hook.localhost",
    "https://10.0.0.1/x",
    "http://[::1]/x",
    "http://169.254.169.254/latest",
  ])("a notify_url that is never requested is a 422: %s", async (value) => {
    const site = await createSite();
    const answer = await site.call("POST", "/workspace/update/notify_url", { value });
    expectRefused(answer, "value");
    expect(answer.body.errors.value[0]).toContain("no notification");
    requireOk(await site.call("POST", "/workspace/update/not_found_url", { value }));
  });

  it.each(["ZZ", "XX", "EU", "UK", "D", "DEU"])("an unknown country is a 422: %s", async (value) => {
    const site = await createSite();
    expectRefused(await site.call("POST", "/workspace/update/country", { value }), "value");
  });

  it.each(["DE", "gb", " US "])("a country is taken in either letter case: %s", async (value) => {
    const site = await createSite();
    const { body } = requireOk(await site.call("POST", "/workspace/update/country", { value }));
    expect(body.country).toBe(value.trim().toUpperCase());
  });
});

describe("[9.10] ids", () => {
  it("are read in either letter case", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    const upper = (id as string).toUpperCase();
    expect(requireOk(await site.call("GET", `/links/${upper}`)).body.id).toBe(id);
    expect(requireOk(await site.call("PUT", `/link/${upper}`, { title: "T" })).body.id).toBe(id);
    const list = await site.call("GET", `/links${queryOf({ filter: { id: upper } })}`);
    expect(requireOk(list).body.data).toHaveLength(1);
  });

  it("show and delete the same in either letter case", async () => {
    const site = await createSite();
    const { id } = await site.createLink();
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://b.example" }));
    await deliver([messageOf(...clicksOn(id, 2))]);
    const token = requireOk(await site.call("POST", "/tokens", { name: "t" })).body.id;
    const paths = [`/links/${id}/history`, `/links/${id}/stats`, `/workspace/${site.id}`];
    for (const path of paths) {
      const upper = path.replace(/[^/]*-[^/]*/, (given) => given.toUpperCase());
      expect(upper).not.toBe(path);
      const { body } = requireOk(await site.call("GET", path));
      expect(requireOk(await site.call("GET", upper)).body, path).toEqual(body);
    }
    requireOk(await site.call("DELETE", `/tokens/${token.toUpperCase()}`));
    expect((await site.call("DELETE", `/tokens/${token}`)).status).toBe(404);
  });
});

describe("an error message", () => {
  it("names the missing part of a url", async () => {
    const site = await createSite();
    const body = { handler: "short-url", host: site.host, url: "/x" };
    const answer = await site.call("POST", "/links", body);
    expect(answer.body.errors.url).toEqual(["must be a hostname and an alias"]);
    expect((await site.call("POST", "/redirect", { url: "/x" })).body.errors.url).toEqual([
      "must begin with a hostname",
    ]);
  });

  it("[9.11] Allow lists HEAD where GET is answered", async () => {
    const site = await createSite();
    const answer = await site.call("PATCH", "/link");
    expect(answer.headers.get("Allow")?.split(", ").toSorted()).toEqual(["GET", "HEAD", "POST"]);
  });

  it.each(["/", ""])("the entrance points to the document: /v1%s", async (path) => {
    const site = await createSite();
    const answer = await site.call("GET", path);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toContain("/v1/openapi.json");
  });
});
