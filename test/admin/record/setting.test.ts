import { DEFAULT_QR_STYLE } from "../../../src/domain/qr-style.ts";
import { env } from "cloudflare:workers";
import { compare } from "bcryptjs";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

async function change(id: string, body: object) {
  return requireOk(await site.call("PUT", `/link/${id}`, body)).body;
}

const NO_UTM = { source: "", medium: "", campaign: "", term: "", content: "" };

describe("utm", () => {
  it.each<[unknown, object]>([
    [["source=x"], { source: "x" }],
    [["utm_source=x"], { source: "x" }],
    [{ source: "x" }, { source: "x" }],
    [
      ["source=x", "utm_medium=y", "campaign=z", "term=t", "content=c"],
      { source: "x", medium: "y", campaign: "z", term: "t", content: "c" },
    ],
    [["source=a=b"], { source: "a=b" }],
    [["source=a&b c"], { source: "a&b c" }],
    [["source="], {}],
    [{ source: "", medium: null }, {}],
    [[], {}],
    [{}, {}],
    [null, {}],
  ])("[4.9] %j is %j, with all five members in the response", async (utm, members) => {
    expect((await site.createLink({ utm })).utm).toEqual({ ...NO_UTM, ...members });
  });

  it.each<[string, unknown, object]>([
    ["a member is added", ["medium=y"], { source: "x", campaign: "z", medium: "y" }],
    ["a member is replaced", { source: "y" }, { source: "y", campaign: "z" }],
    ["an empty value removes its member", ["source="], { campaign: "z" }],
    ["null removes its member", { source: null }, { campaign: "z" }],
    ["nothing named changes nothing", [], { source: "x", campaign: "z" }],
    ["null clears all", null, {}],
  ])("[4.9] writes merge: %s", async (_, utm, members) => {
    const { id } = await site.createLink({ utm: { source: "x", campaign: "z" } });
    expect((await change(id, { utm })).utm).toEqual({ ...NO_UTM, ...members });
    expect((await site.call("GET", `/link/${id}`)).body.utm).toEqual({ ...NO_UTM, ...members });
  });

  it("[4.6] is appended to the destination", async () => {
    const { url } = await site.createLink({
      destination: "https://example.com/x?a=1#top",
      utm: { medium: "y", source: "a b" },
    });
    expect((await visit(url)).headers.get("Location")).toBe(
      "https://example.com/x?a=1&utm_source=a%20b&utm_medium=y#top",
    );
  });
});

describe("expires", () => {
  it.each([
    ["2126-01-31T09:30:00Z", "2126-01-31T09:30:00.000Z"],
    ["2126-01-31T09:30:00.5Z", "2126-01-31T09:30:00.500Z"],
    ["2126-01-31T09:30:00+02:00", "2126-01-31T07:30:00.000Z"],
    ["2126-01-31T09:30:00.123-05:30", "2126-01-31T15:00:00.123Z"],
    ["2128-02-29T23:59:59Z", "2128-02-29T23:59:59.000Z"],
    ["2001-01-01T00:00:00Z", "2001-01-01T00:00:00.000Z"],
  ])("[11.9] %s is reported as expired_at %s", async (expires, expiredAt) => {
    expect((await site.createLink({ expires })).expired_at).toBe(expiredAt);
  });

  it.each([null, ""])("[11.9] %j clears it", async (expires) => {
    const { id } = await site.createLink({ expires: "2126-01-31T09:30:00Z" });
    expect((await change(id, { expires })).expired_at).toBeNull();
    expect((await site.createLink({ expires })).expired_at).toBeNull();
  });

  it("[3.5, 11.9] in the past ends a link at once, and its end can be taken back", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com" });
    await change(id, { expires: "2001-01-01T00:00:00Z" });
    expect((await visit(url)).status).toBe(410);
    await change(id, { expires: null });
    expect((await visit(url)).status).toBe(302);
  });
});

