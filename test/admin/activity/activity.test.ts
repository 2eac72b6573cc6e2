import { beforeAll, describe, expect, it } from "vitest";
import { finishChange } from "../../support/change.ts";
import { addToken, connectHost, createSite, requireOk, send, type Site } from "../../support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

interface Entry {
  id: string;
  kind: string;
  action: string;
  actor: { id: string; name: string };
  [field: string]: unknown;
}

async function list(query = "", by: Pick<Site, "call"> = site): Promise<Entry[]> {
  return requireOk(await by.call("GET", `/activity${query}`)).body.data as Entry[];
}

const write = async (method: string, path: string, body?: object | string) =>
  requireOk(await site.call(method, path, body)).body;

const newest = async (count: number) => (await list(`?per_page=${count}`)).toReversed();

const as = (token: string): Pick<Site, "call"> => ({
  call: (method, path, body) =>
    send(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
});

const sayAll = (entries: Entry[]) => entries.map(({ kind, action }) => `${kind} ${action}`);

describe("[36.1] the activity of a workspace", () => {
  it("tells who created, changed and deleted a record, with its values", async () => {
    const { id, host, alias } = await site.createLink({ title: "first" });
    await write("PUT", `/links/${id}`, { destination: "https://new.example/", title: "second" });
    await write("PUT", `/links/${id}`, { title: "third" });
    const [created, changed, renamed] = await newest(3);
    const by = {
      subject: id,
      name: `${host}/${alias}`,
      host,
      actor: { id: site.userId, name: "first token" },
      token: expect.any(String),
      source: "api",
      undoes: null,
    };
    const nothing = { old: null, new: null };
    expect(created).toEqual({
      ...by,
      ...nothing,
      id: expect.any(String),
      kind: "record",
      action: "created",
      fields: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(changed).toMatchObject({
      ...by,
      action: "changed",
      fields: ["title", "destinations"],
      new: { destination: ["https://new.example/"] },
    });
    expect(renamed).toMatchObject({ ...by, ...nothing, action: "changed", fields: ["title"] });
    await write("DELETE", `/links/${id}`);
    expect((await newest(3)).map((entry) => [entry.action, entry.old])).toEqual([
      ["changed", null],
      ["changed", null],
      ["deleted", null],
    ]);
  });

  it("tells of hostnames, files, settings, members, tokens and webhooks", async () => {
    const host = await connectHost(site);
    await write("PUT", `/host/${host}`, { not_found_url: "https://a.example/", misses: "off" });
    const path = `/host/${host}/files/robots.txt`;
    const text = { "Content-Type": "text/plain" };
    requireOk(await site.call("PUT", path, "User-agent: *", text));
    await write("DELETE", path);
    await write("DELETE", `/host/${host}`);
    await write("PUT", "/files/page", "<h1>");
    await write("DELETE", "/files/page");
    await write("POST", "/workspace/update/country", { value: "DE" });
    await write("POST", "/workspace/update/country", { value: "de" });
    await write("PUT", "/workspace", { branding: { name: "Acme" } });
    await write("PUT", "/blocklist", { hosts: ["bad.example"] });
    await write("POST", "/workspace/notify-secret");
    const person = { email: "ada@example.com", name: "Ada", role: "editor" };
    const member = await write("POST", "/members", person);
    await write("PUT", `/members/${member.id}`, { name: "Ada", role: "manager" });
    expect((await newest(1))[0]).toMatchObject({ old: { role: "editor" }, new: { role: "manager" } });
    await write("PUT", `/members/${member.id}`, { hosts: [site.host] });
    expect((await newest(1))[0]).toMatchObject({ old: { hosts: null }, new: { hosts: [site.host] } });
    await write("DELETE", `/members/${member.id}`);
    const token = await write("POST", "/tokens", { name: "ci" });
    await write("DELETE", `/tokens/${token.id}`);
    const webhook = await write("POST", "/webhooks", {
      url: "https://hook.example/",
      events: ["link.created"],
    });
    await write("PUT", `/webhooks/${webhook.id}`, { enabled: false });
    await write("POST", `/webhooks/${webhook.id}/secret`);
    await write("DELETE", `/webhooks/${webhook.id}`);
    const entries = await newest(21);
    expect(entries.map(({ kind, action, name, fields }) => [kind, action, name, fields])).toEqual([
      ["host", "created", host, null],
      ["host", "changed", host, ["not_found_url", "misses"]],
      ["file", "created", `${host}/robots.txt`, null],
      ["file", "deleted", `${host}/robots.txt`, null],
      ["host", "deleted", host, null],
      ["file", "changed", "page", null],
      ["file", "deleted", "page", null],
      ["workspace", "changed", expect.any(String), ["country"]],
      ["workspace", "changed", expect.any(String), ["branding"]],
      ["workspace", "changed", expect.any(String), ["blocklist"]],
      ["workspace", "changed", expect.any(String), ["notify_secret"]],
      ["member", "created", "Ada", null],
      ["member", "changed", "Ada", ["role"]],
      ["member", "changed", "Ada", ["hosts"]],
      ["member", "deleted", "Ada", null],
      ["token", "created", "ci", null],
      ["token", "deleted", "ci", null],
      ["webhook", "created", "https://hook.example/", null],
      ["webhook", "changed", "https://hook.example/", ["enabled"]],
      ["webhook", "changed", "https://hook.example/", ["secret"]],
      ["webhook", "deleted", "https://hook.example/", null],
    ]);
    expect(JSON.stringify(entries)).not.toContain("ada@example.com");
  });

  it("tells of a change of many records once, and of its undo, by whoever did it", async () => {
    const rows = ["a", "b"].map((alias) => ({
      handler: "short-url",
      host: site.host,
      alias,
      destination: "https://a.example/",
    }));
    const { id } = await write("POST", "/changes", { rows, mode: "create", label: "spring.csv" });
    await finishChange(site, id);
    await write("POST", `/changes/${id}/apply`);
    await write("POST", `/changes/${id}/undo`);
    const imported = await write("POST", "/bulk/import", { rows });
    const found = await newest(3);
    expect(found.map(({ kind, action, subject, name }) => [kind, action, subject, name])).toEqual([
      ["change", "applied", id, "spring.csv"],
      ["change", "undone", id, "spring.csv"],
      ["change", "applied", imported.meta?.change ?? expect.any(String), ""],
    ]);
    expect(found.map(({ actor }) => actor.id)).toEqual(Array(3).fill(site.userId));
  });
});

it("[12.14, 36.1] an edit that writes the values of before back says which edit it undoes", async () => {
  const { id } = await site.createLink({ destination: "https://a.example/" });
  const to = (destination: string) => write("PUT", `/links/${id}`, { destination });
  await to("https://b.example/");
  await write("PUT", `/links/${id}`, { status: "paused" });
  await to("https://a.example/");
  await to("https://b.example/");
  await write("PUT", `/links/${id}`, { password: "pass one" });
  await write("PUT", `/links/${id}`, { password: "pass two" });
  await write("PUT", `/links/${id}`, { password: "pass three" });
  const { data } = requireOk(await site.call("GET", `/links/${id}/history`)).body;
  const [, , , again, back, , first] = data as { id: string; undoes: string | null }[];
  expect(data.map(({ undoes }: { undoes: string | null }) => undoes)).toEqual([
    null,
    null,
    null,
    back!.id,
    first!.id,
    null,
    null,
  ]);
  const entries = await list("?per_page=7");
  expect(entries.map(({ undoes }) => undoes)).toEqual(
    data.map(({ undoes }: typeof again & object) => undoes),
  );
});

describe("[36.2] filters", () => {
  it("keep the entries of a kind, an actor, a hostname and a time", async () => {
    const start = new Date().toISOString();
    const { id: tokenId, call } = await tokenCaller();
    requireOk(await call("POST", "/link", { host: site.host, destination: "https://a.example/" }));
    const other = await connectHost(site);
    const of = async (filter: string) => sayAll(await list(`?filter[after]=${start}&${filter}`)).toReversed();
    expect(await of("filter[kind]=token,host")).toEqual(["token created", "host created"]);
    expect(await of(`filter[actor]=${tokenId}`)).toEqual(["record created"]);
    expect(await of(`filter[actor]=${site.userId}`)).toEqual([
      "token created",
      "record created",
      "host created",
    ]);
    expect(await of(`filter[host]=${other}`)).toEqual(["host created"]);
    expect(await of(`filter[host]=${site.host}`)).toEqual(["record created"]);
    expect(await list(`?filter[before]=2020-01-01T00:00:00Z`)).toEqual([]);
    expect((await site.call("GET", "/activity?filter[kind]=cake")).status).toBe(422);
  });

  async function tokenCaller(role = "editor", hosts?: string[]) {
    const made = await write("POST", "/tokens", { name: "other", role, ...(hosts && { hosts }) });
    return { id: made.id as string, ...as(made.token) };
  }
});

describe("[36.3] what a caller sees", () => {
  it("is what is on the caller's hostnames, and of changes those that name no other", async () => {
    const other = await connectHost(site);
    const link = (host: string) => ({ handler: "short-url", host, destination: "https://a.example/" });
    for (const hosts of [[site.host], [site.host, other]]) {
      const rows = hosts.map((host, index) => ({ ...link(host), alias: `${hosts.length}${index}` }));
      await write("POST", "/bulk/import", { rows });
    }
    await write("POST", "/link", link(other));
    await write("POST", "/tokens", { name: "unseen" });
    await write("PUT", "/files/unseen", "<h1>");
    const [all, own] = [await list("?per_page=6"), as(await addToken(site.id, { hosts: [site.host] }))];
    expect(sayAll(all)).toHaveLength(6);
    const seen = await list("", own);
    expect(seen.filter(({ host, kind }) => host !== site.host && kind !== "change")).toEqual([]);
    const applied = all.filter(({ kind }) => kind === "change").map(({ id }) => id);
    const seenIds = new Set(seen.map(({ id }) => id));
    expect(applied.map((id) => seenIds.has(id))).toEqual([false, true]);
    expect(await list(`?filter[host]=${other}`, own)).toEqual([]);
  });

  it.each([
    ["viewer", []],
    ["manager", ["webhook created"]],
    ["owner", ["webhook created", "token created", "member created"]],
  ] as const)("is for the role %s without the rights of others", async (role, expected) => {
    const rights = await createSite();
    const call = async (path: string, body: object) => requireOk(await rights.call("POST", path, body));
    await call("/members", { email: "ada@example.com", name: "Ada", role: "editor" });
    await call("/tokens", { name: "ci" });
    await call("/webhooks", { url: "https://hook.example/", events: ["link.created"] });
    const seen = await list("?filter[kind]=member,token,webhook", as(await addToken(rights.id, { role })));
    expect(sayAll(seen)).toEqual(expected);
  });

  it("[36.3] is nothing with a plan below pro, and nothing of other workspaces", async () => {
    const basic = await createSite("basic");
    await basic.createLink();
    expect(await list("", basic)).toEqual([]);
    expect(await list("", await createSite().then(({ call }) => ({ call })))).toHaveLength(1);
  });
});

describe("[36.4] a page", () => {
  it("follows the one before, in both directions", async () => {
    const first = requireOk(await site.call("GET", "/activity?per_page=2")).body;
    const second = requireOk(
      await site.call("GET", `/activity?per_page=2&cursor=${first.meta.cursor.next}`),
    ).body;
    const back = requireOk(
      await site.call("GET", `/activity?per_page=2&cursor=${second.meta.cursor.prev}`),
    ).body;
    const both = await list("?per_page=4");
    expect([...first.data, ...second.data]).toEqual(both);
    expect(back.data).toEqual(first.data);
  });
});
