import { writeFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { readSettings } from "../../scripts/deploy/settings-file.ts";
import { Refusal } from "../support/cloudflare/refusal.ts";
import { ANOTHER_PROGRAM, OWN, usePlatform } from "../support/cloudflare/use-platform.ts";

/** What keeps hostnames from the Worker is told before anything is made. */

const platform = usePlatform();
const OTHER = "shop";

beforeEach(async () => {
  await platform.account.upload(OTHER, ANOTHER_PROGRAM, async () => new Response());
  platform.account.domains.clear();
  platform.account.calls.length = 0;
});

function give(service: string, count: number): string[] {
  const hosts = Array.from({ length: count }, (_, index) => `${index}.acme.example`);
  const zoneId = platform.account.zones[0]?.id ?? "";
  for (const hostname of hosts) {
    platform.account.domains.set(hostname, { id: hostname, hostname, service, zoneId });
  }
  return hosts;
}

const linkHosts = (count: number) =>
  Array.from({ length: count }, (_, index) => `go-${index}.acme.example`).join(",");

test("100 hostnames of links beside the admin host are one too many", async () => {
  const run = await platform.deploy(...OWN, "--link-host", linkHosts(100));
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toContain(
    "The zone acme.example would have 101 custom domains, and Cloudflare allows 100.",
  );
  expect(run.stderr).toContain("such as *.acme.example in link_hosts");
  expect(platform.made()).toEqual([]);
  // Bad settings are not kept.
  expect(await readSettings(platform.settingsFile())).toBeNull();
});

test("the custom domains of other Workers count", async () => {
  give(OTHER, 99);
  const run = await platform.deploy(...OWN);
  expect(run.stderr).toContain("would have 101 custom domains");
  expect(run.stderr).toContain("(99 belong to other Workers)");
  expect(platform.made()).toEqual([]);
});

test("a limit that Cloudflare has raised is one of the settings", async () => {
  give(OTHER, 99);
  const file = platform.settingsFile("raised.jsonc");
  await writeFile(file, '{ "name": "raised", "custom_domain_limit": 101 }');
  const { account } = platform;
  const createDatabase = account.createDatabase.bind(account);
  account.createDatabase = () => {
    throw new Refusal(500, 0, "far enough");
  };
  const run = await platform.deploy(...OWN, "--settings", file);
  account.createDatabase = createDatabase;
  expect(run.stderr).toContain("far enough");
});

test("an installation that lost its settings finds all of its custom domains", async () => {
  const { account } = platform;
  const own = ["DB", "SNAPSHOTS", "ATTEMPTS"].map((name) => ({ type: "plain_text", name, text: "" }));
  const admin = { type: "plain_text", name: "ADMIN_HOSTS", text: "0.acme.example" };
  await account.upload(
    "signpost",
    { ...ANOTHER_PROGRAM, bindings: [...own, admin] },
    async () => new Response(),
  );
  const hosts = give("signpost", 60);
  account.createDatabase = () => {
    throw new Refusal(500, 0, "far enough");
  };
  const run = await platform.deploy("--plan", "paid", "--cname-target", "edge.acme.example");
  expect(run.stderr).toContain("far enough");
  expect((await readSettings(platform.settingsFile()))?.link_hosts).toEqual(hosts.slice(1));
});

test("a fallback origin that serves something else is refused", async () => {
  const [zone] = platform.account.zones;
  zone?.setFallbackOrigin("shop.acme.example");
  const file = platform.settingsFile("saas.jsonc");
  const run = await platform.deploy(...OWN, "--saas-zone", "acme.example", "--settings", file);
  if (zone !== undefined) zone.fallbackOrigin = null;
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toContain("The fallback origin of the zone acme.example is shop.acme.example");
  expect(platform.made()).toEqual([]);
  expect(await readSettings(file)).toBeNull();
});
