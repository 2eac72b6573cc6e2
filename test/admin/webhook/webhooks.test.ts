import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  send,
  type Site,
} from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";
import { ALL_EVENTS, makeWebhook, notedFor } from "../../support/webhook.ts";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

const BODY = { url: "https://hook.example/in", events: ["link.created"] };

describe("[35.24] a webhook", () => {
  it("is made, listed, read, changed and deleted", async () => {
    const made = requireOk(await site.call("POST", "/webhooks", BODY)).body;
    expect(made).toMatchObject({
      ...BODY,
      hosts: null,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    });
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(requireOk(await site.call("GET", "/webhooks")).body).toEqual({ data: [shown] });
    expect(requireOk(await site.call("GET", `/webhooks/${made.id}`)).body).toEqual(shown);
    const change = { events: ALL_EVENTS, hosts: [site.host], url: "https://other.example/" };
    expect(requireOk(await site.call("PUT", `/webhooks/${made.id}`, change)).body).toMatchObject(change);
    requireOk(await site.call("DELETE", `/webhooks/${made.id}`));
    expect((await site.call("GET", `/webhooks/${made.id}`)).status).toBe(404);
    expect(requireOk(await site.call("GET", "/webhooks")).body).toEqual({ data: [] });
  });

  it("takes what a read has answered, and changes nothing by it", async () => {
    const { id } = await makeWebhook(site);
    const shown = requireOk(await site.call("GET", `/webhooks/${id}`)).body;
    const again = requireOk(await site.call("PUT", `/webhooks/${id}`, shown)).body;
    expect({ ...again, updated_at: shown.updated_at }).toEqual(shown);
  });

  it("[35.26] that gets fewer hostnames forgets what it was told of others, also what still waits", async () => {
    const other = await connectHost(site);
    const { id } = await makeWebhook(site);
    await site.createLink({ alias: "here" });
    await site.createLink({ host: other, alias: "there" });
    requireOk(await site.call("POST", `/webhooks/${id}/test`));
    requireOk(await site.call("PUT", `/webhooks/${id}`, { hosts: [site.host], url: "https://new.example/" }));
    const noted = await notedFor(id);
    expect(noted.map(({ type }) => type)).toEqual(["link.created"]);
    expect(JSON.stringify(noted)).not.toContain(other);
    const token = await addToken(site.id, { role: "manager", hosts: [site.host] });
    const log = await send(`/webhooks/${id}/log`, { headers: { Authorization: `Bearer ${token}` } });
    expect(requireOk(log).body.data).toHaveLength(1);
    requireOk(await site.call("PUT", `/webhooks/${id}`, { hosts: [site.host, other] }));
    expect(await notedFor(id)).toHaveLength(1);
  });

  it("[35.24] of two writes at the same time keeps what each names", async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await makeWebhook(site);
      await Promise.all([
        site.call("PUT", `/webhooks/${id}`, { enabled: false }),
        site.call("PUT", `/webhooks/${id}`, { url: "https://new.example/" }),
      ]);
      const shown = requireOk(await site.call("GET", `/webhooks/${id}`)).body;
      expect(shown).toMatchObject({ enabled: false, url: "https://new.example/" });
      requireOk(await site.call("DELETE", `/webhooks/${id}`));
    }
  });

  it("is deleted with its log", async () => {
    const { id } = await makeWebhook(site);
    await site.createLink();
    expect(await notedFor(id)).toHaveLength(1);
    requireOk(await site.call("DELETE", `/webhooks/${id}`));
    expect(await notedFor(id)).toEqual([]);
    const log = await env.DB.prepare("SELECT entries, bytes FROM webhook_logs WHERE workspace_id = ?1")
      .bind(site.id)
      .first();
    expect(log).toEqual({ entries: 0, bytes: 0 });
  });

  it("of the tenth is the last one", async () => {
    for (let n = 0; n < 10; n++) await makeWebhook(site);
    const answer = await site.call("POST", "/webhooks", BODY);
    expect(answer.status).toBe(482);
    expect(answer.body).toMatchObject({ limit: "webhooks", used: 10, allowed: 10 });
    expect(requireOk(await site.call("GET", "/webhooks")).body.data).toHaveLength(10);
    await makeWebhook(await createWorkspace());
  });

  it("of ten that are made at once with one that is there leaves ten", async () => {
    await makeWebhook(site);
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.call("POST", "/webhooks", BODY)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(200), 482]);
  });

  it("keeps a URL without https that it has, and takes no other", async () => {
    const { id } = await makeWebhook(site);
    await env.DB.prepare("UPDATE webhooks SET url = 'http://hook.example/in' WHERE id = ?1").bind(id).run();
    const shown = requireOk(await site.call("GET", `/webhooks/${id}`)).body;
    requireOk(await site.call("PUT", `/webhooks/${id}`, shown));
    expectRefused(await site.call("PUT", `/webhooks/${id}`, { url: "http://hook.example/other" }), "url");
    requireOk(await site.call("PUT", `/webhooks/${id}`, { url: "https://hook.example/in" }));
    expectRefused(await site.call("PUT", `/webhooks/${id}`, { url: "http://hook.example/in" }), "url");
  });

  it.each<[string, object, string]>([
    ["no URL", { url: "ftp://hook.example/" }, "url"],
    ["an address that is not public", { url: "http://10.0.0.1/" }, "url"],
    ["an address that is read on the way", { url: "http://hook.example/" }, "url"],
    ["this machine", { url: "http://localhost:1/" }, "url"],
    ["an unknown event", { events: ["link.created", "link.gone"] }, "events.1"],
    ["no event", { events: [] }, "events"],
    ["a text for events", { events: "link.created" }, "events"],
    ["a hostname of nobody", { hosts: ["nobody.example"] }, "hosts.0"],
    ["no hostname", { hosts: [] }, "hosts"],
    ["a text for a flag", { enabled: "yes" }, "enabled"],
    ["an unknown field", { label: "x" }, "label"],
  ])("with %s is refused, and nothing is written", async (_, fields, field) => {
    expectRefused(await site.call("POST", "/webhooks", { ...BODY, ...fields }), field);
    expect(requireOk(await site.call("GET", "/webhooks")).body.data).toEqual([]);
    const { id } = await makeWebhook(site);
    const before = requireOk(await site.call("GET", `/webhooks/${id}`)).body;
    expectRefused(await site.call("PUT", `/webhooks/${id}`, fields), field);
    expect(requireOk(await site.call("GET", `/webhooks/${id}`)).body).toEqual(before);
  });

  it("without URL and events names both", async () => {
    expectRefused(await site.call("POST", "/webhooks", {}), "url", "events");
  });

  it.each([
    ["manager", 200],
    ["editor", 484],
    ["viewer", 484],
  ] as const)("is shown to a %s with %i", async (role, status) => {
    const headers = { Authorization: `Bearer ${await addToken(site.id, { role })}` };
    expect((await send("/webhooks", { headers })).status).toBe(status);
  });

  it("that was sent twice with a key is made once, and its secret is not shown again", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const { id } = requireOk(await site.call("POST", "/webhooks", BODY, key)).body;
    const again = await site.call("POST", "/webhooks", BODY, key);
    expect([again.status, again.body.id]).toEqual([409, id]);
    expect(requireOk(await site.call("GET", "/webhooks")).body.data).toHaveLength(1);
  });
});

