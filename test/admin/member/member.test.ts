import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { connectHost, createSite, expectRefused, requireOk, send, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";

let site: Site;
let second: string;

beforeAll(async () => {
  site = await createSite();
  second = await connectHost(site);
});

let people = 0;
const person = (fields: object = {}) => {
  people++;
  return { email: `person-${people}@example.com`, name: `Person ${people}`, role: "editor", ...fields };
};
const addMember = async (fields: object = {}) =>
  requireOk(await site.call("POST", "/members", person(fields))).body as { id: string; email: string };

/** A token that a member made, by the row that only a session of theirs could write. */
async function tokenOf(memberId: string, fields: object = {}): Promise<string> {
  const { id, token } = requireOk(await site.call("POST", "/tokens", { name: "theirs", ...fields })).body;
  await env.DB.prepare("UPDATE tokens SET user_id = ?2 WHERE id = ?1").bind(id, memberId).run();
  return token as string;
}

const ask = (token: string, path: string, method = "GET", body?: object) =>
  send(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("[27.1] members", () => {
  it("are added, listed, changed and removed by an owner", async () => {
    const fields = person({
      email: " Ada@Example.COM ",
      hosts: [site.host, second, site.host.toUpperCase()],
    });
    const made = requireOk(await site.call("POST", "/members", fields)).body;
    const { id } = made;
    expect(made).toEqual({
      id,
      email: "ada@example.com",
      name: fields.name,
      role: "editor",
      hosts: [site.host, second],
      tags: null,
      created_at: expect.stringMatching(/Z$/),
      invitation: null,
    });
    const first = requireOk(await site.call("GET", "/members?per_page=1")).body;
    expect(first.data).toEqual([made]);
    const rest = requireOk(await site.call("GET", `/members?cursor=${first.meta.cursor.next}`)).body.data;
    expect(rest).toContainEqual(expect.objectContaining({ id: site.userId, role: "owner", hosts: null }));
    expect(requireOk(await site.call("PUT", `/members/${id}`, made)).body).toEqual(made);
    // The owner who was made with the workspace may have no address.
    await env.DB.prepare("UPDATE users SET email = '' WHERE id = ?1").bind(site.userId).run();
    const nameless = requireOk(await site.call("GET", "/members")).body.data.at(-1);
    expect(nameless).toMatchObject({ id: site.userId, email: "" });
    expect(requireOk(await site.call("PUT", `/members/${site.userId}`, nameless)).body).toEqual(nameless);
    expectRefused(await site.call("PUT", `/members/${id}`, { email: "" }), "email");
    const change = { name: "Ada King", role: null, hosts: null, email: "king@example.com" };
    const changed = requireOk(await site.call("PUT", `/members/${id}`, change)).body;
    expect(changed).toEqual({ ...made, name: "Ada King", hosts: null, email: "king@example.com" });
    requireOk(await site.call("DELETE", `/members/${id}`));
    expect((await site.call("DELETE", `/members/${id}`)).status).toBe(404);
    // The name stays for histories, the address does not.
    const user = await env.DB.prepare("SELECT name, email FROM users WHERE id = ?1").bind(id).first();
    expect(user).toEqual({ name: "Ada King", email: "" });
  });

  it.each([
    ["no address", { email: "ada" }, "email"],
    ["two addresses", { email: "a@b.example,c@d.example" }, "email"],
    ["an empty name", { name: " " }, "name"],
    ["an unknown role", { role: "admin" }, "role"],
    ["no hostname", { hosts: [] }, "hosts"],
    ["a hostname that is none", { hosts: ["a b"] }, "hosts.0"],
    ["a hostname of nobody", { hosts: ["nobody.acme.example"] }, "hosts.0"],
    ["too many hostnames", { hosts: Array.from({ length: 21 }, (_, i) => `h${i}.example`) }, "hosts"],
    ["another member's address", { email: "Taken@example.com" }, "email"],
  ])("with %s are a 422", async (_, fields, field) => {
    if (field === "email") await site.call("POST", "/members", person({ email: "taken@example.com" }));
    expectRefused(await site.call("POST", "/members", person(fields)), field);
    const { id } = await addMember();
    expectRefused(await site.call("PUT", `/members/${id}`, fields), field);
  });

  it("may have an address that a member of another workspace has, and show in no other", async () => {
    const other = await createWorkspace();
    const { id, email } = await addMember();
    requireOk(await other.call("POST", "/members", person({ email })));
    expect((await other.call("PUT", `/members/${id}`, { name: "x" })).status).toBe(404);
    expect((await other.call("DELETE", `/members/${id}`)).status).toBe(404);
    expectRefused(await other.call("POST", "/members", person({ hosts: [site.host] })), "hosts.0");
  });

  it("keep an address to themselves under parallel calls", async () => {
    const fields = person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.call("POST", "/members", fields)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  });

  it("are added once, however often the call is sent with its key", async () => {
    const fields = person();
    const call = () => site.call("POST", "/members", fields, { "Idempotency-Key": "once" });
    const { body } = requireOk(await call());
    expect(requireOk(await call()).body).toEqual(body);
  });
});

it("[27.3] the last owner of all hostnames stays one", async () => {
  const own = await createSite();
  const path = `/members/${own.userId}`;
  const limited = person({ role: "owner", hosts: [own.host] });
  requireOk(await own.call("POST", "/members", limited));
  expectRefused(await own.call("PUT", path, { role: "manager" }), "role");
  for (const change of [{ hosts: [own.host] }, { hosts: [own.host], role: "owner" }]) {
    expectRefused(await own.call("PUT", path, change), "hosts");
  }
  expectRefused(await own.call("DELETE", path), "id");
  expect(requireOk(await own.call("GET", "/account")).body).toMatchObject({ role: "owner", hosts: null });
  const { id } = requireOk(await own.call("POST", "/members", person({ role: "owner" }))).body;
  const removals = await Promise.all([own.call("DELETE", path), own.call("DELETE", `/members/${id}`)]);
  expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
});

describe("[27.2] a token with hostnames", () => {
  it("shows them, and sees their records alone", async () => {
    const body = { name: "narrow", hosts: [second], role: "editor" };
    const made = requireOk(await site.call("POST", "/tokens", body)).body;
    expect(made.hosts).toEqual([second]);
    const listed = requireOk(await site.call("GET", "/tokens?per_page=1")).body.data[0];
    expect(listed).toMatchObject({ id: made.id, hosts: [second] });
    requireOk(await ask(made.token, "/link", "POST", { host: second }));
    expectRefused(await ask(made.token, "/link", "POST", { host: site.host }), "host");
    requireOk(await site.createLink().then(() => ask(made.token, "/link")));
    const { data } = (await ask(made.token, "/link")).body;
    expect(data.map(({ host }: { host: string }) => host)).toEqual([second]);
    expect((await ask(made.token, "/account")).body.hosts).toEqual([second]);
  });

  it.each([{ hosts: [] }, { hosts: ["nobody.acme.example"] }, { hosts: "go.example" }])(
    "is a 422 with %j",
    async ({ hosts }) => {
      const { status, body } = await site.call("POST", "/tokens", { name: "narrow", hosts });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)[0]).toMatch(/^hosts/);
    },
  );

  it("sees nothing once its hostname is disconnected, and never the rest", async () => {
    const host = await connectHost(site);
    const { token } = requireOk(await site.call("POST", "/tokens", { name: "narrow", hosts: [host] })).body;
    expect((await ask(token, "/host")).body.data).toHaveLength(1);
    requireOk(await site.call("DELETE", `/host/${host}`));
    for (const path of ["/host", "/links", "/tags"]) expect((await ask(token, path)).body.data).toEqual([]);
    expect((await ask(token, "/link/count")).body).toMatchObject({ total: 0 });
  });

  it("sees the passings of its hostname until it is disconnected; a token without hostnames sees them later", async () => {
    const giver = await createSite();
    const { host } = giver;
    const move = { token: site.token, empty: true };
    requireOk(await giver.call("POST", `/host/${host}/move`, move));
    const { token } = requireOk(await site.call("POST", "/tokens", { name: "narrow", hosts: [host] })).body;
    const path = `/host/${host}/history`;
    expect(requireOk(await ask(token, path)).body.data).toHaveLength(1);
    requireOk(await site.call("DELETE", `/host/${host}`));
    expect((await ask(token, path)).status).toBe(404);
    expect(requireOk(await site.call("GET", path)).body.data).toHaveLength(1);
  });

  it("does not let its workspace's hostname pass to another", async () => {
    const other = await createSite();
    const { token } = requireOk(await other.call("POST", "/tokens", { name: "n", hosts: [other.host] })).body;
    const answer = await site.call("POST", `/host/${second}/move`, { token, empty: true });
    expectRefused(answer, "token");
  });
});

