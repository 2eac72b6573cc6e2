import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { jpegBytes } from "../support/jpeg.ts";
import { PNG_LOGO, SVG_LOGO } from "../support/logo.ts";
import { addToken, createSite, expectRefused, requireOk, send, type Site } from "../support/site.ts";
import { sendTo } from "../support/operation.ts";
import { visit } from "../support/workspace.ts";

/** The stored picture in the middle of one record's QR code. */

let site: Site;

beforeAll(async () => {
  site = await createSite();
  requireOk(await put("own.svg", "image/svg+xml", SVG_LOGO));
  requireOk(await put("own.png", "image/png", PNG_LOGO));
  requireOk(await put("photo.jpg", "image/jpeg", jpegBytes(300, 300)));
});

async function put(name: string, type: string, body: BodyInit) {
  return send(`/files/${name}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${site.token}`, "Content-Type": type },
    body,
  });
}

const textOf = async (url: string) => (await visit(url)).text();
const withLogo = (logo: unknown, fields: object = {}) =>
  site.createLink({ destination: "https://a.example", qr: { logo }, ...fields });

/** The picture of a record as the API draws it. */
async function drawn(id: string): Promise<string> {
  const operation = { method: "GET", path: "/links/{id}/qr" };
  return (await sendTo(operation, { id }, { token: site.token, query: "?format=svg" })).text;
}

describe("[16.7] a logo of one code", () => {
  it("is in the picture of visitors and of the API, in place of the branding's", async () => {
    requireOk(await site.call("PUT", "/workspace", { branding: { logo: "own.png" } }));
    const own = await withLogo("own.svg");
    const branded = await withLogo(true);
    const none = await withLogo(false);
    for (const read of [({ url }: typeof own) => textOf(`${url}.qr`), ({ id }: typeof own) => drawn(id)]) {
      expect(await read(own)).toContain("data:image/svg+xml");
      expect(await read(branded)).toContain("data:image/png");
      expect(await read(none)).not.toContain("data:image");
    }
    requireOk(await site.call("PUT", "/workspace", { branding: { logo: null } }));
    expect(await textOf(`${branded.url}.qr`)).not.toContain("data:image");
    expect(await textOf(`${own.url}.qr`)).toContain("data:image/svg+xml");
  });

  it("changes with its file, and is read from D1 where KV has none", async () => {
    requireOk(await put("changing", "image/svg+xml", SVG_LOGO));
    const { url } = await withLogo("changing");
    expect(await textOf(`${url}.qr`)).toContain("data:image/svg+xml");
    requireOk(await put("changing", "image/png", PNG_LOGO));
    expect(await textOf(`${url}.qr`)).toContain("data:image/png");
    const { keys } = await env.SNAPSHOTS.list({ prefix: `f:${site.id}/` });
    for (const { name } of keys) await env.SNAPSHOTS.delete(name);
    memory.clear();
    expect(await textOf(`${url}.qr`)).toContain("data:image/png");
  });

  it("names a stored PNG or SVG picture, and is left alone by other changes of the look", async () => {
    const { id, qr } = await withLogo("own.png");
    expect(qr).toMatchObject({ logo: "own.png" });
    const write = (fields: object) => site.call("PUT", `/link/${id}`, { qr: fields });
    expect(requireOk(await write({ theme: "dots" })).body.qr).toMatchObject({ logo: "own.png" });
    for (const logo of ["none.png", "photo.jpg", "", `${site.host}/favicon.ico`, "x".repeat(101), 1]) {
      expectRefused(await write({ logo }), "qr.logo");
      const fields = { host: site.host, destination: "https://a.example", qr: { logo } };
      expectRefused(await site.call("POST", "/link", fields), "qr.logo");
    }
    expect(requireOk(await write({ logo: null })).body.qr).toMatchObject({ logo: false });
  });

  it("keeps its file from being deleted, and from becoming something else", async () => {
    requireOk(await put("kept.png", "image/png", PNG_LOGO));
    const { id } = await withLogo("kept.png");
    expectRefused(await site.call("DELETE", "/files/kept.png"), "name");
    expectRefused(await put("kept.png", "image/jpeg", jpegBytes(300, 300)), "name");
    requireOk(await site.call("PUT", `/link/${id}`, { qr: { logo: true } }));
    requireOk(await put("kept.png", "image/jpeg", jpegBytes(300, 300)));
    requireOk(await site.call("DELETE", "/files/kept.png"));
  });

  it("frees its file with the record", async () => {
    requireOk(await put("freed.png", "image/png", PNG_LOGO));
    const { id } = await withLogo("freed.png");
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await site.call("DELETE", "/files/freed.png"));
  });

  it("[27.14] is no file that somebody else stored, for a caller with hosts", async () => {
    requireOk(await put("foreign.png", "image/png", PNG_LOGO));
    const headers = { Authorization: `Bearer ${await addToken(site.id, { hosts: [site.host] })}` };
    const { id } = await withLogo(false);
    const body = { qr: { logo: "foreign.png" } };
    expectRefused(await site.call("PUT", `/link/${id}`, body, headers), "qr.logo");
    const fields = { host: site.host, destination: "https://a.example", ...body };
    expectRefused(await site.call("POST", "/link", fields, headers), "qr.logo");
    expectRefused(await site.call("POST", "/changes", { ids: [id], set: body }, headers), "set.qr.logo");
  });

  it("is given to many by a change, and not brought back by an undo once its picture is gone", async () => {
    requireOk(await put("undone.png", "image/png", PNG_LOGO));
    const { id } = await withLogo("undone.png");
    const body = { ids: [id], set: { qr: { logo: "own.png" } } };
    const { body: change } = requireOk(await site.call("POST", "/changes", body));
    requireOk(await site.call("POST", `/changes/${change.id}/apply`));
    expect(requireOk(await site.call("GET", `/link/${id}`)).body.qr).toMatchObject({ logo: "own.png" });
    requireOk(await site.call("DELETE", "/files/undone.png"));
    const undone = requireOk(await site.call("POST", `/changes/${change.id}/undo`)).body;
    expect(undone.undo_conflicts).toBe(1);
  });
});
