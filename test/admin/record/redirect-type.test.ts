import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
  requireOk(await site.call("PUT", "/files/menu", "<h1>Menu</h1>"));
  requireOk(await site.call("PUT", "/files/wine", "<h1>Wine</h1>"));
});

const DESTINATION = "https://example.com/menu";

async function change(id: string, body: object) {
  return requireOk(await site.call("PUT", `/link/${id}`, body)).body;
}

describe("[3.13] type and status are one fact seen twice", () => {
  it.each([
    [{}, "302", "302"],
    [{ type: "301" }, "301", "301"],
    [{ type: "303" }, "303", "303"],
    [{ type: "308" }, "308", "308"],
    [{ status: 307 }, "307", "307"],
    [{ status: "301" }, "301", "301"],
    [{ type: "301", status: 301 }, "301", "301"],
    [{ type: "303", status: "303" }, "303", "303"],
    [{ type: "frame" }, "frame", "200"],
    [{ type: "frame", status: 200 }, "frame", "200"],
    [{ type: "frame", status: "200" }, "frame", "200"],
  ])("[3.8, 3.10] %j makes a short link of type %s and status %s", async (body, type, status) => {
    const link = await site.createLink({ destination: DESTINATION, ...body });
    expect(link).toMatchObject({ type, status });
    expect((await visit(link.url)).status).toBe(Number(status));
    const { id } = await site.createLink({ destination: DESTINATION, type: "308" });
    const changed = await change(id, body);
    expect(changed).toMatchObject(Object.keys(body).length === 0 ? { type: "308" } : { type, status });
  });

  it.each([
    [{}, "301"],
    [{ type: "302" }, "302"],
    [{ status: 307 }, "307"],
    [{ status: "303" }, "303"],
  ])("%j makes a redirect of type %s", async (body, type) => {
    const redirect = await site.createRedirect(`/${type}`, { destination: DESTINATION, ...body });
    expect(redirect).toMatchObject({ type, status: type });
  });

  it.each([
    { type: "301", status: 302 },
    { type: "302", status: "301" },
    { type: "301", status: 200 },
    { type: "frame", status: 302 },
    { type: "303", status: 404 },
  ])("[3.10] %j is a 422 on status", async (body) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, ...body }), "status");
    const { id } = await site.createLink({ type: "308" });
    expectRefused(await site.call("PUT", `/link/${id}`, body), "status");
  });

  it("a frame becomes a redirect by a type or by a status", async () => {
    const byType = await site.createLink({ type: "frame", destination: DESTINATION });
    expect(await change(byType.id, { type: "301" })).toMatchObject({ type: "301", status: "301" });
    const byStatus = await site.createLink({ type: "frame", destination: DESTINATION });
    expect(await change(byStatus.id, { status: 308 })).toMatchObject({ type: "308", status: "308" });
  });

  it("200 is accepted for a frame, which already has it", async () => {
    const { id } = await site.createLink({ type: "frame" });
    expect(await change(id, { status: "200" })).toMatchObject({ type: "frame", status: "200" });
  });
});

describe("[12.11] status pauses and resumes", () => {
  it("[3.13] paused and active say nothing of the redirect", async () => {
    const link = await site.createLink({ destination: DESTINATION, type: "307" });
    expect(await change(link.id, { status: "paused" })).toMatchObject({
      paused_by: "user",
      type: "307",
      status: "307",
    });
    expect((await visit(link.url)).status).toBe(404);
    expect(await change(link.id, { status: "active" })).toMatchObject({
      paused_by: null,
      type: "307",
      status: "307",
    });
    expect((await visit(link.url)).status).toBe(307);
  });

  it("[12.11] a link can be made paused", async () => {
    const link = await site.createLink({ destination: DESTINATION, status: "paused" });
    expect(link).toMatchObject({ paused_by: "user", status: "302" });
    expect((await visit(link.url)).status).toBe(404);
  });

  it("[3.13] a code, or the code that a response carries, neither pauses nor resumes", async () => {
    const { id } = await site.createLink({ destination: DESTINATION, status: "paused" });
    expect(await change(id, { status: 301 })).toMatchObject({ paused_by: "user", status: "301" });
    expect(await change(id, { status: "301" })).toMatchObject({ paused_by: "user", status: "301" });
  });

  it("goes together with a type", async () => {
    const { id } = await site.createLink({ destination: DESTINATION });
    expect(await change(id, { status: "paused", type: "308" })).toMatchObject({
      paused_by: "user",
      type: "308",
    });
  });
});

