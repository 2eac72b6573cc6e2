import { beforeAll, expect, it } from "vitest";
import { work } from "../../support/change.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

let site: Site;
const END = { expires: "2100-01-01T00:00:00Z", destination: "https://example.com/" };

beforeAll(async () => {
  site = await createSite();
});

it("[33.14] the expired_url of a record that leads back to itself is refused, in whatever order it was written", async () => {
  const [a, b] = ["a", "b"].map((alias) => `http://${site.host}/${alias}`);
  const link = (alias: string, fields: object) =>
    site.call("POST", "/link", { host: site.host, alias, ...fields });
  const { id } = requireOk(await link("a", { ...END, expired_url: b })).body.data[0];
  expectRefused(await link("b", { ...END, expired_url: a }), "expired_url");
  // Without an end it leads nowhere, until it gets one.
  const other = requireOk(await link("b", { destination: END.destination, expired_url: a })).body.data[0];
  expectRefused(await site.call("PUT", `/link/${other.id}`, { max_clicks: 5 }), "expired_url");
  requireOk(await site.call("PUT", `/link/${id}`, { expired_url: "https://example.com/over" }));
  requireOk(await site.call("PUT", `/link/${other.id}`, { max_clicks: 5 }));
});

it.each([
  ["of a link", { alias: "own" }, "/own"],
  ["of a link, in another spelling", { alias: "spelled" }, "/Spelle%64/?x#y"],
  ["of a prefix, on a path that only it answers", { url: "/below/*" }, "/below/archive"],
])("[33.14] the expired_url %s is not answered by the record itself", async (_, source, path) => {
  const expired_url = `https://${site.host}${path}`;
  const { endpoint, body } =
    "url" in source
      ? { endpoint: "/redirect", body: { url: site.host + source.url } }
      : { endpoint: "/link", body: { host: site.host, ...source } };
  expectRefused(await site.call("POST", endpoint, { ...END, ...body, expired_url }), "expired_url");
});

it("[33.14] an undo brings back an expired_url that leads to a record that the same commit deletes", async () => {
  const url = (path: string) => `https://${site.host}/${path}`;
  const toRow = (path: string, expired_url: string | null) => ({
    handler: "redirect",
    url: url(path),
    ...END,
    expired_url,
  });
  const apply = async (rows: object[]): Promise<string> => {
    const { id } = requireOk(await site.call("POST", "/changes", { rows, mode: "upsert" })).body;
    expect(await work(site, id, "apply")).toMatchObject({ counts: { invalid: 0, conflicts: 0 } });
    return id;
  };
  await apply([toRow("ends", url("begins"))]);
  const id = await apply([toRow("ends", null), toRow("begins", url("ends"))]);
  expect(await work(site, id, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
  const { data } = requireOk(await site.call("GET", "/redirect?filter[search]=ends")).body;
  expect(data).toMatchObject([{ expired_url: url("begins") }]);
});

it("[33.14] nor may it be on the blocklist", async () => {
  requireOk(await site.call("PUT", "/blocklist", { hosts: ["evil.example"] }));
  expectRefused(
    await site.call("POST", "/link", { host: site.host, ...END, expired_url: "https://www.evil.example/" }),
    "expired_url",
  );
  requireOk(await site.call("PUT", "/blocklist", { hosts: [] }));
});
