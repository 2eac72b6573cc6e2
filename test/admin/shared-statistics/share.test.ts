import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_SHARED_STATISTICS } from "../../../src/domain/statistics-share.ts";
import { sha256Hex } from "../../../src/runtime/digest.ts";
import { readShared, share } from "../../support/shared-statistics.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type Site,
} from "../../support/site.ts";

/** What managers do with the statistics that a workspace shares. */

let site: Site;
let linkId: string;

beforeAll(async () => {
  site = await createSite();
  linkId = (await site.createLink({ tags: ["Spring"] })).id;
});

const list = async () => requireOk(await site.call("GET", "/shared-statistics")).body.data;
const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

describe("[37.1] sharing statistics", () => {
  it("answers all but the secret, which the link alone has", async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id, secret, body } = await share(site, {
      tag: "spring",
      days: 90,
      expires_at,
      password: "sesame",
    });
    const shown = {
      id,
      name: "Spring",
      record: null,
      host: site.host,
      tag: "spring",
      shows: ["series", "countries"],
      days: 90,
      has_password: true,
      expires_at,
      created_by: { id: site.userId, name: expect.any(String) },
      created_at: expect.stringMatching(/Z$/),
    };
    expect(body).toEqual({ ...shown, link: `http://localhost:8787/statistics#${secret}` });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await list())[0]).toEqual(shown);
  });

  it("keeps the secret and the password as hashes, in no list and no activity", async () => {
    const { id, secret } = await share(site, { name: "Hashed", password: "open sesame" });
    const stored = await env.DB.prepare("SELECT * FROM shared_statistics WHERE id = ?1").bind(id).first();
    expect(stored).toMatchObject({
      hash: await sha256Hex(secret),
      password_hash: expect.stringMatching(/^\$2/),
    });
    const { body } = await site.call("GET", "/activity?filter[kind]=share");
    expect(body.data[0]).toMatchObject({ action: "created", subject: id, name: "Hashed", host: site.host });
    expect(JSON.stringify([stored, await list(), body])).not.toMatch(new RegExp(`${secret}|sesame`));
  });

  it.each<[string, object, ...string[]]>([
    ["nothing to count", { host: null }, "record"],
    ["a record that is not there", { host: null, record: crypto.randomUUID() }, "record"],
    ["a hostname that is not connected", { host: "other.example" }, "host"],
    ["a part that would tell destinations", { shows: ["destinations"] }, "shows.0"],
    ["a part that would tell campaigns of visitors", { shows: ["utm_campaign"] }, "shows.0"],
    ["a part that would tell other hostnames", { shows: ["hosts"] }, "shows.0"],
    ["an odd number of days", { days: 12 }, "days"],
    ["an end that is past", { expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    ["a short password", { password: "abc" }, "password"],
    ["no name", { name: " " }, "name"],
  ])("refuses %s", async (_, fields, ...names) => {
    const asked = { name: "Spring", host: site.host, shows: [], ...fields };
    expectRefused(await site.call("POST", "/shared-statistics", asked), ...names);
  });

  it("takes a record, and a tag without a hostname", async () => {
    expect((await share(site, { host: null, record: linkId })).body).toMatchObject({
      record: linkId,
      host: null,
    });
    expect((await share(site, { host: null, tag: "Spring" })).body).toMatchObject({
      tag: "Spring",
      host: null,
    });
  });

  it("shares at most 20 of a workspace, and one again once another is revoked", async () => {
    const full = await createSite();
    const ids: string[] = [];
    for (let count = 0; count < MAX_SHARED_STATISTICS; count++) ids.push((await share(full)).id);
    const one = { name: "One more", host: full.host, shows: [] };
    const { status, body } = await full.call("POST", "/shared-statistics", one);
    expect([status, body.limit, body.used, body.allowed]).toEqual([482, "shares", 20, 20]);
    requireOk(await full.call("DELETE", `/shared-statistics/${ids[0]}`));
    await share(full);
  });

  it("makes one for a repeated call, and does not show its link again", async () => {
    const asked = { name: "Once", host: site.host, shows: [] };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const { id } = requireOk(await site.call("POST", "/shared-statistics", asked, key)).body;
    const again = await site.call("POST", "/shared-statistics", asked, key);
    expect([again.status, again.body.id]).toEqual([409, id]);
    expect((await list()).filter(({ name }: { name: string }) => name === "Once")).toHaveLength(1);
  });
});

describe("[37.2] who shares", () => {
  it("is a manager, in a session with proof", async () => {
    const editor = await addToken(site.id, { role: "editor" });
    expect((await send("/shared-statistics", as(editor))).status).toBe(484);
    const own = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    const begun = await exports.default.fetch("http://localhost:8787/v1/session", {
      method: "POST",
      headers: own,
      body: JSON.stringify({ token: site.token }),
    });
    const Cookie = (begun.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    await env.DB.prepare("UPDATE sessions SET proven_at = proven_at - 600000").run();
    const body = JSON.stringify({ name: "Spring", host: site.host, shows: [] });
    const old = await send("/shared-statistics", { method: "POST", headers: { ...own, Cookie }, body });
    expect([old.status, old.body.needs]).toEqual([403, "proof"]);
  });

  it("shares and sees only what is within the own hostnames", async () => {
    const limited = await createSite();
    const other = await connectHost(limited);
    const hidden = requireOk(await limited.call("POST", "/link", { host: other })).body.data[0];
    const ofOthers = await share(limited, { host: other });
    await share(limited, { host: null, tag: "spring" });
    const token = await addToken(limited.id, { role: "manager", hosts: [limited.host] });
    const call = async (method: string, path: string, body?: object) =>
      send(path, {
        method,
        headers: { ...as(token).headers, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const asked = { name: "Mine", shows: ["countries"] };
    expectRefused(await call("POST", "/shared-statistics", { ...asked, host: other }), "host");
    expectRefused(await call("POST", "/shared-statistics", { ...asked, record: hidden.id }), "record");
    const mine = requireOk(await call("POST", "/shared-statistics", { ...asked, tag: "spring" })).body;
    const { data } = requireOk(await call("GET", "/shared-statistics")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await call("DELETE", `/shared-statistics/${ofOthers.id}`)).status).toBe(404);
    expect((await readShared({ secret: ofOthers.secret })).status).toBe(200);
  });
});
