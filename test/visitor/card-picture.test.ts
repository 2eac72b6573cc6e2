import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { jpegBytes } from "../support/jpeg.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type Site,
} from "../support/site.ts";
import { visit } from "../support/workspace.ts";

/** The stored picture that messengers show of a link (contract 35.19 to 35.21). */

let site: Site;
const BOT = { headers: { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } };
const PHOTO = jpegBytes(1200, 630);

beforeAll(async () => {
  site = await createSite();
  for (const name of ["photo.jpg", "other.jpg"]) requireOk(await put(name, "image/jpeg", PHOTO));
  requireOk(await put("logo.svg", "image/svg+xml", SVG_LOGO));
});

async function put(name: string, type: string, body: BodyInit, token = site.token) {
  return send(`/files/${name}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
    body,
  });
}

/** Returns the URL of the picture on the page that a messenger gets. */
async function pictureOf(url: string): Promise<string> {
  const html = await (await visit(url, BOT)).text();
  return /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? "";
}

const withPicture = (fields: object = {}) =>
  site.createLink({ destination: "https://a.example", preview: { file: "photo.jpg" }, ...fields });

describe("[35.20] the picture of a link", () => {
  it("is on the hostname of the link, behind a number that changes with it", async () => {
    const { url } = await withPicture({ alias: "shared" });
    const first = await pictureOf(url);
    expect(first).toMatch(new RegExp(`^http://${site.host}/\\.well-known/signpost/picture-\\d+/shared$`));
    const picture = await visit(first);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(picture.headers.get("Content-Security-Policy")).toMatch(/^sandbox/);
    expect(picture.headers.get("Cache-Control")).toBe("public, max-age=86400");
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(PHOTO);
    expect(await (await visit(first, { method: "HEAD" })).text()).toBe("");
    expect((await visit(first, { method: "POST" })).status).toBe(404);

    const larger = jpegBytes(1300, 700);
    requireOk(await put("photo.jpg", "image/jpeg", larger));
    const second = await pictureOf(url);
    expect(second).not.toBe(first);
    expect(new Uint8Array(await (await visit(second)).arrayBuffer())).toEqual(larger);
    expect((await visit(first)).status).toBe(404);
  });

  it("belongs to the record that answers: of a path with a query, a prefix, a pattern and all paths", async () => {
    const host = await connectHost(site);
    const preview = { file: "other.jpg" };
    const at = async (suffix: string) => {
      const fields = { url: host + suffix, destination: "https://a.example", preview };
      requireOk(await site.call("POST", "/redirect", fields));
    };
    for (const suffix of ["/q?x=1", "/blog/*", "/item/:id", "/*"]) await at(suffix);
    for (const path of ["/q?x=1", "/blog/a/b", "/item/7", "/"]) {
      const url = await pictureOf(`http://${host}${path}`);
      expect(url, path).toMatch(/picture-\d+\//);
      expect((await visit(url)).status, path).toBe(200);
    }
  });

  it("is read from D1 where KV has none", async () => {
    const { url } = await withPicture();
    const picture = await pictureOf(url);
    const { keys } = await env.SNAPSHOTS.list({ prefix: `f:${site.id}/` });
    for (const { name } of keys) await env.SNAPSHOTS.delete(name);
    memory.clear();
    expect((await visit(picture)).status).toBe(200);
  });

  it.each([
    ["with a password", { password: "open sesame" }],
    ["that is paused", { status: "paused" }],
    ["that has ended", { expires: "2020-01-01T00:00:00Z" }],
  ])("is shown to nobody for a record %s", async (_, fields) => {
    const { id, url } = await withPicture();
    const picture = await pictureOf(url);
    expect((await visit(picture)).status).toBe(200);
    requireOk(await site.call("PUT", `/link/${id}`, fields));
    expect((await visit(picture)).status).toBe(404);
  });

  it("is no other file, and none of a record without one", async () => {
    const { url } = await withPicture();
    const picture = new URL(await pictureOf(url));
    const { url: plain } = await site.createLink({ destination: "https://a.example" });
    picture.pathname = picture.pathname.replace(/[^/]+$/, new URL(plain).pathname.slice(1));
    expect((await visit(picture.href)).status).toBe(404);
    expect((await visit(`http://${site.host}/.well-known/signpost/picture-1/nowhere`)).status).toBe(404);
    expect((await visit(`http://nowhere.example/.well-known/signpost/picture-1/a`)).status).toBe(404);
  });
});

describe("[35.19] preview.file", () => {
  it("names a stored PNG or JPEG, and stands alone", async () => {
    const { id } = await site.createLink({ destination: "https://a.example" });
    requireOk(await put("small.png", "image/png", PNG_LOGO));
    const write = (preview: unknown) => site.call("PUT", `/link/${id}`, { preview });
    expect(requireOk(await write({ title: "T", file: "small.png" })).body.preview).toEqual({
      title: "T",
      file: "small.png",
    });
    for (const file of ["none.jpg", "logo.svg", `${site.host}/favicon.ico`]) {
      expectRefused(await write({ file }), "preview.file");
      expectRefused(
        await site.call("POST", "/link", {
          host: site.host,
          destination: "https://a.example",
          preview: { file },
        }),
        "preview.file",
      );
    }
    expectRefused(await write({ file: "small.png", image: "https://img.example/i.png" }), "preview.file");
    expect(requireOk(await write(null)).body.preview).toBeNull();
  });

  it("keeps its file from being deleted, and from becoming something else", async () => {
    requireOk(await put("kept.jpg", "image/jpeg", PHOTO));
    const { id } = await withPicture({ preview: { file: "kept.jpg" } });
    expectRefused(await site.call("DELETE", "/files/kept.jpg"), "name");
    expectRefused(await put("kept.jpg", "text/html", "<p>"), "name");
    requireOk(await site.call("PUT", `/link/${id}`, { preview: { title: "none" } }));
    requireOk(await site.call("DELETE", "/files/kept.jpg"));
  });

  it("[27.14] is no file that somebody else stored, for a caller with hosts", async () => {
    requireOk(await put("foreign.jpg", "image/jpeg", PHOTO));
    const headers = { Authorization: `Bearer ${await addToken(site.id, { hosts: [site.host] })}` };
    const { id } = await site.createLink({ destination: "https://a.example" });
    const body = { preview: { file: "foreign.jpg" } };
    expectRefused(await site.call("PUT", `/link/${id}`, body, headers), "preview.file");
    const fields = { host: site.host, destination: "https://a.example", ...body };
    expectRefused(await site.call("POST", "/link", fields, headers), "preview.file");
  });

  it("is not brought back by an undo once its picture is gone", async () => {
    requireOk(await put("undone.jpg", "image/jpeg", PHOTO));
    const { id } = await withPicture({ preview: { file: "undone.jpg" } });
    const body = { ids: [id], set: { preview: null } };
    const { body: change } = requireOk(await site.call("POST", "/changes", body));
    requireOk(await site.call("POST", `/changes/${change.id}/apply`));
    requireOk(await site.call("DELETE", "/files/undone.jpg"));
    const undone = requireOk(await site.call("POST", `/changes/${change.id}/undo`)).body;
    expect(undone.undo_conflicts).toBe(1);
    expect(requireOk(await site.call("GET", `/link/${id}`)).body.preview).toBeNull();
  });
});
