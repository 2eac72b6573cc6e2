import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Platform, Run } from "../support/cloudflare/platform.ts";
import { ANOTHER_PROGRAM, expectDone, OWN, usePlatform } from "../support/cloudflare/use-platform.ts";

/**
 * The deployment with the real wrangler against a fake of Cloudflare's API, which runs what is uploaded. What the fake
 * refuses follows Cloudflare's documentation. A deployment takes long, so the tests of a group follow each other on one
 * account.
 */

const tokenOf = ({ stdout }: Run) => /^ {4}(sp_\w+)$/m.exec(stdout)?.[1] ?? "";

async function accountStatus(platform: Platform, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await platform.visit("https://admin.acme.example/v1/account", { headers })).status;
}

describe("before anything is made", () => {
  const platform = usePlatform();

  test("a rehearsal builds the Worker, and asks Cloudflare nothing", async () => {
    const run = await platform.deploy("--dry-run");
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("--dry-run: exiting now") });
    expect(platform.account.calls).toEqual([]);
  });

  test("every missing option is named where nobody can answer", async () => {
    const run = await platform.deploy();
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("Missing: --plan (paid or free), --admin-host, --link-host");
  });

  test("a token that is not valid is told", async () => {
    const run = await platform.deployWith({ CLOUDFLARE_API_TOKEN: "revoked" }, ...OWN);
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain("npx wrangler login");
  });

  test("a zone that the account lacks, or that is not active yet, is named", async () => {
    const hosts = ["--admin-host", "admin.other.example", "--link-host", "go.other.example"];
    const other = await platform.deploy("--plan", "paid", ...hosts);
    expect(other.stderr).toContain(
      "No zone of this account has admin.other.example. Its zones: acme.example",
    );
    const [zone] = platform.account.zones;
    if (zone) zone.status = "pending";
    const pending = await platform.deploy(...OWN);
    expect(pending.stderr).toContain("The zone acme.example is pending");
    if (zone) zone.status = "active";
  });

  test("another program of that name is left alone", async () => {
    await platform.account.upload("shop", ANOTHER_PROGRAM, async () => new Response());
    const file = platform.settingsFile("shop.jsonc");
    await writeFile(file, '{ "name": "shop" }');
    const run = await platform.deploy(...OWN, "--settings", file);
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain("a Worker named shop that is not Signpost");
    expect(platform.made()).toEqual([]);
  });

  test("hostnames with DNS records stop the deployment before the upload", async () => {
    const [zone] = platform.account.zones;
    zone?.addRecord({ type: "A", name: "go.acme.example", content: "192.0.2.1", proxied: true, ttl: 1 });
    const run = await platform.deploy(...OWN);
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain("go.acme.example has DNS records already");
    // Only the draft that holds the secret.
    expect(platform.bindings()).toEqual([]);
  });
});

