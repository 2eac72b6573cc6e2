import { expect, test } from "vitest";
import type { SettingsDraft } from "../../../scripts/deploy/settings.ts";
import {
  listQueues,
  readTemplate,
  requireEveryEvent,
  toLimiterNamespace,
  toWranglerConfig,
} from "../../../scripts/deploy/wrangler-config.ts";
import { PROJECT_FOLDER } from "../../../scripts/support/project.ts";

const template = await readTemplate();
const folder = `${PROJECT_FOLDER}/.wrangler/deploy`;

const settings = {
  name: "signpost",
  account_id: "a".repeat(32),
  plan: "paid" as const,
  admin_hosts: ["admin.example.com"],
  link_hosts: ["go.example.com", "*.links.example.com"],
  cname_target: "edge.example.com",
  a_targets: ["203.0.113.7"],
  d1_database_id: "d-1",
  kv_namespace_id: "k-1",
};

const toConfig = (more: SettingsDraft = {}) =>
  toWranglerConfig(template, { ...settings, ...more, name: more.name ?? settings.name }, folder);

test("the template has no ids, so that no deployment uses another installation's", () => {
  expect(template.d1_databases?.[0]).not.toHaveProperty("database_id");
  expect(template.kv_namespaces?.[0]).not.toHaveProperty("id");
});

test("settings become ids, variables, custom domains and routes", () => {
  expect(toConfig()).toMatchObject({
    name: "signpost",
    account_id: settings.account_id,
    main: "../../src/index.ts",
    workers_dev: false,
    routes: [
      { pattern: "admin.example.com", custom_domain: true },
      { pattern: "go.example.com", custom_domain: true },
      "*.links.example.com/*",
    ],
    vars: {
      ADMIN_HOSTS: "admin.example.com",
      CNAME_TARGET: "edge.example.com",
      A_TARGETS: "203.0.113.7",
      BCRYPT_COST: "10",
      LOG_VISITS: "0",
    },
    d1_databases: [{ binding: "DB", database_id: "d-1", migrations_dir: "../../migrations" }],
    kv_namespaces: [{ binding: "SNAPSHOTS", id: "k-1" }],
  });
});

test("further databases are bound with numbers, and counted in a variable", () => {
  const config = toConfig({ databases: 3, further_database_ids: ["d-2"] });
  expect(config.d1_databases).toEqual([
    { binding: "DB", database_name: "signpost", database_id: "d-1", migrations_dir: "../../migrations" },
    {
      binding: "DB_01",
      database_name: "signpost_01",
      database_id: "d-2",
      migrations_dir: "../../migrations",
    },
    { binding: "DB_02", database_name: "signpost_02", migrations_dir: "../../migrations" },
  ]);
  expect(config.vars).toMatchObject({ DATABASES: "3" });
  expect(toConfig().vars).not.toHaveProperty("DATABASES");
});

test("Cloudflare Access is in front where both of its settings are", () => {
  const access = { access_team: "acme", access_audience: "0a".repeat(32) };
  const set = { ACCESS_TEAM: "acme", ACCESS_AUDIENCE: "0a".repeat(32) };
  expect(toConfig(access).vars).toMatchObject(set);
  expect(toConfig().vars).toMatchObject({ ACCESS_TEAM: "", ACCESS_AUDIENCE: "" });
  expect(toConfig({ variables: set }).vars).toMatchObject(set);
});

test("everything else of the template is kept, so that a release can add to it", () => {
  const { compatibility_date, durable_objects, migrations, triggers } = template;
  expect(toConfig()).toMatchObject({ compatibility_date, durable_objects, migrations, triggers });
  expect(toConfig().vars).toMatchObject({ DOH_URL: template.vars?.["DOH_URL"] });
});

