import { describe, expect, it } from "vitest";
import { createSite, requireOk } from "../../support/site.ts";

describe.each([
  ["/link", "POST /link"],
  ["/links", "POST /link"],
  ["/redirect", "POST /redirect"],
])("[9.22] the version of a record by %s", (path, create) => {
  async function make() {
    const site = await createSite();
    const record =
      create === "POST /link"
        ? await site.createLink({ title: "T" })
        : await site.createRedirect("/a", { title: "T" });
    const at = `${path}/${record.id}`;
    const tag = (await site.call("GET", at)).headers.get("ETag") ?? "";
    return { site, at, tag };
  }

  it("is the ETag of GET and PUT, changes with every change, and stays without one", async () => {
    const { site, at, tag } = await make();
    expect(tag).toMatch(/^"\d+"$/);
    expect(requireOk(await site.call("PUT", at, { title: "T" })).headers.get("ETag")).toBe(tag);
    const changed = requireOk(await site.call("PUT", at, { title: "U" })).headers.get("ETag");
    expect(changed).not.toBe(tag);
    expect((await site.call("GET", at)).headers.get("ETag")).toBe(changed);
  });

  it("accepts a write that names it", async () => {
    const { site, at, tag } = await make();
    const first = await site.call("PUT", at, { title: "1" }, { "If-Match": tag });
    const second = await site.call(
      "PUT",
      at,
      { title: "2" },
      { "If-Match": `W/${requireOk(first).headers.get("ETag")}` },
    );
    const list = `"999", ${requireOk(second).headers.get("ETag")}`;
    const third = requireOk(await site.call("PUT", at, { title: "3" }, { "If-Match": list }));
    requireOk(await site.call("PUT", at, { title: "4" }, { "If-Match": "*" }));
    expect(third.body.title).toBe("3");
    const now = (await site.call("GET", at)).headers.get("ETag") ?? "";
    requireOk(await site.call("DELETE", at, undefined, { "If-Match": now }));
  });

  it.each(['"999"', "zzz", '""', '"0x1"', "1"])("refuses a write that names another: %s", async (other) => {
    const { site, at, tag } = await make();
    for (const [method, body] of [
      ["PUT", { title: "new" }],
      ["PUT", { title: 5 }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await site.call(method, at, body, { "If-Match": other });
      expect(answer.status).toBe(412);
      expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
    }
    const read = await site.call("GET", at);
    expect(read.headers.get("ETag")).toBe(tag);
    expect(read.body.title).toBe("T");
  });

  it("is a 404 if the record was deleted", async () => {
    const { site, at, tag } = await make();
    requireOk(await site.call("DELETE", at));
    expect((await site.call("PUT", at, {}, { "If-Match": tag })).status).toBe(404);
  });
});