describe("password", () => {
  async function hashOf(id: string): Promise<string | null> {
    const row = await env.DB.prepare("SELECT password_hash FROM records WHERE id = ?1").bind(id).first();
    return (row?.["password_hash"] ?? null) as string | null;
  }

  async function digest(password: string): Promise<string> {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(password));
    return btoa(String.fromCharCode(...new Uint8Array(bytes)));
  }

  it("is kept as the bcrypt hash of its SHA-256 digest in base64", async () => {
    const { id } = await site.createLink({ password: "open sesame" });
    const hash = await hashOf(id);
    expect(hash).toMatch(/^\$2[aby]\$/);
    expect(await compare(await digest("open sesame"), hash ?? "")).toBe(true);
    expect(await compare(await digest("open sesam"), hash ?? "")).toBe(false);
  });

  it("is hashed for redirects as well, for each of several", async () => {
    const url = `${site.host}/p1 ${site.host}/p2`;
    const { data } = requireOk(await site.call("POST", "/redirect", { url, password: "open sesame" })).body;
    for (const { id, has_password } of data) {
      expect(has_password).toBe(true);
      expect(await compare(await digest("open sesame"), (await hashOf(id)) ?? "")).toBe(true);
    }
  });

  it("[5.14] counts to its last character: 128 that differ in the tail alone have other hashes", async () => {
    const [first, second] = [`${"x".repeat(127)}a`, `${"x".repeat(127)}b`];
    const { id } = await site.createLink({ password: first });
    const hash = (await hashOf(id)) ?? "";
    expect(await compare(await digest(first), hash)).toBe(true);
    expect(await compare(await digest(second), hash)).toBe(false);
  });

  it("[11.7] is set, replaced and removed", async () => {
    const { id, has_password } = await site.createLink();
    expect(has_password).toBe(false);
    expect((await change(id, { password: "first password" })).has_password).toBe(true);
    const first = await hashOf(id);
    expect((await change(id, { password: "second password" })).has_password).toBe(true);
    const second = await hashOf(id);
    expect(second).not.toBe(first);
    expect((await change(id, { title: "x" })).has_password).toBe(true);
    expect(await hashOf(id)).toBe(second);
    expect((await change(id, { password: null })).has_password).toBe(false);
    expect(await hashOf(id)).toBeNull();
  });

  it("[11.7] is never returned, and neither is its hash", async () => {
    const created = await site.call("POST", "/link", { host: site.host, password: "open sesame" });
    const [{ id }] = created.body.data;
    const changed = await site.call("PUT", `/link/${id}`, { password: "close sesame", title: "x" });
    const read = await site.call("GET", `/link/${id}`);
    for (const { body } of [created, changed, read]) {
      expect(JSON.stringify(body)).not.toMatch(/sesame|\$2[aby]\$|password_hash|"password"/);
    }
    const snapshots = await env.SNAPSHOTS.list();
    for (const { name } of snapshots.keys) {
      expect(await env.SNAPSHOTS.get(name)).not.toMatch(/sesame|\$2[aby]\$/);
    }
  });

  it("[3.6] keeps visitors from the destination at once", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/secret" });
    await change(id, { password: "open sesame" });
    const locked = await visit(url);
    expect(locked.headers.get("Location")).toBeNull();
    expect(await locked.text()).not.toContain("example.com/secret");
    await change(id, { password: null });
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/secret");
  });
});

