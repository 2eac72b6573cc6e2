import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { createWorkspace, visit } from "../../support/workspace.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const URL_KEYS = ["notify_url", "expired_url", "not_found_url"] as const;
const TEXT_KEYS = ["name", "country", "email", "billing_extra"] as const;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const write = (key: string, body: unknown, workspace: Pick<Site, "call"> = site) =>
  workspace.call("POST", `/workspace/update/${key}`, body);

describe("GET /workspace", () => {
  it("[14.1, 14.2] answers the workspace that the token resolves to, by current and by its id", async () => {
    await site.createLink();
    const { body } = requireOk(await site.call("GET", "/workspace/current"));
    expect(requireOk(await site.call("GET", `/workspace/${site.id}`)).body).toEqual(body);
    expect(body).toEqual({
      id: site.id,
      name: expect.stringMatching(/^Workspace \d+$/),
      role: "owner",
      headurl: expect.any(String),
      logo: expect.any(String),
      personal: expect.any(Boolean),
      country: "",
      pm_type: expect.any(String),
      pm_ending: expect.any(String),
      level: 50,
      email: "",
      billing_extra: "",
      branding: null,
      pages: null,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      meta: [
        expect.stringMatching(/^name=Workspace \d+$/),
        expect.stringMatching(/^verification_token=[0-9a-f]{40}$/),
      ],
      summary: expect.arrayContaining([{ category: expect.any(String), used: 1 }]),
      plan: "enterprise",
      owner: { name: expect.stringMatching(/ owner$/) },
      analytics_enabled: expect.any(Boolean),
      can_use_nameservers: expect.any(Boolean),
    });
  });

  it("[9.20] what was read is taken back, and a write of the same values is no change", async () => {
    const own = await createSite();
    const color = { branding: { color: "#1a2b3c" } };
    requireOk(await own.call("PUT", "/workspace", color));
    requireOk(await write("country", { value: "DE" }, own));
    requireOk(await write("retention", { value: "90d" }, own));
    await env.DB.prepare("UPDATE workspaces SET updated_at = 1000 WHERE id = ?1").bind(own.id).run();
    const { body: read } = requireOk(await own.call("GET", "/workspace/current"));
    expect(requireOk(await own.call("PUT", "/workspace", read)).body).toEqual(read);
    expect(requireOk(await own.call("PUT", "/workspace", color)).body).toEqual(read);
    expect(requireOk(await write("country", { value: "de" }, own)).body).toEqual(read);
    expect(requireOk(await write("retention", { value: "90d" }, own)).body).toEqual(read);
    for (const changed of [
      await own.call("PUT", "/workspace", { branding: { color: "#1a2b3d" } }),
      await write("country", { value: "" }, own),
    ]) {
      expect(requireOk(changed).body.updated_at).not.toBe(read.updated_at);
      await env.DB.prepare("UPDATE workspaces SET updated_at = 1000 WHERE id = ?1").bind(own.id).run();
    }
  });

  it.each([
    ["free", 0],
    ["basic", 1],
    ["pro", 2],
    ["enterprise", 50],
  ] as const)("[9.18] the plan %s has level %i", async (plan, level) => {
    const workspace = await createWorkspace(plan);
    expect((await workspace.call("GET", "/workspace/current")).body).toMatchObject({ plan, level });
  });

  it.each(["viewer", "editor", "manager", "owner"] as const)(
    "[14.2] tells the caller's role: %s",
    async (role) => {
      const workspace = await createWorkspace("free", role);
      expect((await workspace.call("GET", "/workspace/current")).body.role).toBe(role);
    },
  );

  it("[14.2] of another workspace, or of none, is a 404 with the same answer", async () => {
    const other = await createWorkspace();
    const foreign = await site.call("GET", `/workspace/${other.id}`);
    const unknown = await site.call("GET", "/workspace/0198c0de-0000-7000-8000-000000000001");
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual({ ...unknown.body, request_id: foreign.body.request_id });
  });
});