describe("[35.26] a caller with some hostnames", () => {
  async function limited(hosts: string[]) {
    const token = await addToken(site.id, { role: "manager", hosts });
    return (method: string, path: string, body?: object) =>
      send(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
  }

  it("makes webhooks of these hostnames, and finds no others", async () => {
    const other = await connectHost(site);
    const whole = await makeWebhook(site);
    const both = await makeWebhook(site, { hosts: [site.host, other] });
    const call = await limited([site.host]);
    const made = requireOk(await call("POST", "/webhooks", BODY)).body;
    expect(made.hosts).toEqual([site.host]);
    const { data } = requireOk(await call("GET", "/webhooks")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    for (const { id } of [whole, both]) {
      for (const [method, path, body] of [
        ["GET", ""],
        ["PUT", "", { events: ["link.deleted"] }],
        ["DELETE", ""],
        ["POST", "/secret"],
        ["POST", "/test"],
        ["GET", "/log"],
        ["POST", "/replay", { event: whole.id }],
      ] as [string, string, object?][]) {
        expect((await call(method, `/webhooks/${id}${path}`, body)).status, `${method} ${path}`).toBe(404);
      }
    }
    expect(requireOk(await site.call("GET", "/webhooks")).body.data).toHaveLength(3);
  });

  it("cannot reach further by any field", async () => {
    const other = await connectHost(site);
    const call = await limited([site.host]);
    expectRefused(await call("POST", "/webhooks", { ...BODY, hosts: [site.host, other] }), "hosts.1");
    expectRefused(await call("POST", "/webhooks", { ...BODY, hosts: null }), "hosts");
    const { id } = requireOk(await call("POST", "/webhooks", BODY)).body;
    expectRefused(await call("PUT", `/webhooks/${id}`, { hosts: null }), "hosts");
    expectRefused(await call("PUT", `/webhooks/${id}`, { hosts: [other] }), "hosts.0");
  });
});

describe("[35.31] the secret", () => {
  it("is shown when it is made, and nowhere else", async () => {
    const { id, secret } = await makeWebhook(site);
    requireOk(await site.call("POST", `/webhooks/${id}/test`));
    for (const path of ["/webhooks", `/webhooks/${id}`, `/webhooks/${id}/log`]) {
      expect(JSON.stringify(requireOk(await site.call("GET", path)).body), path).not.toContain(
        secret.slice(6),
      );
    }
    const rotated = requireOk(await site.call("POST", `/webhooks/${id}/secret`));
    expect(Object.keys(rotated.body)).toEqual(["secret"]);
    expect(rotated.body.secret).not.toBe(secret);
  });
});
