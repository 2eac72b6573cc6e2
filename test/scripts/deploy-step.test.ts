import { expect, test } from "vitest";
import { deploy, type Deployment } from "../../scripts/support/deploy-step.ts";
import type { Finished } from "../../scripts/support/wrangler.ts";

const target = {
  adminHosts: ["admin.example"],
  cnameTarget: "edge.example",
  aTargets: ["203.0.113.7"],
  visit: null,
};
const resources = {
  worker: "signpost",
  databases: [{ binding: "DB", name: "signpost" }],
  namespaces: [{ binding: "SNAPSHOTS" }],
  queues: ["signpost-projection"],
};
const placeholders = toConfig("00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000");

function toConfig(databaseId: string, namespaceId: string): string {
  return `# kept
[[d1_databases]]
binding = "DB"
database_id = "${databaseId}"

[[kv_namespaces]]
binding = "SNAPSHOTS"
id = "${namespaceId}"
`;
}

/** An account that remembers what wrangler made in it, and every call. */
class FakeAccount implements Deployment {
  databases: string[] = [];
  namespaces: string[] = [];
  queues: string[] = [];
  secrets: string[] | null = null;
  config = placeholders;
  calls: string[] = [];
  broken: Record<string, Finished> = {};

  async read(args: string[], input?: string): Promise<Finished> {
    const command = args.join(" ");
    this.calls.push(input === undefined ? command : `${command} < ${input}`);
    return this.broken[command] ?? this.answer(command);
  }

  async show(args: string[]): Promise<number> {
    const command = args.join(" ");
    this.calls.push(command);
    return this.broken[command]?.exitCode ?? 0;
  }

  readConfig = async () => this.config;
  writeConfig = async (toml: string) => void (this.config = toml);
  newSigningKey = () => "new-key";
  say(): void {}

  private answer(command: string): Finished {
    const last = command.split(" ").at(-1) ?? "";
    const json = (rows: object[]) => succeeded(JSON.stringify(rows));
    if (command === "d1 list --json")
      return json(this.databases.map((name) => ({ name, uuid: `id-of-${name}` })));
    if (command === "kv namespace list")
      return json(this.namespaces.map((title) => ({ title, id: `id-of-${title}` })));
    if (command === "queues list --page 1") return succeeded(toTable(this.queues));
    if (command === "secret list") {
      return this.secrets === null
        ? failed('✘ [ERROR] Worker "signpost" not found.')
        : json(this.secrets.map((name) => ({ name })));
    }
    if (command.startsWith("d1 create")) this.databases.push(last);
    if (command.startsWith("kv namespace create")) this.namespaces.push(last);
    if (command.startsWith("queues create")) this.queues.push(last);
    return succeeded("");
  }
}

const succeeded = (stdout: string): Finished => ({ exitCode: 0, stdout, stderr: "" });
const failed = (stderr: string, stdout = ""): Finished => ({ exitCode: 1, stdout, stderr });
const toTable = (names: string[]) => ["│ id │ name │", ...names.map((name) => `│ q │ ${name} │`)].join("\n");

const deployCommand =
  "deploy --var ADMIN_HOSTS:admin.example --var CNAME_TARGET:edge.example --var A_TARGETS:203.0.113.7";

test("makes everything in an empty account, in an order in which each step finds what it needs", async () => {
  const account = new FakeAccount();
  await deploy(target, resources, account);
  expect(account.calls).toEqual([
    "whoami --json",
    "d1 list --json",
    "d1 create signpost",
    "d1 list --json",
    "kv namespace list",
    "kv namespace create signpost-snapshots",
    "kv namespace list",
    "queues list --page 1",
    "queues create signpost-projection",
    "secret list",
    "secret put SIGNING_KEY < new-key",
    "deploy --dry-run --outdir dist",
    "d1 migrations apply signpost --remote",
    deployCommand,
  ]);
  expect(account.config).toBe(toConfig("id-of-signpost", "id-of-signpost-snapshots"));
});

test("makes nothing anew when it is run again", async () => {
  const account = new FakeAccount();
  account.config = toConfig("d-1", "n-1");
  account.queues = ["signpost-projection"];
  account.secrets = ["SIGNING_KEY"];
  await deploy(target, resources, account);
  expect(account.calls).toEqual([
    "whoami --json",
    "queues list --page 1",
    "queues list --page 2",
    "secret list",
    "deploy --dry-run --outdir dist",
    "d1 migrations apply signpost --remote",
    deployCommand,
  ]);
  expect(account.config).toBe(toConfig("d-1", "n-1"));
});

test("takes what the account has already and writes down its id", async () => {
  const account = new FakeAccount();
  account.databases = ["signpost"];
  account.namespaces = ["signpost-snapshots"];
  account.secrets = [];
  await deploy(target, resources, account);
  expect(account.calls.filter((call) => /^(?:d1|kv namespace) create/.test(call))).toEqual([]);
  expect(account.calls).toContain("secret put SIGNING_KEY < new-key");
  expect(account.config).toBe(toConfig("id-of-signpost", "id-of-signpost-snapshots"));
});

test("tells how to log in, and does nothing before", async () => {
  const account = new FakeAccount();
  account.broken["whoami --json"] = failed("", '{"loggedIn":false}');
  await expect(deploy(target, resources, account)).rejects.toThrow("Run: npx wrangler login");
  expect(account.calls).toEqual(["whoami --json"]);
});

test("keeps the signing key when secrets cannot be listed", async () => {
  const account = new FakeAccount();
  account.broken["secret list"] = failed("A request to the Cloudflare API failed.");
  await expect(deploy(target, resources, account)).rejects.toThrow("A request to the Cloudflare API failed.");
  expect(account.calls.at(-1)).toBe("secret list");
});

test("stops at a step that fails, with what wrangler said", async () => {
  const account = new FakeAccount();
  account.broken["queues create signpost-projection"] = failed("Queues need the paid plan.");
  await expect(deploy(target, resources, account)).rejects.toThrow("Queues need the paid plan.");
  expect(account.calls.at(-1)).toBe("queues create signpost-projection");

  const third = new FakeAccount();
  third.broken["deploy --dry-run --outdir dist"] = failed("Build failed.");
  await expect(deploy(target, resources, third)).rejects.toThrow("Build failed.");
  expect(third.calls).not.toContain("d1 migrations apply signpost --remote");

  const migrations = "d1 migrations apply signpost --remote";
  const second = new FakeAccount();
  second.broken[migrations] = failed("");
  await expect(deploy(target, resources, second)).rejects.toThrow(`wrangler ${migrations} failed.`);
  expect(second.calls.at(-1)).toBe(migrations);
});
