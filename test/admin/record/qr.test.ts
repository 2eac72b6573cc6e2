import { say } from "../../../src/domain/refusal/say.ts";
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_QR_STYLE, type QrStyle } from "../../../src/domain/qr-style.ts";
import { drawQr } from "../../../src/qr/draw-qr.ts";
import type { QrRequest } from "../../../src/qr/request.ts";
import {
  addToken,
  createSite,
  expectRefused,
  requireOk,
  type RecordBody,
  type Site,
} from "../../support/site.ts";

const STYLE: QrStyle = {
  ...DEFAULT_QR_STYLE,
  theme: "rounded",
  color: "#7a1f5c",
  logo: true,
  show_url: true,
  margin: "2",
};

let site: Site;
let link: RecordBody;

beforeAll(async () => {
  site = await createSite();
  link = await site.createLink({ alias: "poster", qr: STYLE });
});

function fetchPicture(id: string, query = "", token = site.token): Promise<Response> {
  return exports.default.fetch(
    new Request(`http://localhost:8787/v1/links/${id}/qr${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    }),
  );
}

/** Bytes as the drawing itself makes them. */
async function draw(url: string, request: QrRequest, style = STYLE, plugins: string[] = []) {
  const picture = await drawQr({ url, style, plugins }, request);
  if (!picture.ok) throw new Error(say(picture.reason));
  return typeof picture.body === "string" ? new TextEncoder().encode(picture.body) : picture.body;
}

async function expectPicture(response: Response, drawn: Promise<Uint8Array>): Promise<void> {
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(await drawn);
}

describe("GET /links/{id}/qr", () => {
  it("[16.1] answers an SVG of 512 pixels in the style of the record", async () => {
    await expectPicture(await fetchPicture(link.id), draw(link.url, { format: "svg", width: 512 }));
  });

  it.each([
    ["?format=svg&width=64", { format: "svg", width: 64 }],
    ["?width=2048", { format: "svg", width: 2048 }],
    ["?format=png", { format: "png", width: 512 }],
    ["?format=png&width=301", { format: "png", width: 301 }],
    ["?format=&width=", { format: "svg", width: 512 }],
  ] satisfies [string, QrRequest][])("[16.1] answers what %j asks for", async (query, request) => {
    await expectPicture(await fetchPicture(link.id, query), draw(link.url, request));
  });

  it.each([
    ["svg", "image/svg+xml"],
    ["png", "image/png"],
  ])("tells a %s by its type and name, and that nobody may keep or guess it", async (format, type) => {
    const { headers } = await fetchPicture(link.id, `?format=${format}`);
    expect(headers.get("Content-Type")).toBe(type);
    expect(headers.get("Content-Disposition")).toBe(`inline; filename="poster.${format}"`);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it.each([
    ["a.b-c_d", 'inline; filename="a.b-c_d.svg"'],
    ["été", "inline; filename=\"_t_.svg\"; filename*=UTF-8''%C3%A9t%C3%A9.svg"],
    ["wow!~x", "inline; filename=\"wow_x.svg\"; filename*=UTF-8''wow!~x.svg"],
    ["🦊", "inline; filename=\"_.svg\"; filename*=UTF-8''%F0%9F%A6%8A.svg"],
  ])("names the file of %s as headers can", async (alias, disposition) => {
    const { id } = await site.createLink({ alias });
    expect((await fetchPicture(id)).headers.get("Content-Disposition")).toBe(disposition);
  });

  it("draws links without a style in the default one", async () => {
    const { id, url, qr } = await site.createLink();
    expect(qr).toBeNull();
    await expectPicture(await fetchPicture(id), draw(url, { format: "svg", width: 512 }, DEFAULT_QR_STYLE));
  });

  it.each(["/", "/a/b?x=1", "/caf%C3%A9"])(
    "draws the redirect of %s by its url, and names it by its host",
    async (suffix) => {
      const { id, url } = await site.createRedirect(suffix);
      const picture = await fetchPicture(id);
      expect(picture.headers.get("Content-Disposition")).toBe(`inline; filename="${site.host}.svg"`);
      await expectPicture(picture, draw(url, { format: "svg", width: 512 }, DEFAULT_QR_STYLE));
    },
  );

  it("[16.1] draws nothing for a source that stands for many addresses", async () => {
    const host = `*.${site.host}`;
    requireOk(await site.call("POST", "/host", { host }));
    for (const url of [`${site.host}/*`, `${site.host}/blog/*`, `${host}/a`]) {
      const { id } = requireOk(await site.call("POST", "/redirect", { url })).body.data[0];
      expectRefused(await site.call("GET", `/links/${id}/qr`), "url");
    }
  });

  it("marks the url where the plugin is on", async () => {
    const { id, url } = await site.createLink({ plugins: ["qr-utm"] });
    const request = { format: "svg", width: 512 } as const;
    await expectPicture(await fetchPicture(id), draw(url, request, DEFAULT_QR_STYLE, ["qr-utm"]));
    expect(await draw(url, request, DEFAULT_QR_STYLE, ["qr-utm"])).not.toEqual(
      await draw(url, request, DEFAULT_QR_STYLE),
    );
  });

  it("follows the record: a new style shows at once", async () => {
    const { id, url } = await site.createLink({ qr: STYLE });
    requireOk(await site.call("PUT", `/links/${id}`, { qr: { theme: "dots" } }));
    const style = { ...STYLE, theme: "dots" } as const;
    await expectPicture(await fetchPicture(id), draw(url, { format: "svg", width: 512 }, style));
  });

  it("[16.1] needs no more than a viewer", async () => {
    const token = await addToken(site.id, { role: "viewer" });
    expect((await fetchPicture(link.id, "", token)).status).toBe(200);
  });

  it.each([
    ["?format=gif", "format"],
    ["?format=SVG", "format"],
    ["?width=63", "width"],
    ["?width=2049", "width"],
    ["?width=64.5", "width"],
    ["?width=1e3", "width"],
    ["?width=-512", "width"],
    ["?width=512px", "width"],
    ["?width=128&width=256", "width"],
  ])("[16.1] refuses %s", async (query, field) => {
    expectRefused(await site.call("GET", `/links/${link.id}/qr${query}`), field);
  });

  it("names every bad parameter at once", async () => {
    expectRefused(await site.call("GET", `/links/${link.id}/qr?format=gif&width=1`), "format", "width");
  });

  it("names the least width of a PNG that asks for too few pixels", async () => {
    const answer = await site.call("GET", `/links/${link.id}/qr?format=png&width=64`);
    expectRefused(answer, "width");
    const [, least] = /^must be at least (\d+) for this code$/.exec(answer.body.errors.width[0]) ?? [];
    expect((await fetchPicture(link.id, `?format=png&width=${least}`)).status).toBe(200);
    expectRefused(
      await site.call("GET", `/links/${link.id}/qr?format=png&width=${Number(least) - 1}`),
      "width",
    );
  });

  it("refuses the redirect of a path that no code can hold", async () => {
    const { id } = await site.createRedirect(`/${"é".repeat(500)}`);
    expectRefused(await site.call("GET", `/links/${id}/qr`), "url");
  });

  it("is a 404 for unknown ids, those of others and those of the deleted", async () => {
    const other = await createSite();
    const { id } = await site.createLink();
    requireOk(await site.call("DELETE", `/links/${id}`));
    for (const unknown of [id, crypto.randomUUID(), "nothing", (await other.createLink()).id]) {
      expect((await site.call("GET", `/links/${unknown}/qr`)).status).toBe(404);
    }
  });

  it("answers GET only", async () => {
    const answer = await site.call("POST", `/links/${link.id}/qr`, {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toContain("GET");
  });
});

describe("qr.color", () => {
  it.each(["#ffffff", "#FF0000", "#777777"])(
    "[16.3] %s is refused with the contrast that it has",
    async (color) => {
      const answer = await site.call("PUT", `/link/${link.id}`, { qr: { color } });
      expectRefused(answer, "qr.color");
      expect(answer.body.errors["qr.color"]).toEqual([
        expect.stringMatching(/^has a contrast of [\d.]+:1 on white; it needs at least 4\.5:1$/),
      ]);
    },
  );

  it("is refused by creates and imports alike", async () => {
    const qr = { color: "#abcdef" };
    expectRefused(await site.call("POST", "/link", { host: site.host, qr }), "qr.color");
    expectRefused(await site.call("POST", "/links", { handler: "qr", host: site.host, qr }), "qr.color");
    const rows = [{ host: site.host, alias: "imported", qr }];
    const { body } = await site.call("POST", "/bulk/import", { mode: "upsert", rows });
    expect(body.data[0].errors).toHaveProperty(["qr.color"]);
  });

  it("stays what it was where a write refuses another", async () => {
    await site.call("PUT", `/link/${link.id}`, { qr: { color: "#ffff00" } });
    const row = await env.DB.prepare("SELECT qr FROM records WHERE id = ?1")
      .bind(link.id)
      .first<{ qr: string }>();
    expect(JSON.parse(row?.qr ?? "")).toEqual(STYLE);
  });
});