describe("[27.4] a member's tokens", () => {
  it("lose the rights that the member loses, at the next call", async () => {
    const { id } = await addMember({ role: "owner" });
    const token = await tokenOf(id, { hosts: [site.host, second] });
    const account = async () => (await ask(token, "/account")).body;
    expect(await account()).toMatchObject({ role: "owner", hosts: [site.host, second] });
    requireOk(await site.call("PUT", `/members/${id}`, { role: "viewer", hosts: [second] }));
    expect(await account()).toMatchObject({ role: "viewer", hosts: [second] });
    expect((await ask(token, `/host/${site.host}`)).status).toBe(404);
    expect((await ask(token, "/link", "POST", { host: second })).status).toBe(484);
    // Hostnames that the token never had do not come with the member's.
    const third = await connectHost(site);
    requireOk(await site.call("PUT", `/members/${id}`, { hosts: [third] }));
    expect(await account()).toMatchObject({ hosts: [] });
    expect((await ask(token, "/links")).body.data).toEqual([]);
    requireOk(await site.call("DELETE", `/members/${id}`));
    expect((await ask(token, "/account")).status).toBe(401);
  });

  it.each(["viewer", "editor", "manager"])("of the role %s reach no token and no member", async (role) => {
    const { token } = requireOk(await site.call("POST", "/tokens", { name: "low", role })).body;
    for (const path of ["/tokens", "/members"]) {
      expect((await ask(token, path)).status).toBe(484);
      expect((await ask(token, path, "POST", person())).status).toBe(484);
    }
  });
});