describe("on a domain of the account", () => {
  const platform = usePlatform();

  test("a deployment that failed goes on with what it has made, and ends with a link and a token", async () => {
    const { account } = platform;
    const createQueue = account.createQueue.bind(account);
    account.createQueue = () => {
      throw new Error("broken");
    };
    const buckets = ["--backup-bucket", "acme-backups", "--change-bucket", "acme-changes"];
    const failed = await platform.deploy(...OWN, ...buckets, "--location", "weur");
    expect(failed).toMatchObject({ exitCode: 1 });
    expect(failed.stdout).toContain("D1 database: creating signpost in western Europe");
    account.createQueue = createQueue;

    const run = await platform.deploy();
    expectDone(run, platform);
    expect(run.stdout).toContain(
      "Visited https://go.acme.example/signpost-test: 302 to https://example.com/",
    );
    expect(run.stdout).toContain("https://admin.acme.example/v1");
    expect(await accountStatus(platform, tokenOf(run))).toBe(200);
    expect([...account.databases.values()]).toMatchObject([{ region: "weur", jurisdiction: null }]);
    expect([account.databases.size, account.namespaces.size, account.queues.size]).toEqual([1, 1, 5]);
    const script = account.scripts.get("signpost");
    expect(script?.crons).toEqual(["* * * * *"]);
    expect(script?.upload?.modules.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^constants-\w+\.txt$/),
    );
    expect(account.queues.get("signpost-clicks-dead")?.retentionSeconds).toBe(14 * 86_400);
    expect([...account.buckets]).toEqual(["acme-backups", "acme-changes"]);
    expect(platform.bindings()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "BACKUPS", bucket_name: "acme-backups" }),
        expect.objectContaining({ name: "CHANGES", bucket_name: "acme-changes" }),
      ]),
    );
  });

  test("[26.4] the deployed database is backed up by the API, a call a query", async () => {
    const { account, folder, run } = platform;
    const busy = account.calls.length;
    const file = join(folder, "backup.ndjson");
    const words = ["--remote", "--database", "signpost"];
    expect(await run("backup.ts", {}, file, ...words)).toMatchObject({
      exitCode: 0,
      stderr: expect.any(String),
    });
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    expect(lines[0]).toContain('"is_snapshot":false');
    expect(lines.filter((line) => line.includes("go.acme.example")).length).toBeGreaterThan(1);
    expect(account.calls.length).toBeGreaterThan(busy);
    const none = await run("backup.ts", {}, file, "--remote", "--database", "nobody");
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no D1 database nobody") });
  });

  test("[1.6] the static files are there for the admin host, and for no other", async () => {
    const statusAt = async (host: string) =>
      (await platform.visit(`https://${host}.acme.example/v1/openapi.json`)).status;
    expect([await statusAt("admin"), await statusAt("go")]).toEqual([200, 404]);
  });

  test("leaves no token behind but the owner's", async () => {
    const [database] = platform.account.databases.values();
    const [answer] = (await database?.runs.query("SELECT name FROM tokens")) ?? [];
    expect(answer?.results).toEqual([{ name: "first token" }]);
  });

  test("other commands find the installation by its settings", async () => {
    const workspace = await platform.run("workspace.ts", {}, "create", "--name", "Second", "--remote");
    expect(workspace).toMatchObject({ exitCode: 0 });
    expect(await accountStatus(platform, workspace.stdout.trim())).toBe(200);
    const secrets = await platform.run("wrangler.ts", {}, "secret", "list");
    expect(secrets.stdout).toContain("SIGNING_KEY");
  });

  test("[25.8] dead letters in the bucket are listed, tried again and dropped", async () => {
    const { objects } = platform.account;
    const described = { size: 57_082, last_modified: "2026-11-25T03:00:00.000Z" };
    for (const id of ["a", "b", "c"]) {
      const more = { ...described, custom_metadata: { clicks: "250" } };
      objects.put("acme-backups", `dead-letter-${id}`, () => Buffer.from("null"), more);
    }
    const run = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await platform.run("dead-letters.ts", {}, ...args, "--remote");
      expect(platform.api.unknown).toEqual([]);
      if (exitCode === 0) return stdout;
      return stderr.trim().split("\n").at(-1);
    };
    expect(await run("list")).toMatch(/\na +2026-11-25T03:00:00 +250 +57082 *\nb /);
    expect(await run("retry", "a", "nobody")).toBe(
      "Filed 1 message. There is no message with the other ids.",
    );
    expect(await run("list")).toMatch(/\na .* to be tried again *\nb .* 57082 *\n/);
    expect(await run("drop", "b")).toBe("Dropped 1 message.\n");
    expect(await run("drop", "--all")).toBe("Dropped 2 messages.\n");
    expect(await run("list")).toBe("There are no dead letters.\n");
  });

  test("hostnames of the Worker that the settings lack are not removed unasked", async () => {
    const held = await readFile(platform.settingsFile(), "utf8");
    const run = await platform.deploy("--link-host", "new.acme.example");
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain("has custom domains that the settings lack: go.acme.example");
    expect([...platform.account.domains.keys()]).toEqual(["admin.acme.example", "go.acme.example"]);
    await writeFile(platform.settingsFile(), held);
  });

  test("nor are routes, and bad settings are not kept", async () => {
    const held = await readFile(platform.settingsFile(), "utf8");
    const [zone] = platform.account.zones;
    zone?.routes.push({ id: "r", pattern: "*.old.acme.example/*", script: "signpost" });
    const run = await platform.deploy();
    expect(run.stderr).toContain(
      "has routes that the settings lack: *.old.acme.example/* (zone acme.example)",
    );
    zone?.routes.pop();
    const other = await platform.deploy("--link-host", "go.other.example");
    expect(other.stderr).toContain("No zone of this account has go.other.example");
    expect(await readFile(platform.settingsFile(), "utf8")).toBe(held);
  });

  test("[25.13] variables of tests are not adopted from the account", async () => {
    const held = await readFile(platform.settingsFile(), "utf8");
    const allow = platform.bindings().find(({ name }) => name === "MONITOR_ALLOW");
    if (allow) allow.text = "10.0.0.1";
    await writeFile(platform.settingsFile(), "{}");
    const run = await platform.deploy();
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stderr).toContain("The Worker signpost that is deployed has MONITOR_ALLOW");
    expect(await readFile(platform.settingsFile(), "utf8")).toBe("{}");
    if (allow) allow.text = "";
    await writeFile(platform.settingsFile(), held);
  });

  test("settings that are lost come back from the account: ids, variables, hostnames", async () => {
    const before = await readFile(platform.settingsFile(), "utf8");
    const proof = platform.bindings().find(({ name }) => name === "HOSTNAME_PROOF");
    if (proof) proof.text = "required";
    const share = platform.bindings().find(({ name }) => name === "LOG_VISITS");
    if (share) share.text = "0.01";
    await writeFile(platform.settingsFile(), "{}");
    platform.account.calls.length = 0;
    const clicks = () => platform.account.requireQueue("signpost-clicks").describe().consumers;
    const [consumer] = clicks();
    const run = await platform.deploy();
    expectDone(run, platform);
    expect(clicks()).toEqual([consumer]);
    expect(run.stdout).toContain("Adopting the settings of the Worker signpost");
    expect(platform.made()).toEqual([]);
    const settings = JSON.parse(await readFile(platform.settingsFile(), "utf8")) as Record<string, unknown>;
    expect(settings).toMatchObject({
      admin_hosts: ["admin.acme.example"],
      link_hosts: ["go.acme.example"],
      cname_target: "edge.acme.example",
      backup_bucket: "acme-backups",
      change_bucket: "acme-changes",
      log_visits: 0.01,
    });
    expect(settings["variables"]).toEqual({ HOSTNAME_PROOF: "required" });
    expect(before).toContain(String(settings["d1_database_id"]));
    expect(before).toContain(String(settings["kv_namespace_id"]));
  });

  test("[25.11] the platform is told to log no line for each request, and the Worker the share of the settings", () => {
    expect(platform.account.scripts.get("signpost")?.upload?.observability).toMatchObject({
      enabled: true,
      head_sampling_rate: 1,
      logs: { enabled: true, invocation_logs: false },
    });
    expect(platform.bindings().find(({ name }) => name === "LOG_VISITS")?.text).toBe("0.01");
  });

  test("a second installation has everything of its own", async () => {
    const file = platform.settingsFile("signpost.staging.jsonc");
    await writeFile(file, '{ "name": "signpost-staging" }');
    const hosts = ["--admin-host", "admin-staging.acme.example", "--link-host", "staging.acme.example"];
    const run = await platform.deploy("--settings", file, "--plan", "paid", ...hosts);
    expectDone(run, platform);
    expect(run.stdout).toContain("Visited https://staging.acme.example/signpost-test: 302");
    const { databases, queues, domains } = platform.account;
    expect([...databases.values()].map(({ name }) => name)).toEqual(["signpost", "signpost-staging"]);
    expect(queues.size).toBe(10);
    expect([...domains.values()].map(({ hostname, service }) => `${hostname} ${service}`)).toEqual([
      "admin.acme.example signpost",
      "go.acme.example signpost",
      "admin-staging.acme.example signpost-staging",
      "staging.acme.example signpost-staging",
    ]);
  });
});

