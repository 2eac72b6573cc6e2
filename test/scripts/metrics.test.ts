import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { serializeInstallation } from "../../src/admin/serialize/installation.ts";
import { toMetrics } from "../../src/admin/serialize/metrics.ts";
import type { InstallationFacts } from "../../src/domain/installation.ts";

/** The parser of the Python client of Prometheus, which is strict: Debian has it as python3-prometheus-client. */
const PYTHON = "/usr/bin/python3";
const PARSE = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
samples = [s for f in text_string_to_metric_families(sys.stdin.read()) for s in f.samples]
print(json.dumps([[s.name, s.labels, s.value] for s in samples]))`;

function parse(text: string): [name: string, labels: Record<string, string>, value: number][] {
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-c", PARSE], { input: text, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReturnType<typeof parse>;
}

/** People without the parser can test all the rest; CI has to have it. */
const hasParser =
  process.env["CI"] !== undefined ||
  spawnSync(PYTHON, ["-c", "import prometheus_client.openmetrics"]).status === 0;

const NOW_MS = Date.UTC(2026, 10, 26);
const FACTS: InstallationFacts = {
  database: {
    pendingSinceMs: NOW_MS - 700_000,
    clicksSinceMs: null,
    deadLetters: 2,
    unknownKeys: null,
    backupWrittenAtMs: null,
    listsReadAtMs: NOW_MS - 1_000,
    threatRoundAtMs: null,
    lateCertificates: 0,
    bytes: 5_000_000,
  },
  missing: [],
  hasStore: true,
  jobs: {
    states: {
      fold: { succeededAtMs: NOW_MS - 2_000, failure: { sinceMs: NOW_MS, lastMs: NOW_MS, error: "x" } },
    },
    sizes: [
      { day: 20_776, bytes: 4_000_000 },
      { day: 20_778, bytes: 5_000_000 },
    ],
    told: [],
    lettersRefusedAtMs: 0,
  },
  limitBytes: 10_000_000,
  expects: { backups: false, lists: true, threats: false },
  move: {
    workspace_id: "w",
    to: "DB_01",
    state: "copying",
    failures: 0,
    error: null,
    seconds: 90,
    silent_seconds: 5,
  },
};

test.runIf(hasParser)("[25.16] the metrics are read by a parser of OpenMetrics", () => {
  const tables = [{ name: "records" as const, rows: 3, bytes: 6_000 }];
  const migration = 'odd "name"\\\n.sql';
  const samples = parse(
    toMetrics(serializeInstallation({ ...FACTS, details: { migration, tables } }, NOW_MS)),
  );
  const valueOf = (name: string, labels: object = {}) =>
    samples.find((one) => one[0] === name && JSON.stringify(one[1]) === JSON.stringify(labels))?.[2];
  expect(samples.find(([name]) => name === "signpost_info")?.[1]).toMatchObject({});
  expect(valueOf("signpost_job_succeeded_seconds", { job: "fold" })).toBe(2);
  expect(valueOf("signpost_job_failing", { job: "fold" })).toBe(1);
  expect(valueOf("signpost_job_succeeded_seconds", { job: "drain" })).toBeUndefined();
  expect(valueOf("signpost_pending_oldest_seconds")).toBe(700);
  expect(valueOf("signpost_degraded", { code: "snapshots_waiting", of: "" })).toBe(1);
  expect(valueOf("signpost_database_growth_bytes_a_day")).toBe(500_000);
  expect(valueOf("signpost_table_rows", { table: "records" })).toBe(3);
  expect(valueOf("signpost_move_seconds", { to: "DB_01", state: "copying" })).toBe(90);
  expect(valueOf("signpost_backup_seconds")).toBeUndefined();
});

test.runIf(hasParser)(
  "[25.16] samples of further databases are labelled, and each family is in one place",
  () => {
    const { database, jobs, limitBytes, expects } = FACTS;
    const further = [
      {
        name: "DB_01",
        database,
        jobs,
        limitBytes,
        expects,
        details: { migration: "0069_x.sql", tables: [] },
      },
      { name: "DB_02", database: null, jobs, limitBytes, expects, details: null },
    ];
    const one = parse(toMetrics(serializeInstallation(FACTS, NOW_MS)));
    const all = parse(toMetrics(serializeInstallation({ ...FACTS, further }, NOW_MS)));
    const labelOf = ([, { database: label }]: (typeof all)[number]) => label;
    expect(all.filter((sample) => labelOf(sample) === undefined)).toEqual(one);
    const told = (label: string) =>
      all
        .filter((sample) => labelOf(sample) === label)
        .map(([name, { database: _, ...labels }, value]) => [name, labels, value]);
    expect(told("DB_01")).toEqual(
      expect.arrayContaining([
        ["signpost_info", { migration: "0069_x.sql" }, 1],
        ["signpost_up", { part: "database" }, 1],
        ["signpost_degraded", { code: "snapshots_waiting", of: "" }, 1],
        ["signpost_job_succeeded_seconds", { job: "fold" }, 2],
        ["signpost_database_bytes", {}, 5_000_000],
        ["signpost_database_growth_bytes_a_day", {}, 500_000],
      ]),
    );
    expect(told("DB_02")).toEqual(
      expect.arrayContaining([
        ["signpost_up", { part: "database" }, 0],
        ["signpost_degraded", { code: "database_down", of: "" }, 1],
      ]),
    );
    expect(all.filter(([name, { part }]) => name === "signpost_up" && part === "store")).toHaveLength(1);
  },
);

test("[25.6] the database is full when its growth of a week says so", () => {
  const { database_size: size } = serializeInstallation(FACTS, NOW_MS);
  expect(size).toMatchObject({ growth_bytes_a_day: 500_000, full_on: "2026-12-01" });
});
