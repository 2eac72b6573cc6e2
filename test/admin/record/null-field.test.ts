import { describe, expect, it } from "vitest";
import { createSite, requireOk } from "../../support/site.ts";

const [A, B] = ["https://a.example/1", "https://b.example/2"];

describe("[9.19] null", () => {
  const NOT_WRITTEN = {
    type: null,
    status: null,
    destination_routing: null,
    alias: null,
    host: null,
    url: null,
    forward_path: null,
    forward_query: null,
    is_notify: null,
    is_switch_unbroken_destination: null,
  };

  it("counts as not written in fields that cannot be empty", async () => {
    const site = await createSite();
    const { id } = await site.createLink({
      destinations: [A, B],
      type: "307",
      destination_routing: "random",
      forward_path: true,
      forward_query: true,
      is_notify: true,
      is_switch_unbroken_destination: true,
    });
    const read = requireOk(await site.call("GET", `/links/${id}`)).body;
    for (const path of ["/link", "/links"]) {
      expect(requireOk(await site.call("PUT", `${path}/${id}`, NOT_WRITTEN)).status).toBe(200);
    }
    expect(requireOk(await site.call("GET", `/links/${id}`)).body).toEqual(read);
  });

  it("clears fields that can be empty", async () => {
    const site = await createSite();
    const { id } = await site.createLink({
      title: "T",
      description: "D",
      tags: ["a"],
      plugins: ["sticky"],
      destinations: [A, B],
      expires: "2126-01-01T00:00:00Z",
      password: "open sesame",
      utm: { source: "s" },
      qr: {},
    });
    const fields = [
      "title",
      "description",
      "tags",
      "plugins",
      "destinations",
      "expires",
      "password",
      "utm",
      "qr",
    ];
    const cleared = Object.fromEntries(fields.map((field) => [field, null]));
    expect(requireOk(await site.call("PUT", `/link/${id}`, cleared)).body).toMatchObject({
      title: "",
      description: "",
      tags: [],
      plugins: [],
      destination: null,
      destinations: [],
      expired_at: null,
      has_password: false,
      utm: { source: "" },
      qr: null,
    });
  });

  it("lets clients that send what is not set as null create and change records", async () => {
    const site = await createSite();
    const unset = {
      ...NOT_WRITTEN,
      title: null,
      description: null,
      tags: null,
      plugins: null,
      destinations: null,
      expires: null,
      password: null,
      utm: null,
      qr: null,
    };
    const body = { ...unset, host: site.host, destination: A };
    const created = requireOk(await site.call("POST", "/link", body)).body.data[0];
    expect(created).toMatchObject({ destination: A, type: "302", tags: [], title: "" });
    const url = `${site.host}/null`;
    const redirect = { ...unset, url, destination: A };
    expect(requireOk(await site.call("POST", "/redirect", redirect)).body.data[0]).toMatchObject({
      destination: A,
      type: "301",
    });
  });
});