describe("file", () => {
  it("[3.9, 3.11] makes the type html and clears the destinations", async () => {
    const link = await site.createLink({ destinations: [DESTINATION, "https://b.example"], type: "307" });
    expect(await change(link.id, { file: "menu" })).toMatchObject({
      file: "menu",
      type: "html",
      status: "200",
      destination: null,
      destinations: [],
    });
    const page = await visit(link.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toBe("<h1>Menu</h1>");
  });

  it("[3.11] null makes it a redirect again, with the default type of its handler", async () => {
    const { id } = await site.createLink({ destination: DESTINATION, type: "307" });
    await change(id, { file: "menu" });
    expect(await change(id, { file: null })).toMatchObject({
      file: null,
      type: "302",
      status: "302",
      destination: null,
      destinations: [],
    });
  });

  it.each([
    ["destination", { destination: DESTINATION }],
    ["destinations", { destinations: [DESTINATION] }],
    ["a destination, with file null", { destination: DESTINATION, file: null }],
  ])("[3.11] gives way to %s", async (_, body) => {
    const link = await site.createLink({ type: "307" });
    await change(link.id, { file: "menu" });
    expect(await change(link.id, body)).toMatchObject({ file: null, type: "302", destination: DESTINATION });
    expect((await visit(link.url)).headers.get("Location")).toBe(DESTINATION);
  });

  it("gives way to a destination with a type of its own", async () => {
    const { id } = await site.createLink();
    await change(id, { file: "menu" });
    expect(await change(id, { destination: DESTINATION, type: "308" })).toMatchObject({
      file: null,
      type: "308",
    });
  });

  it("[11.6] can be another page", async () => {
    const link = await site.createLink();
    await change(link.id, { file: "menu" });
    expect(await change(link.id, { file: "wine" })).toMatchObject({ file: "wine", type: "html" });
    expect(await (await visit(link.url)).text()).toBe("<h1>Wine</h1>");
  });

  it("can be named together with the type html", async () => {
    const { id } = await site.createLink({ destination: DESTINATION });
    expect(await change(id, { file: "menu", type: "html" })).toMatchObject({ file: "menu", type: "html" });
  });

  it.each([
    ["[12.3] a page that is not stored", { file: "no-such-page" }, "file"],
    ["no name of a page", { file: "" }, "file"],
    ["a number", { file: 5 }, "file"],
    ["[3.11] the type html without a file", { type: "html" }, "type"],
    ["another type at once", { file: "menu", type: "301" }, "type"],
    ["another status at once", { file: "menu", status: 301 }, "status"],
  ])("%s is a 422", async (_, body, field) => {
    const { id } = await site.createLink({ destination: DESTINATION });
    expectRefused(await site.call("PUT", `/link/${id}`, body), field);
    expect((await site.call("GET", `/link/${id}`)).body).toMatchObject({
      file: null,
      destination: DESTINATION,
    });
  });

  it.each([
    [{ type: "301" }, "type"],
    [{ status: 301 }, "status"],
  ])("a record that serves a page takes no %j", async (body, field) => {
    const { id } = await site.createLink();
    await change(id, { file: "menu" });
    expectRefused(await site.call("PUT", `/link/${id}`, body), field);
  });

  it("of another workspace is a 422, as if it were not there", async () => {
    const other = await createSite();
    const { id } = await other.createLink();
    expectRefused(await other.call("PUT", `/link/${id}`, { file: "menu" }), "file");
  });

  it("is nothing for redirects", async () => {
    const { id } = await site.createRedirect("/no-file", { destination: DESTINATION });
    expectRefused(await site.call("PUT", `/redirect/${id}`, { file: "menu" }), "file");
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/x`, file: "menu" }), "file");
  });
});
