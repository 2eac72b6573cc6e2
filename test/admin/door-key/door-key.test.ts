import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sign } from "../../../src/runtime/signing.ts";
import { readDatabase, readStore } from "../../support/secret-search.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type Site,
} from "../../support/site.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const make = async (site: Site, fields: object = {}) =>
  requireOk(await site.call("POST", "/door-keys", { name: "blog", hosts: [site.host], ...fields })).body;

const listOf = async (site: Site, token = site.token) =>
  requireOk(await site.call("GET", "/door-keys", undefined, { Authorization: `Bearer ${token}` })).body.data;

describe("POST /door-keys", () => {
  it("[35.4] makes a key, with its address and signature", async () => {
    const site = await createSite();
    const key = await make(site);
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "blog",
      role: "editor",
      hosts: [site.host],
      tags: null,
      only: null,
      expires_at: null,
      url: `http://localhost:8787/yourls/${key.id}/yourls-api.php`,
      created_at: expect.stringMatching(MOMENT),
      last_used_at: null,
      signature: await sign(env, "yourls", key.id),
    });
  });

  it("[35.4] stores nothing that would give the signature away, and shows it again", async () => {
    const site = await createSite();
    const key = await make(site);
    const { results } = await env.DB.prepare("SELECT * FROM tokens WHERE id = ?1").bind(key.id).all();
    expect(results).toHaveLength(1);
    const texts = [...(await readDatabase()), ...(await readStore()), JSON.stringify(results)];
    expect(texts.filter((text) => text.includes(key.signature))).toEqual([]);
    const [listed] = await listOf(site);
    const { signature, ...shown } = key;
    expect(listed).toEqual(shown);
    expect(requireOk(await site.call("GET", `/door-keys/${key.id}`)).body).toEqual({ ...shown, signature });
  });

  it("[35.4] keeps the order of its hostnames, and takes at least one of the workspace's", async () => {
    const site = await createSite();
    const other = await connectHost(site);
    expect((await make(site, { hosts: [other, site.host, other] })).hosts).toEqual([other, site.host]);
    const refuse = (body: object) => site.call("POST", "/door-keys", body);
    expectRefused(await refuse({}), "name", "hosts");
    expectRefused(await refuse({ name: " ", hosts: null }), "name", "hosts");
    expectRefused(await refuse({ name: "x", hosts: [] }), "hosts");
    expectRefused(await refuse({ name: "x", hosts: ["elsewhere.example", site.host] }), "hosts.0");
    expectRefused(await refuse({ name: "x", hosts: [site.host], role: "owner" }), "role");
    expect(await listOf(site)).toHaveLength(1);
  });

  it("[35.4] makes at most 20 for a workspace, also at once", async () => {
    const site = await createSite();
    for (let index = 0; index < 18; index++) await make(site);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        site.call(
          "POST",
          "/door-keys",
          { name: "x", hosts: [site.host] },
          { "Idempotency-Key": crypto.randomUUID() },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 482, 482, 482, 482]);
    expect(answers.find(({ status }) => status === 482)?.body).toMatchObject({
      limit: "keys",
      used: 20,
      allowed: 20,
    });
    const keys = await listOf(site);
    expect(keys).toHaveLength(20);
    requireOk(await site.call("DELETE", `/door-keys/${keys[0].id}`));
    await make(site);
  });

  it("[9.21] a repeated call answers the same key, signature and all", async () => {
    const site = await createSite();
    const send = () =>
      site.call("POST", "/door-keys", { name: "blog", hosts: [site.host] }, { "Idempotency-Key": "once" });
    const first = requireOk(await send()).body;
    expect(requireOk(await send()).body).toEqual(first);
    expect(await listOf(site)).toHaveLength(1);
  });
});

describe("keys of a workspace", () => {
  it("[35.4] are for managers, and of others only those within their hostnames", async () => {
    const site = await createSite();
    const other = await connectHost(site);
    const own = await make(site);
    const wide = await make(site, { hosts: [site.host, other] });
    const token = await addToken(site.id, { role: "manager", hosts: [site.host] });
    const as = (method: string, path: string, body?: object, of = token) =>
      site.call(method, path, body, { Authorization: `Bearer ${of}` });
    expect((await listOf(site, token)).map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await as("GET", `/door-keys/${wide.id}`)).status).toBe(404);
    expect((await as("DELETE", `/door-keys/${wide.id}`)).status).toBe(404);
    expectRefused(await as("POST", "/door-keys", { name: "x", hosts: [site.host, other] }), "hosts.1");
    requireOk(await as("POST", "/door-keys", { name: "x", hosts: [site.host] }));
    requireOk(await as("DELETE", `/door-keys/${own.id}`));
    expect(await listOf(site)).toHaveLength(2);
    const editor = await addToken(site.id, { role: "editor" });
    for (const [method, path] of [
      ["GET", "/door-keys"],
      ["GET", `/door-keys/${wide.id}`],
      ["DELETE", `/door-keys/${wide.id}`],
    ] as const) {
      expect((await as(method, path, undefined, editor)).status).toBe(484);
    }
  });

  it("[14.5, 35.4] are no tokens: neither listed nor revoked as such, nor the other way round", async () => {
    const site = await createSite();
    const key = await make(site);
    const tokens = requireOk(await site.call("GET", "/tokens")).body.data;
    expect(tokens.map(({ id }: { id: string }) => id)).not.toContain(key.id);
    expect((await site.call("DELETE", `/tokens/${key.id}`)).status).toBe(404);
    expect((await site.call("DELETE", `/door-keys/${tokens[0].id}`)).status).toBe(404);
    expect((await site.call("GET", `/door-keys/${tokens[0].id}`)).status).toBe(404);
    expect(await listOf(site)).toHaveLength(1);
  });

  it("[35.4] are in no export, not even in one with secrets", async () => {
    const site = await createSite();
    const key = await make(site);
    const headers = { Authorization: `Bearer ${site.token}` };
    const response = await exports.default.fetch("http://localhost:8787/v1/export?include=secrets", {
      headers,
    });
    const kinds = (await response.text()).split("\n").filter((line) => line.includes('"kind":"token"'));
    expect(kinds).toHaveLength(1);
    expect(kinds[0]).not.toContain(key.id);
  });

  it("[35.4] end with the member who made them", async () => {
    const site = await createSite();
    const person = { email: "lena@client.example", name: "Lena", role: "manager" };
    const member = requireOk(await site.call("POST", "/members", person)).body;
    const key = await make(site);
    await env.DB.prepare("UPDATE tokens SET user_id = ?1 WHERE id = ?2").bind(member.id, key.id).run();
    requireOk(await site.call("DELETE", `/members/${member.id}`));
    expect(await listOf(site)).toEqual([]);
  });
});
