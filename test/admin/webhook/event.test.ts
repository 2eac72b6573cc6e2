import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { payloadSchema } from "../../../scripts/openapi/webhook.ts";
import { clicksOn, deliver, messageOf } from "../../support/click.ts";
import { connectHost, createSite, requireOk, type Site } from "../../support/site.ts";
import { makeWebhook, notedFor, typesFor, type MadeWebhook } from "../../support/webhook.ts";

let site: Site;
let webhook: MadeWebhook;
beforeEach(async () => {
  site = await createSite();
  webhook = await makeWebhook(site);
});
afterEach(() => vi.restoreAllMocks());

const last = async () => (await notedFor(webhook.id)).at(-1);

describe("[35.27] a write of one record", () => {
  it("is told when it is created, changed and deleted, with its version", async () => {
    const { id } = await site.createLink({
      alias: "spring",
      destination: "https://example.org/1",
      tags: ["a"],
    });
    const record = {
      id,
      handler: "short-url",
      host: site.host,
      path: "/spring",
      destinations: ["https://example.org/1"],
      title: "",
      tags: ["a"],
    };
    const shown = requireOk(await site.call("GET", `/link/${id}`)).body;
    record.title = shown.title;
    const data = { change: null, hosts: [site.host], count: 1 };
    const created = await last();
    expect(created).toMatchObject({ type: "link.created", payload_version: 1, data });
    const { version } = created?.data.records[0] ?? {};
    expect(created?.data.records).toEqual([{ ...record, version }]);

    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.org/2" }));
    const changed = { ...record, destinations: ["https://example.org/2"], version: version + 1 };
    expect(await last()).toMatchObject({ type: "link.updated", data: { ...data, records: [changed] } });

    requireOk(await site.call("DELETE", `/link/${id}`));
    expect(await last()).toMatchObject({ type: "link.deleted", data: { ...data, records: [changed] } });
    expect(await typesFor(webhook.id)).toEqual(["link.created", "link.updated", "link.deleted"]);
  });

  it("that changes nothing, or is refused, is not told", async () => {
    const { id } = await site.createLink({ destination: "https://example.org/1" });
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.org/1" }));
    await site.call("PUT", `/link/${id}`, { destination: "no url" });
    await site.call("POST", "/link", { host: site.host, alias: "x", destination: "ftp://x" });
    expect(await typesFor(webhook.id)).toEqual(["link.created"]);
  });

  it("has neither password nor secret", async () => {
    requireOk(await site.call("POST", "/workspace/notify-secret"));
    await site.createLink({ destination: "https://example.org/", password: "open sesame" });
    const text = JSON.stringify(await notedFor(webhook.id));
    expect(text).not.toMatch(/open sesame|\$2b\$|whsec_|sp_/);
    expect(text).not.toContain(site.token);
  });
});

describe("[35.27] a hostname", () => {
  it.each<[string, (site: Site) => Promise<object>, (site: Site) => object]>([
    [
      "whose settings change",
      ({ call, host }) => call("PUT", `/host/${host}`, { not_found_url: "https://example.org/" }),
      ({ host }) => ({ host, change: "settings" }),
    ],
    [
      "that is disconnected",
      ({ call, host }) => call("DELETE", `/host/${host}`),
      ({ host }) => ({ host, change: "disconnected" }),
    ],
  ])("%s is told", async (_, act, data) => {
    await act(site);
    expect(await last()).toMatchObject({ type: "host.changed", data: data(site) });
  });

  it("that is connected is told", async () => {
    const host = await connectHost(site);
    expect(await notedFor(webhook.id)).toMatchObject([
      { type: "host.changed", data: { host, change: "connected" } },
    ]);
  });
});

describe("[35.27] clicks", () => {
  it("that pass a threshold are told once, also without a notify_url", async () => {
    requireOk(await site.call("POST", "/workspace/update/click_thresholds", { value: "3,100" }));
    const { id } = await site.createLink({ destination: "https://example.org/" });
    await deliver([messageOf(...clicksOn(id, 2))]);
    expect(await typesFor(webhook.id)).toEqual(["link.created"]);
    await deliver([messageOf(...clicksOn(id, 2))]);
    await deliver([messageOf(...clicksOn(id, 2))]);
    expect(await typesFor(webhook.id)).toEqual(["link.created", "clicks.threshold"]);
    expect((await last())?.data).toMatchObject({ id, threshold: 3, clicks: 4, version: 1 });
    const waiting = await env.DB.prepare("SELECT count(*) AS n FROM notifications WHERE workspace_id = ?1")
      .bind(site.id)
      .first<number>("n");
    expect(waiting).toBe(0);
  });
});

describe("[35.26] a webhook of some hostnames", () => {
  it("is told of these, and of no others", async () => {
    const other = await connectHost(site);
    const limited = await makeWebhook(site, { hosts: [other] });
    await site.createLink({ destination: "https://example.org/" });
    requireOk(await site.call("POST", "/link", { host: other, destination: "https://example.org/" }));
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.org/" }));
    const told = await notedFor(limited.id);
    expect(told).toMatchObject([{ type: "link.created", data: { hosts: [other], count: 1 } }]);
    expect(JSON.stringify(told)).not.toContain(site.host);
  });

  it("is told its events alone, and none while it is off", async () => {
    const one = await makeWebhook(site, { events: ["link.deleted"] });
    const { id } = await site.createLink();
    requireOk(await site.call("DELETE", `/link/${id}`));
    expect(await typesFor(one.id)).toEqual(["link.deleted"]);
    requireOk(await site.call("PUT", `/webhooks/${webhook.id}`, { enabled: false }));
    await site.createLink();
    expect(await typesFor(webhook.id)).toEqual(["link.created", "link.deleted"]);
    expect(requireOk(await site.call("GET", `/webhooks/${webhook.id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: "owner",
    });
  });

  it("of another workspace is told nothing", async () => {
    const other = await createSite();
    const foreign = await makeWebhook(other);
    await site.createLink();
    expect(await notedFor(foreign.id)).toEqual([]);
  });
});

describe("[35.28] a payload", () => {
  it("has the members that the document names", async () => {
    const { id } = await site.createLink({ alias: "p", destination: "https://example.org/" });
    requireOk(await site.call("DELETE", `/link/${id}`));
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.org/" }));
    requireOk(await site.call("POST", `/webhooks/${webhook.id}/test`));
    const told = await notedFor(webhook.id);
    expect(told).toHaveLength(4);
    for (const payload of told) {
      const { properties, required } = payloadSchema(payload.type as "link.created");
      expect(Object.keys(payload).toSorted()).toEqual(required?.toSorted());
      const data = properties?.["data"];
      const names = Object.keys(payload.data);
      expect(Object.keys(data?.properties ?? {})).toEqual(expect.arrayContaining(names));
      expect(names).toEqual(expect.arrayContaining(data?.required ?? []));
    }
  });
});
