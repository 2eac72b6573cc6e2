import { beforeAll, describe, expect, it } from "vitest";
import { addToken, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
  const templates = [
    { name: "mail", utm: { source: "news", medium: "email" } },
    { name: "host", host: site.host, utm: { source: "host" } },
    { name: "fair", tag: "Fair", utm: { source: "fair", campaign: "2026" } },
  ];
  const value = JSON.stringify(templates);
  requireOk(await site.call("POST", "/workspace/update/utm_templates", { value }));
});

const NONE = { source: "", medium: "", campaign: "", term: "", content: "" };
const utmOf = async (path: string, body: object) =>
  requireOk(await site.call("POST", path, body)).body.data[0].utm as object;
const linkWith = (fields: object) => utmOf("/link", { host: site.host, ...fields });

describe("[14.8] the UTM template that a call names", () => {
  it.each<[string, object, object]>([
    ["is not applied unless it is named", { tags: ["fair"] }, {}],
    ["is none by null", { utm_template: null }, {}],
    ["fills in its members", { utm_template: "mail" }, { source: "news", medium: "email" }],
    [
      "leaves what is written",
      { utm_template: "mail", utm: { source: "own", medium: "", term: "x" } },
      { source: "own", term: "x" },
    ],
    ["leaves null", { utm_template: "mail", utm: null }, {}],
    ["is that of the hostname by default", { utm_template: "default" }, { source: "host" }],
    [
      "is that of a tag before",
      { utm_template: "default", tags: ["FAIR"] },
      { source: "fair", campaign: "2026" },
    ],
  ])("%s", async (_, fields, utm) => {
    expect(await linkWith(fields)).toEqual({ ...NONE, ...utm });
  });

  it("is for redirects and for records of every kind", async () => {
    const host = { ...NONE, source: "host" };
    const url = `${site.host}/a ${site.host}/b`;
    expect(await utmOf("/redirect", { url, utm_template: "default" })).toEqual(host);
    const fields = { handler: "qr", host: site.host, utm_template: "default" };
    expect(await utmOf("/links", fields)).toEqual(host);
  });

  it("is refused with the names that there are, beside other errors", async () => {
    const body = { host: site.host, alias: "a b", utm_template: "Mail" };
    const refused = await site.call("POST", "/link", body);
    expectRefused(refused, "alias", "utm_template");
    expect(refused.body.errors.utm_template).toEqual(["must be one of mail, host, fair, default"]);
    const { id } = await site.createLink({});
    expectRefused(await site.call("PUT", `/link/${id}`, { utm_template: "mail" }), "utm_template");
  });

  it("is none for a caller with tags or hostnames, who reads no settings", async () => {
    for (const limits of [{ tags: ["Fair"] }, { hosts: [site.host] }]) {
      const Authorization = `Bearer ${await addToken(site.id, limits)}`;
      const send = (utm_template: string) =>
        site.call("POST", "/link", { host: site.host, tags: ["fair"], utm_template }, { Authorization });
      const refused = await send("mail");
      expectRefused(refused, "utm_template");
      expect(JSON.stringify(refused.body)).not.toContain("fair");
      expect(requireOk(await send("default")).body.data[0].utm).toEqual(NONE);
    }
  });
});