describe("POST /workspace/update/{metaKey}", () => {
  it("[35.1] doors are stored in one spelling, and an unknown one is refused on the value", async () => {
    const { body } = requireOk(await write("doors", { value: " YOURLS,shlink,yourls" }));
    expect(body.meta).toContain("doors=shlink,yourls");
    const refused = await write("doors", { value: "shlink,bitly" });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      value: ["must be names with commas between them, of: shlink, yourls"],
    });
    expect(requireOk(await write("doors", { value: "" })).body.meta).not.toContainEqual(
      expect.stringMatching(/^doors/),
    );
  });

  it("[14.8] UTM templates are stored, refused by their number, and may be longer than other settings", async () => {
    const templates = Array.from({ length: 10 }, (_, number) => ({
      name: `Template ${number}`,
      utm: { source: "news", campaign: `campaign-${number}` },
    }));
    const { body } = requireOk(await write("utm_templates", { value: JSON.stringify(templates) }));
    expect(body.meta).toContain(`utm_templates=${JSON.stringify(templates)}`);
    const refused = await write("utm_templates", { value: JSON.stringify([templates[0], templates[0]]) });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.value).toEqual([
      "has a template that cannot be read or has a taken name: number 2",
    ]);
    expect((await write("billing_extra", { value: "x".repeat(257) })).status).toBe(422);
    requireOk(await write("utm_templates", { value: "" }));
  });

  it("[16.5] QR styles are stored, refused by their number, and 20 at most", async () => {
    const styles = Array.from({ length: 21 }, (_, number) => ({
      name: `Style ${number}`,
      style: { theme: "dots", color: "#00008b", caption: "Scan me" },
    }));
    const twenty = JSON.stringify(styles.slice(1));
    const { body } = requireOk(await write("qr_styles", { value: twenty }));
    expect(body.meta).toContain(`qr_styles=${twenty}`);
    const full = await write("qr_styles", { value: JSON.stringify(styles) });
    expect(full).toMatchObject({ status: 482, body: { limit: "qr_styles", used: 20, allowed: 20 } });
    const refused = await write("qr_styles", { value: JSON.stringify([styles[0], styles[0]]) });
    expectRefused(refused, "value");
    expect(refused.body.codes.value).toEqual([{ code: "not_qr_style", values: { number: 2 } }]);
    expect((await site.call("GET", "/workspace/current")).body.meta).toContain(`qr_styles=${twenty}`);
    requireOk(await write("qr_styles", { value: "" }));
  });

  it.each(["", "  "])("[14.3] the name %j is a 422 on value, and stays as it was", async (value) => {
    const { name } = requireOk(await write("name", { value: " Acme & Söhne " })).body;
    expect(name).toBe("Acme & Söhne");
    expectRefused(await write("name", { value }), "value");
    expect(requireOk(await site.call("GET", "/workspace/current")).body.name).toBe(name);
  });

  it.each<[string, string]>([
    ["country", "DE"],
    ["email", "links@example.com"],
    ["billing_extra", "PO 4711"],
  ])("[14.3] writes %s, and an empty value clears it", async (key, value) => {
    const { body } = requireOk(await write(key, { value }));
    expect(body[key]).toBe(value);
    expect(body.meta).toContain(`${key}=${value}`);
    expect(requireOk(await site.call("GET", "/workspace/current")).body).toEqual(body);
    expect(requireOk(await write(key, { value: "" })).body[key]).toBe("");
  });

  it.each(URL_KEYS)("[14.3] writes %s into meta as key=value, and an empty value clears it", async (key) => {
    const value = `https://example.com/${key}?a=b`;
    expect(requireOk(await write(key, { value })).body.meta).toContain(`${key}=${value}`);
    expect(requireOk(await write(key, { value: "example.com/x" })).body.meta).toContain(
      `${key}=https://example.com/x`,
    );
    const { meta } = requireOk(await write(key, { value: "" })).body as { meta: string[] };
    expect(meta.filter((entry) => entry.startsWith(`${key}=`))).toEqual([]);
  });

  it.each(["nothing", "id", "plan", "role", "Name", "constructor", "__proto__", "name%20"])(
    "[9.9, 14.3] an unknown metaKey (%s) is a 400",
    async (key) => {
      const answer = await write(key, { value: "x" });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
    },
  );

  it.each([
    ["missing", {}],
    ["null", { value: null }],
    ["a number", { value: 5 }],
    ["a list", { value: ["x"] }],
    ["of 257 characters", { value: "x".repeat(257) }],
  ])("[9.13, 14.3] a value that is %s is a 422 on value", async (_, body) => {
    for (const key of [...TEXT_KEYS, ...URL_KEYS]) expectRefused(await write(key, body), "value");
  });

  it("[14.3] 256 characters are a value, counted as Unicode code points", async () => {
    requireOk(await write("billing_extra", { value: "x".repeat(256) }));
    requireOk(await write("billing_extra", { value: "🦊".repeat(256) }));
  });

  it.each([
    "ftp://example.com",
    "javascript:alert(1)",
    "https://u:p@example.com",
    "https://a b",
    "//x",
    "http://",
  ])("[14.3] a URL that is no destination (%s) is a 422 on value", async (value) => {
    for (const key of URL_KEYS) expectRefused(await write(key, { value }), "value");
  });

  it("[14.3] a notify_url on a hostname that a workspace holds, or below its wildcard, is a 422 on value", async () => {
    const other = await createSite();
    requireOk(await other.call("POST", "/host", { host: `*.deep.${other.host}` }));
    for (const host of [site.host, other.host, `hooks.deep.${other.host}`]) {
      expectRefused(await write("notify_url", { value: `https://${host}/hook` }), "value");
    }
    requireOk(await write("notify_url", { value: `https://www.${site.host}/hook` }));
  });

  it("needs a manager", async () => {
    const editor = await createWorkspace("enterprise", "editor");
    expect((await write("name", { value: "x" }, editor)).status).toBe(484);
    expect((await editor.call("GET", "/workspace/current")).body.name).not.toBe("x");
    const manager = await createWorkspace("enterprise", "manager");
    expect(requireOk(await write("name", { value: "x" }, manager)).body.name).toBe("x");
  });
});

describe("expired_url and not_found_url of a workspace", () => {
  it("[3.5] redirect visitors of every hostname until they are cleared", async () => {
    const own = await createSite();
    requireOk(await own.call("POST", "/host", { host: "second.workspace.example" }));
    const { url } = await own.createLink({
      expires: "2001-01-01T00:00:00Z",
      destination: "https://example.com",
    });
    const locations = async () =>
      Promise.all(
        [url, `http://${own.host}/nothing`, "http://second.workspace.example/"].map(async (address) => {
          const response = await visit(address);
          return response.status === 302 ? response.headers.get("Location") : response.status;
        }),
      );
    expect(await locations()).toEqual([410, 404, 404]);
    const [over, lost] = ["https://example.com/over", "https://example.com/lost"];
    requireOk(await write("expired_url", { value: over }, own));
    requireOk(await write("not_found_url", { value: lost }, own));
    expect(await locations()).toEqual([over, lost, lost]);
    requireOk(await write("expired_url", { value: "" }, own));
    requireOk(await write("not_found_url", { value: "" }, own));
    expect(await locations()).toEqual([410, 404, 404]);
  });
});
