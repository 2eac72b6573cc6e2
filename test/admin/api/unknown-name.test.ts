import { beforeAll, describe, expect, it } from "vitest";
import { hold } from "../../support/holdings.ts";
import { exampleOf, hasBody, operations, sendTo, type Operation } from "../../support/operation.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

const named: [string, Operation][] = operations.map((operation) => [
  `${operation.method} ${operation.path}`,
  operation,
]);
const json = named.filter(([, operation]) => exampleOf(operation).type === "application/json");
const bodiless = named.filter(
  ([, operation]) => ["POST", "DELETE"].includes(operation.method) && !hasBody(operation),
);

let site: Site;
let parameters: (operation: Operation) => Record<string, string>;

/** Each group has a workspace of its own, whose token has as many calls as the group has operations. */
function useSite(): void {
  beforeAll(async () => {
    site = await createSite();
    const holdings = await hold(site, "held");
    parameters = (operation) => holdings.parameters(operation);
  });
}

describe("[9.13] names that an endpoint does not know are a 422", () => {
  useSite();

  it.each(named)("a query parameter: %s", async (_, operation) => {
    const { type, text } = exampleOf(operation);
    const answer = await sendTo(operation, parameters(operation), {
      token: site.token,
      ...(hasBody(operation) && { type, body: text }),
      query: "?page=2&filters[host]=x&Per_page=5&empty=",
    });
    expect(answer.status, answer.text).toBe(422);
    const { errors } = JSON.parse(answer.text) as { errors: object };
    expect(Object.keys(errors)).toEqual(["page", "filters.host", "Per_page", "empty"]);
  });
});

describe("[9.13] fields that an endpoint does not know are a 422", () => {
  useSite();

  it.each(json)("a field of the body: %s", async (_, operation) => {
    const { type, text } = exampleOf(operation);
    const body = JSON.stringify({ ...(JSON.parse(text) as object), nonsense: 1, other_nonsense: null });
    const answer = await sendTo(operation, parameters(operation), { token: site.token, type, body });
    expect(answer.status, answer.text).toBe(422);
    const { errors } = JSON.parse(answer.text) as { errors: object };
    expect(errors).toMatchObject({
      nonsense: ["is not a field of this endpoint"],
      other_nonsense: ["is not a field of this endpoint"],
    });
  });
});

describe("[9.13] what an endpoint does not take is a 422", () => {
  useSite();

  it.each(bodiless)("a body where there is none: %s", async (_, operation) => {
    const send = (body: string) =>
      sendTo(operation, parameters(operation), { token: site.token, type: "application/json", body });
    expect(JSON.parse((await send('{"reason":"x"}')).text)).toMatchObject({
      errors: { reason: ["is not a field of this endpoint"] },
    });
    expect((await send('"x"')).status).toBe(422);
    // A deletion would take from the other tests what they ask about.
    if (operation.method === "POST") expect((await send("{}")).status).toBe(200);
  });

  it("a filter where there is none, by the name that was sent", async () => {
    expectRefused(await site.call("GET", "/files?filter[host]=x"), "filter.host");
    requireOk(await site.call("GET", "/links?filter[host]=x"));
  });

  it("a member of an object in a body, whatever its name", async () => {
    const { status, body } = await site.call(
      "PUT",
      `/host/${site.host}`,
      '{"pages": {"__proto__": null, "405": null}}',
      { "Content-Type": "application/json" },
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ["pages.405", "pages.__proto__"]]);
  });

  it("filters that are none, all at once", async () => {
    const { status, body } = await site.call(
      "GET",
      "/links?filter[hosts]=x&filter[host]=x&filter[__proto__]=x",
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ["filter.hosts", "filter.__proto__"]]);
  });
});

describe("[9.20] a hostname can be sent back", () => {
  it("as GET answered it, with one member changed", async () => {
    const own = await createSite();
    const read = requireOk(await own.call("GET", `/host/${own.host}`)).body;
    const put = (body: object) => own.call("PUT", `/host/${own.host}`, body);
    const after = requireOk(await put({ ...read, short_links_enabled: false })).body;
    expect(after).toMatchObject({ host: own.host, short_links_enabled: false });
    requireOk(await put({ ...after, short_links_enabled: true }));
    expect(requireOk(await put({ short_links_enabled: null })).body.short_links_enabled).toBe(true);
    expectRefused(await put({ ...read, short_link_enabled: false }), "short_link_enabled");
  });
});