describe("with Cloudflare for SaaS", () => {
  const platform = usePlatform();
  const SAAS = [...OWN, "--saas-zone", "acme.example"];

  test("the Worker needs a token that may use custom hostnames", async () => {
    const without = await platform.deploy(...SAAS);
    expect(without).toMatchObject({ exitCode: 1 });
    expect(without.stderr).toContain("SAAS_API_TOKEN");
    const wrong = await platform.deployWith({ SAAS_API_TOKEN: "powerless" }, ...SAAS);
    expect(wrong).toMatchObject({ exitCode: 1 });
    expect(wrong.stderr).toContain("may not use custom hostnames of the zone acme.example");
    // Only the draft that holds the secret.
    expect(platform.bindings()).toEqual([]);
  });

  test("a login that may not edit DNS is told which records to make", async () => {
    const run = await platform.deployWith({ SAAS_API_TOKEN: "certificates" }, ...SAAS);
    expectDone(run, platform);
    expect(run.stdout).toContain("type AAAA, name *.edge.acme.example, content 100::, proxied");
    expect(run.stdout).toContain("Fallback origin: edge.acme.example (initializing)");
    expect(run.stdout).toContain("  - The fallback origin edge.acme.example is initializing.");
  });

  test("a token that may, makes them, and an upgrade makes nothing else", async () => {
    platform.account.calls.length = 0;
    platform.account.zones[0]?.settle();
    const run = await platform.deployWith({ CLOUDFLARE_API_TOKEN: "everything" });
    expectDone(run, platform);
    expect(run.stdout).not.toContain("The fallback origin");
    expect(platform.made()).toEqual([]);
    expect(run.stdout).not.toContain("Made the workspace");
    expect(run.stdout).not.toContain("Create this DNS record");
    const [zone] = platform.account.zones;
    expect(zone?.readFallbackOrigin()).toMatchObject({ origin: "edge.acme.example", status: "active" });
    expect(zone?.recordsOf("label.edge.acme.example")).toHaveLength(1);
    expect(zone?.routes.map(({ pattern }) => pattern)).toEqual(["*/*"]);
    const script = platform.account.scripts.get("signpost");
    expect(script?.secrets.get("CLOUDFLARE_API_TOKEN")).toBe("certificates");
    expect(platform.bindings()).toContainEqual(
      expect.objectContaining({ name: "CLOUDFLARE_ZONE_ID", text: zone?.id }),
    );
  });
});

describe("on workers.dev", () => {
  const platform = usePlatform();

  test("links have a hostname of their own, and passwords a cost that the free plan allows", async () => {
    platform.account.plan = "free";
    const run = await platform.deploy("--plan", "free", "--workers-dev");
    expectDone(run, platform);
    expect(run.stdout).toContain("Visited https://signpost-links.tester.workers.dev/signpost-test: 302");
    expect(run.stdout).toContain("https://signpost.tester.workers.dev/v1");
    expect(run.stdout).toContain("The free plan is for trying it out");
    expect(platform.bindings().find(({ name }) => name === "BCRYPT_COST")?.text).toBe("5");
  });
});

test("a plain wrangler deploy is refused in the checkout, with the command to use", async () => {
  const args = ["node_modules/wrangler/bin/wrangler.js", "deploy", "--dry-run", "--outdir", "dist"];
  const env = { ...process.env, SIGNPOST_COMMAND: "" };
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: `${stdout}${stderr}` }),
    );
  });
  expect(code).toBe(1);
  expect(text).toContain("Nothing was deployed. Run: npm run deploy");
});