test("aliases lead to the same files from the folder of the configuration", () => {
  for (const [name, to] of Object.entries(template.alias ?? {})) {
    expect(toConfig().alias?.[name]).toBe(to.replace(/^\.\//, `${PROJECT_FOLDER}/`));
  }
});

test("variables of the settings win over the template, and BCRYPT_COST over that of the plan", () => {
  expect(toConfig({ variables: { HOSTNAME_PROOF: "required" } }).vars).toMatchObject({
    HOSTNAME_PROOF: "required",
  });
  expect(toConfig({ plan: "free" }).vars).toMatchObject({ BCRYPT_COST: "5" });
  expect(toConfig({ plan: "free", variables: { BCRYPT_COST: "6" } }).vars).toMatchObject({
    BCRYPT_COST: "6",
  });
});

test("[25.11] the platform logs no line a request, and the Worker one for the share that the settings name", () => {
  const logs = { enabled: true, invocation_logs: false };
  expect(toConfig().observability).toEqual({ enabled: true, head_sampling_rate: 1, logs });
  const variables = { LOG_VISITS: "1" };
  expect(toConfig({ log_visits: 0.01, variables }).vars).toMatchObject({ LOG_VISITS: "0.01" });
});

test("[25.11] a template that drops the events of whole requests is refused", () => {
  const observability = { enabled: true, head_sampling_rate: 0.1 };
  expect(() => requireEveryEvent({ ...template, observability })).toThrow(
    /head_sampling_rate of \[observability\] must be 1, not 0\.1.*log_visits/,
  );
  const logs = { enabled: true, head_sampling_rate: 0 };
  expect(() => requireEveryEvent({ ...template, observability: { logs } })).toThrow(
    "head_sampling_rate of [observability.logs] must be 1, not 0",
  );
  expect(() => requireEveryEvent(template)).not.toThrow();
  expect(() => requireEveryEvent({ ...template, observability: { enabled: true } })).not.toThrow();
});

test("a zone with Cloudflare for SaaS gets the route of all hostnames, further routes follow", () => {
  const own = { pattern: "example.net/go/*", zone_name: "example.net" };
  expect(toConfig({ saas_zone: "example.com", routes: [own] }).routes?.slice(-2)).toEqual([
    { pattern: "*/*", zone_name: "example.com" },
    own,
  ]);
});

test("workers.dev has no routes", () => {
  const config = toConfig({ workers_dev: true });
  expect(config).not.toHaveProperty("routes");
  expect(config.workers_dev).toBe(true);
});

test("buckets for backups and for changes are bound where there are any", () => {
  expect(toConfig()).not.toHaveProperty("r2_buckets");
  const backups = { binding: "BACKUPS", bucket_name: "acme-backups" };
  const changes = { binding: "CHANGES", bucket_name: "acme-changes" };
  expect(toConfig({ backup_bucket: "acme-backups" }).r2_buckets).toEqual([backups]);
  expect(toConfig({ change_bucket: "acme-changes" }).r2_buckets).toEqual([changes]);
  const both = toConfig({ backup_bucket: "acme-backups", change_bucket: "acme-changes" });
  expect(both.r2_buckets).toEqual([backups, changes]);
});

test("a second installation shares nothing of the account with the first", () => {
  const names = ({ name, queues, ratelimits, d1_databases }: ReturnType<typeof toConfig>) => [
    name,
    d1_databases?.[0]?.database_name,
    ...(queues?.producers ?? []).map(({ queue }) => queue),
    ...(queues?.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) => [queue, dead]),
    ...(ratelimits ?? []).map(({ namespace_id: id }) => id),
  ];
  const first = new Set(names(toConfig()).filter(Boolean));
  const second = new Set(names(toConfig({ name: "signpost-staging" })).filter(Boolean));
  expect(second.size).toBe(first.size);
  expect([...second].filter((name) => first.has(name))).toEqual([]);
});

test("namespaces of rate limiters are numbers that stay with the name", () => {
  expect(toLimiterNamespace("1001", "signpost")).toBe("1001");
  const namespace = toLimiterNamespace("1001", "signpost-staging");
  expect(namespace).toMatch(/^\d{5,10}$/);
  expect(toLimiterNamespace("1001", "signpost-staging")).toBe(namespace);
  expect(toLimiterNamespace("1002", "signpost-staging")).not.toBe(namespace);
});

test("lists every queue once, including the dead-letter queue", () => {
  expect(
    listQueues(template, { name: "shop" })
      .map(({ name, isDeadLetters }) => (isDeadLetters ? `${name} (dead letters)` : name))
      .toSorted(),
  ).toEqual(["shop-clicks", "shop-clicks-dead (dead letters)", "shop-jobs", "shop-projection", "shop-watch"]);
});
