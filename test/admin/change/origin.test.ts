import { env } from "cloudflare:workers";
import { hash } from "bcryptjs";
import { beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "../../../src/runtime/password.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const CREATED_AT = "2019-03-01T12:00:00.000Z";

const get = async (path: string): Promise<Body> => requireOk(await site.call("GET", path)).body;
const post = async (path: string, body?: object): Promise<Body> =>
  requireOk(await site.call("POST", path, body)).body;

const rowOf = (alias: string, fields: object = {}) => ({
  host: site.host,
  alias,
  destination: "https://x.example",
  ...fields,
});

async function guess(alias: string, password: string): Promise<number> {
  const headers = { "X-Link-Password": password };
  return (await visit(`http://${site.host}/${alias}`, { headers })).status;
}

async function storedHash(id: string): Promise<string | null> {
  return env.DB.prepare("SELECT password_hash FROM records WHERE id = ?1").bind(id).first("password_hash");
}

/** What comes back after an undo: everything but the version and when it was written. */
async function storedRow(id: string): Promise<Record<string, unknown> | null> {
  const row = await env.DB.prepare("SELECT * FROM records WHERE id = ?1").bind(id).first();
  const { version: _, updated_at: __, row: ___, ...rest } = row ?? {};
  return row && rest;
}

describe("[28.18] rows with the origin of their records", () => {
  it("keep date, clicks and password through plan, apply, deletion and undo", async () => {
    const passwordHash = await hash("sesame", 4);
    const rows = [rowOf("a", { created_at: CREATED_AT, clicks_before: 1234, password_hash: passwordHash })];
    const plan = await post("/changes", { rows });
    expect(plan.sample[0].after).toMatchObject({
      created_at: CREATED_AT,
      clicks_before: 1234,
      password: true,
    });
    expect(JSON.stringify([plan, await get(`/changes/${plan.id}/rows`)])).not.toContain("$2");
    await post(`/changes/${plan.id}/apply`);
    const [link] = (await get("/link")).data;
    expect(link).toMatchObject({ created_at: CREATED_AT, clicks_before: 1234, has_password: true });
    expect(link.total_clicks ?? 0).toBe(0);
    const before = await storedRow(link.id);
    const deletion = await post("/changes", { ids: [link.id], delete: true });
    await post(`/changes/${deletion.id}/apply`);
    expect(await storedRow(link.id)).toBeNull();
    await post(`/changes/${deletion.id}/undo`);
    expect(await storedRow(link.id)).toEqual(before);

    expect(await guess("a", "wrong")).toBe(403);
    expect(await storedHash(link.id)).toBe(`bcrypt:${passwordHash}`);
    expect(await guess("a", "sesame")).toBe(200);
    expect(await storedHash(link.id)).toMatch(/^\$2/);
    expect([await guess("a", "sesame"), await guess("a", "Sesame")]).toEqual([200, 403]);
  });

  it("change the password of a record that exists, and nothing else of its origin", async () => {
    const link = await site.createLink({
      alias: "a",
      destination: "https://x.example",
      password: "first one",
    });
    const own = `signpost:${await hashPassword("second one", 4)}`;
    const rows = [rowOf("a", { created_at: CREATED_AT, clicks_before: 7, password_hash: own })];
    const plan = await post("/changes", { mode: "upsert", rows });
    expect(plan.sample[0]).toMatchObject({ result: "changed", after: { password: true } });
    await post(`/changes/${plan.id}/apply`);
    expect([await guess("a", "first one"), await guess("a", "second one")]).toEqual([403, 200]);
    const again = await post("/changes", { mode: "upsert", rows });
    expect(again.counts).toMatchObject({ unchanged: 1 });
    expect(await get(`/link/${link.id}`)).toMatchObject({ created_at: link.created_at, clicks_before: 0 });
    await post(`/changes/${plan.id}/undo`);
    expect([await guess("a", "first one"), await guess("a", "second one")]).toEqual([200, 403]);
  });

  it("are taken by an import in one call, and exported as they came", async () => {
    const passwordHash = `bcrypt:${await hash("sesame", 4)}`;
    const fields = {
      created_at: CREATED_AT,
      clicks_before: 5,
      password_hash: passwordHash,
      has_password: true,
    };
    const { meta } = await post("/bulk/import", { rows: [rowOf("a", fields)] });
    expect(meta).toMatchObject({ created: 1 });
    const [link] = (await get("/link")).data;
    expect(link).toMatchObject({ created_at: CREATED_AT, clicks_before: 5, has_password: true });
    expect(await storedHash(link.id)).toBe(passwordHash);
  });

  it.each([
    ["created_at", "yesterday"],
    ["created_at", "2999-01-01T00:00:00Z"],
    ["clicks_before", -1],
    ["clicks_before", 1.5],
    ["clicks_before", "12"],
    ["password_hash", "$2b$03$1234567890123456789012./Eb3Uvgp64DyUm2fVUVnXbZjW0hfVey"],
    ["password_hash", "5f4dcc3b5aa765d61d8327deb882cf99"],
    // BCRYPT_COST is 4 in tests: two more are taken.
    ["password_hash", "$2b$07$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui"],
  ])("are invalid with a wrong %s, and name it", async (field, value) => {
    const { id, counts } = await post("/changes", { rows: [rowOf("a", { [field]: value })] });
    expect(counts).toMatchObject({ created: 0, invalid: 1 });
    const rows = await get(`/changes/${id}/rows`);
    expect(Object.keys(rows.data[0].reasons)).toEqual([field]);
  });
});
