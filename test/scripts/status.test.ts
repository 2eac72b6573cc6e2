import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import type { Reason, ReasonCode } from "../../src/domain/installation.ts";
import type { InstallationState } from "../../src/admin/serialize/installation.ts";
import { renderStatus, type ShownState } from "../../scripts/status/render.ts";
import { runScript } from "../support/run-script.ts";

const cwd = await mkdtemp(join(tmpdir(), "signpost-status-"));
afterAll(() => rm(cwd, { recursive: true }));

const PUBLIC: ShownState = { status: "ok", database: "ok", store: "ok" };
const WHOLE: ShownState = {
  ...PUBLIC,
  version: "1.2.3",
  migration: "0045_operation.sql",
  pending_oldest_seconds: 0,
  clicks_oldest_seconds: 0,
  dead_letters: 0,
  unknown_keys: null,
  reasons: [],
  jobs: { heartbeat: { succeeded_seconds: 12, failing_since: null, error: null } },
  backup_seconds: 30_000,
  crawler_lists_seconds: null,
  threat_round_seconds: null,
  late_certificates: 0,
  move: null,
  database_size: {
    bytes: 8_512_000_000,
    limit_bytes: 10_000_000_000,
    growth_bytes_a_day: 50_000_000,
    full_on: "2026-12-26",
    estimated_tables: [{ name: "records", rows: 1_000_000, bytes: 1_976_000_000 }],
  },
};

const ALL: Record<ReasonCode, Reason["values"]> = {
  database_down: {},
  store_down: {},
  job_overdue: { job: "fold", seconds: 700, error: "D1_ERROR" },
  clicks_waiting: { seconds: 700 },
  snapshots_waiting: { seconds: 7_000_000 },
  database_filling: { percent: 85, bytes: 8_512_000_000, limit_bytes: 10_000_000_000 },
  database_missing: { name: "DB_02" },
  dead_letters: { count: 3, refused_seconds: null },
  unknown_keys: { count: 3 },
  backup_old: { seconds: null },
  certificates_late: { count: 1 },
  crawler_lists_old: { seconds: null },
  threat_round_old: { seconds: 700_000 },
  move_stuck: {
    workspace_id: "w",
    to: "DB_02",
    state: "copying",
    failures: 0,
    error: null,
    seconds: 2_000,
    silent_seconds: 1_200,
  },
};

describe("npm run status", () => {
  it("shows the state on one screen", () => {
    expect(renderStatus("https://admin.example.com", WHOLE))
      .toBe(`Signpost 1.2.3 at https://admin.example.com: ok

Database      ok, 8512 MB of 10000 MB (85 %), 50 MB more a day, full on 2026-12-26
              about 1976 MB for 1000000 records
KV            ok
Cron          ran 12 seconds ago
Edge          follows all changes
Clicks        are all counted
Dead letters  0
Backup        8 hours ago
Migration     0045_operation.sql`);
  });

  it("says what is wrong, and the next step for each reason", () => {
    const reasons = Object.entries(ALL).map(([code, values]) => ({ code: code as ReasonCode, values }));
    const text = renderStatus("http://localhost", { ...WHOLE, status: "degraded", reasons });
    expect(text).toContain(
      "! The job fold has not succeeded for 11 minutes: D1_ERROR.\n  Next: npm run wrangler -- tail",
    );
    expect(text).toContain("! The database is 85 percent full: 8512 MB of 10000 MB.\n  Next: npm run prune");
    expect(text.split("\n  Next: ")).toHaveLength(1 + reasons.length);
    expect(text).not.toMatch(/undefined|null|NaN/);
  });

  it("[39.8] shows a workspace that moves, and tells that its move was given up", () => {
    const move = { ...ALL.move_stuck, failures: 3, error: "D1 was down" } as NonNullable<ShownState["move"]>;
    const text = renderStatus("http://localhost", { ...WHOLE, move });
    expect(text).toContain(
      "Move          w from DB to DB_02: copying, begun 33 minutes ago, failures: 3, the last: D1 was down",
    );
    const given_up = { ...move, state: "cancelled", failures: 10 };
    const reasons: Reason[] = [
      { code: "move_stuck", values: { ...ALL.move_stuck } },
      { code: "move_stuck", values: { database: "DB_01", ...given_up } },
    ];
    const told = renderStatus("http://localhost", { ...WHOLE, reasons });
    expect(told).toContain("! Nothing has worked on the move of the workspace w to DB_02 for 20 minutes.");
    expect(told).toContain(
      "! DB_01: The move of the workspace w to DB_02 was given up after 10 failures: D1 was down.",
    );
  });

  it("shows each further database, and which one a reason is about", () => {
    const { database, database_size: size, jobs: all } = WHOLE as InstallationState;
    const jobs = { ...all, fold: { succeeded_seconds: 90, failing_since: "2026-11-28T15:00Z", error: "D1" } };
    const small = {
      ...size,
      bytes: 2_000_000,
      growth_bytes_a_day: null,
      full_on: null,
      estimated_tables: [],
    };
    const further_databases = {
      DB_01: { ...(WHOLE as InstallationState), database, jobs, database_size: small },
      DB_02: {
        ...(WHOLE as InstallationState),
        database: "failing" as const,
        database_size: { ...small, bytes: null },
      },
    };
    const reasons: Reason[] = [
      { code: "database_down", values: { database: "DB_02" } },
      { code: "clicks_waiting", values: { database: "DB_01", seconds: 700 } },
    ];
    const text = renderStatus("http://localhost", { ...WHOLE, reasons, further_databases });
    expect(text).toContain(`Migration     0045_operation.sql
DB_01         ok, 2.0 MB of 10000 MB (0.0 %)
              fold fails since 2026-11-28T15:00Z: D1
DB_02         failing

! DB_02: The database does not answer.`);
    expect(text).toContain("! DB_01: Clicks have not been counted for 11 minutes.");
  });

  it("shows the public part without the key", () => {
    expect(renderStatus("http://localhost", PUBLIC)).toContain("Without MONITOR_KEY this is all.");
  });

  it.each([
    ["ok", 0],
    ["degraded", 1],
    ["down", 1],
  ])("ends with the code of %s", async (status, exitCode) => {
    const sent: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      sent.push(request.headers.authorization);
      response.end(JSON.stringify({ ...WHOLE, status }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const place = { stateDir: join(cwd, "state"), cwd, env: { MONITOR_KEY: "a key" } };
    const ended = await runScript("status", ["--url", `http://127.0.0.1:${port}/x`, "--json"], place);
    server.close();
    expect(JSON.parse(ended.stdout)).toEqual({ ...WHOLE, status });
    expect({ exitCode: ended.exitCode, sent }).toEqual({ exitCode, sent: ["Bearer a key"] });
  });

  it("says that nothing answers, and what is wrong with its options", async () => {
    const place = { stateDir: join(cwd, "state"), cwd };
    const ended = await runScript("status", ["--url", "http://127.0.0.1:1"], place);
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Nothing answers at") });
    for (const args of [
      ["--url", "nowhere"],
      ["--url", "http://a", "--remote"],
      ["--watch", "--json"],
      ["x"],
    ]) {
      expect((await runScript("status", args, place)).exitCode).toBe(2);
    }
  });
});