describe("tags", () => {
  it.each<[string, string[], string[]]>([
    ["are kept in their order", ["b", "a"], ["b", "a"]],
    ["are trimmed", ["  news ", "\tsale\n"], ["news", "sale"]],
    ["[11.14] are each once, shown as first written", ["News", "news", "NEWS", "sale"], ["News", "sale"]],
    ["are each once in other scripts, too", ["ÄPFEL", "äpfel"], ["ÄPFEL"]],
    ["may hold anything printable", ["a;b", "50 %", `"x"`, "🦊"], ["a;b", "50 %", `"x"`, "🦊"]],
    ["may be none", [], []],
  ])("%s", async (_, tags, kept) => {
    const link = await site.createLink({ tags });
    expect(link.tags).toEqual(kept);
    const { id } = await site.createLink({ tags: ["before"] });
    expect((await change(id, { tags })).tags).toEqual(kept);
  });

  it("another spelling is another first writing", async () => {
    const { id } = await site.createLink({ tags: ["News"] });
    expect((await change(id, { tags: ["NEWS"] })).tags).toEqual(["NEWS"]);
  });
});

describe("qr", () => {
  const FULL = {
    ...DEFAULT_QR_STYLE,
    theme: "dots",
    color: "#1a2b3c",
    logo: true,
    show_url: true,
    margin: "0",
  };

  it("[11.15] is null until a style is written; a part of one is completed", async () => {
    const { id, qr } = await site.createLink();
    expect(qr).toBeNull();
    const style = (await change(id, { qr: { theme: "rounded" } })).qr;
    expect(style).toEqual({ ...DEFAULT_QR_STYLE, theme: "rounded" });
  });

  it.each([
    { theme: "square" },
    { eyes: "round" },
    { color: "#000000" },
    { background: "#ffeedd" },
    { frame: "band" },
    { caption: "Jetzt öffnen" },
    { logo: false },
    { show_url: false },
    { margin: "10" },
    {},
  ])("[11.15] %j changes that and nothing else", async (part) => {
    const { id } = await site.createLink({ qr: FULL });
    expect((await change(id, { qr: part })).qr).toEqual({ ...FULL, ...part });
  });

  it.each([
    [{ background: "#1a2b3c" }, "qr.background", "contrast of 1:1"],
    [{ color: "#777777", background: "#ffffff" }, "qr.color", "contrast of 4.47:1 on white"],
    [{ caption: "日本" }, "qr.caption", "character that pictures cannot show"],
    [{ caption: "x".repeat(31) }, "qr.caption", "at most 30 characters"],
    [{ frame: "circle" }, "qr.frame", "one of"],
  ])("[11.15] %j is refused on its member", async (qr, member, reason) => {
    const { id } = await site.createLink({ qr: FULL });
    const refused = await site.call("PUT", `/links/${id}`, { qr });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[member]?.join()).toContain(reason);
  });

  it("null removes it from a short link", async () => {
    const { id } = await site.createLink({ qr: FULL });
    expect((await change(id, { qr: null })).qr).toBeNull();
  });

  it("null is a 422 on handler qr, which /link sees", async () => {
    const { id } = await site.createLink({ qr: FULL });
    await env.DB.prepare("UPDATE records SET handler = 'qr' WHERE id = ?1").bind(id).run();
    expectRefused(await site.call("PUT", `/link/${id}`, { qr: null }), "qr");
    expect((await change(id, { qr: { margin: "1" } })).qr).toEqual({ ...FULL, margin: "1" });
  });
});

describe("[11.13] plugins", () => {
  it.each<[unknown, string[]]>([
    [["sticky"], ["sticky"]],
    [["sticky", "sticky"], ["sticky"]],
    [[], []],
    [null, []],
  ])("%j is %j", async (plugins, kept) => {
    const { id } = await site.createLink({ plugins: ["sticky"] });
    expect((await change(id, { plugins })).plugins).toEqual(kept);
  });
});

describe("monitor", () => {
  it.each([
    [{ is_notify: true }, "pending"],
    [{ is_switch_unbroken_destination: true }, "pending"],
    [{ is_notify: false, is_switch_unbroken_destination: false }, "off"],
  ])("[7.1] with %j is %s", async (body, monitor) => {
    expect(await site.createLink({ destination: "https://example.com", ...body })).toMatchObject({
      ...body,
      monitor,
    });
  });
});
