import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { importInto, summarize } from "../../support/import.ts";
import { addToken, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";

let site: Site;

beforeEach(async () => {
  site = await createSite();
});

const put = (hosts: unknown): Promise<Answer> => site.call("PUT", "/blocklist", { hosts });
const EVIL = "https://login.evil.example/account";

describe("the blocklist", () => {
  it("[17.1] is empty at first, then the list that was written last, separate for each workspace", async () => {
    expect((await site.call("GET", "/blocklist")).body).toEqual({ hosts: [] });
    for (const hosts of [["a.example", "b.example"], ["b.example"], []]) {
      expect(requireOk(await put(hosts)).body).toEqual({ hosts });
      expect(requireOk(await site.call("GET", "/blocklist")).body).toEqual({ hosts });
    }
    await put(["a.example"]);
    expect((await (await createSite()).call("GET", "/blocklist")).body).toEqual({ hosts: [] });
  });

  it("[17.1] has each hostname once, as an A-label in lower case", async () => {
    const written = [" Evil.Example. ", "evil.example", "BÜCHER.example", "_a.b-c.example", "zip"];
    const hosts = ["evil.example", "xn--bcher-kva.example", "_a.b-c.example", "zip"];
    expect(requireOk(await put(written)).body).toEqual({ hosts });
  });

  const label = "a".repeat(63);
  const longest = `${label}.${label}.${label}.${"a".repeat(61)}`;

  it("[17.1] takes a thousand names of 253 characters, and visits and writes go on", async () => {
    expect(longest).toHaveLength(253);
    const hosts = Array.from({ length: 1_000 }, (_, index) => `${index + 1_000}${longest.slice(4)}`);
    expect(requireOk(await put(hosts)).body.hosts).toHaveLength(1_000);
    await site.createLink({ destination: "https://good.example/" });
    const destination = `https://x.${hosts[999]}/`;
    expectRefused(await site.call("POST", "/link", { host: site.host, destination }), "destination");
  });

  it.each<[string, unknown, string[]]>([
    ["no list", undefined, ["hosts"]],
    ["null", null, ["hosts"]],
    ["a text", "evil.example", ["hosts"]],
    ["a thousand and one", Array.from({ length: 1_001 }, (_, index) => `${index}.example`), ["hosts"]],
    ["a thousand and one that are none", Array.from({ length: 1_001 }, () => ""), ["hosts"]],
    ["a number among them", ["a.example", 1], ["hosts.1"]],
    ["an empty text", [""], ["hosts.0"]],
    ["a URL", ["a.example", "https://evil.example/"], ["hosts.1"]],
    ["a port", ["evil.example:80"], ["hosts.0"]],
    ["an address", ["192.0.2.1", "[2001:db8::1]"], ["hosts.0", "hosts.1"]],
    ["a wildcard", ["*.evil.example"], ["hosts.0"]],
    ["an empty label", ["evil..example"], ["hosts.0"]],
    ["a broken A-label", ["xn--a.example"], ["hosts.0"]],
    ["a name that is too long", [`${longest}a`], ["hosts.0"]],
  ])("[17.1] refuses %s, by its index, and stays as it was", async (_, hosts, fields) => {
    await put(["evil.example"]);
    expectRefused(await put(hosts), ...fields);
    expect((await site.call("GET", "/blocklist")).body).toEqual({ hosts: ["evil.example"] });
  });

  it.each(["editor", "viewer"] as const)("[17.1] is for an %s to read and not to write", async (role) => {
    const Authorization = `Bearer ${await addToken(site.id, { role })}`;
    expect((await site.call("GET", "/blocklist", undefined, { Authorization })).status).toBe(200);
    expect((await site.call("PUT", "/blocklist", { hosts: [] }, { Authorization })).status).toBe(484);
  });

  it("[17.1] is for a manager", async () => {
    const Authorization = `Bearer ${await addToken(site.id, { role: "manager" })}`;
    requireOk(await site.call("PUT", "/blocklist", { hosts: ["evil.example"] }, { Authorization }));
  });
});

describe("writing a record to a listed destination is refused, with the host named,", () => {
  beforeEach(async () => {
    await put(["evil.example", "xn--bcher-kva.example"]);
  });

  function expectNamed(answer: Answer, field: string, host = "evil.example"): void {
    expectRefused(answer, field);
    expect(answer.body.errors[field][0]).toContain(host);
  }

  it.each<[string, string, (host: string) => object]>([
    ["POST /link", "/link", (host) => ({ host })],
    ["POST /redirect", "/redirect", (host) => ({ url: `${host}/a` })],
    ["POST /links, a link", "/links", (host) => ({ handler: "qr", host })],
    ["POST /links, a redirect", "/links", (host) => ({ handler: "migration", host })],
  ])("[17.2] by %s", async (_, path, place) => {
    const body = place(site.host);
    expectNamed(await site.call("POST", path, { ...body, destination: EVIL }), "destination");
    const destinations = ["https://good.example", EVIL];
    expectNamed(await site.call("POST", path, { ...body, destinations }), "destinations.1");
    requireOk(await site.call("POST", path, { ...body, destination: "https://notevil.example" }));
  });

  it.each<[string, (site: Site) => Promise<{ id: string }>]>([
    ["/link", (site) => site.createLink()],
    ["/links", (site) => site.createLink()],
    ["/redirect", (site) => site.createRedirect("/a")],
  ])("[17.2] by PUT %s/{id}", async (path, create) => {
    const { id } = await create(site);
    expectNamed(await site.call("PUT", `${path}/${id}`, { destination: EVIL }), "destination");
    const destinations = ["https://good.example", "https://ok.example", EVIL];
    expectNamed(await site.call("PUT", `${path}/${id}`, { destinations }), "destinations.2");
    expect((await site.call("GET", `${path}/${id}`)).body.destination).toBeNull();
  });

  it("[17.2] by an import, row by row, where others land", async () => {
    const standing = await site.createLink({ alias: "standing", destination: "https://good.example" });
    const row = (alias: string, destination: string) => ({ host: site.host, alias, destination });
    const outcomes = await importInto(
      site,
      [
        row("a", EVIL),
        row("b", "https://good.example"),
        { url: `${site.host}/c`, destinations: ["https://good.example", EVIL] },
        row("standing", EVIL),
      ],
      "upsert",
    );
    expect(summarize(outcomes)).toEqual([
      "failed destination",
      "created",
      "failed destinations.1",
      "failed destination",
    ]);
    expect(outcomes[0]?.errors?.["destination"]?.[0]).toContain("evil.example");
    expect((await site.call("GET", `/link/${standing.id}`)).body.destination).toBe("https://good.example");
  });

  it.each([
    "https://EVIL.example",
    "https://evil.example.:8443/x",
    "evil.example/without/scheme",
    "https://ｅｖｉｌ.example/",
    "https://%65vil.example/",
    "https://evil\u00ad.example/",
    "https://evil。example/",
  ])("[17.2] however it is spelled: %s", async (destination) => {
    expectNamed(await site.call("POST", "/link", { host: site.host, destination }), "destination");
  });

  it("in its Unicode form as well", async () => {
    const destination = "https://www.bücher.example/";
    const answer = await site.call("POST", "/link", { host: site.host, destination });
    expectNamed(answer, "destination", "xn--bcher-kva.example");
  });

  it("beside every other field that is wrong", async () => {
    const body = { host: site.host, destination: EVIL, title: 1 };
    expectRefused(await site.call("POST", "/link", body), "destination", "title");
  });
});

describe("a record that leads to a host that was listed later", () => {
  it("[17.2] can be renamed, paused and sent back as it was read, and leads elsewhere when it is told to", async () => {
    const { id } = await site.createLink({ destination: EVIL });
    await put(["evil.example"]);
    requireOk(await site.call("PUT", `/link/${id}`, { title: "Renamed" }));
    requireOk(await site.call("POST", `/links/${id}/pause`));
    const { body } = await site.call("GET", `/link/${id}`);
    requireOk(await site.call("PUT", `/link/${id}`, body));
    const destinations = [EVIL, "https://other.evil.example"];
    expectRefused(await site.call("PUT", `/link/${id}`, { destinations }), "destinations.1");
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://good.example" }));
    expectRefused(await site.call("PUT", `/link/${id}`, { destination: EVIL }), "destination");
  });

  it("is imported once more, while another row may not lead there", async () => {
    await site.createLink({ alias: "a", destination: EVIL });
    await put(["evil.example"]);
    const rows = ["a", "b"].map((alias) => ({
      host: site.host,
      alias,
      destination: EVIL,
      title: "Renamed",
    }));
    expect(summarize(await importInto(site, rows, "upsert"))).toEqual(["updated", "failed destination"]);
  });
});

describe("a hostname that is connected while a setting of all hostnames is written", () => {
  it.each<[string, () => Promise<Answer>, string]>([
    ["the blocklist", () => put(["evil.example"]), "evil.example"],
    ["the branding", () => site.call("PUT", "/workspace", { branding: { name: "Evil Ltd" } }), "Evil Ltd"],
    [
      "the not_found_url",
      () => site.call("POST", "/workspace/update/not_found_url", { value: "https://lost.example/" }),
      "https://lost.example/",
    ],
  ])("[19.5] shows %s", async (_, write, shown) => {
    const late = `late.${site.host}`;
    const commit = vi.spyOn(env.DB, "batch").mockImplementationOnce(async (statements) => {
      requireOk(await site.call("POST", "/host", { host: late }));
      return env.DB.batch(statements);
    });
    requireOk(await write());
    expect(commit.mock.calls.length).toBeGreaterThan(2);
    expect(await env.SNAPSHOTS.get(`h:${late}`)).toContain(shown);
  });
});
