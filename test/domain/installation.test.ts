import { describe, expect, it } from "vitest";
import {
  addSize,
  growthOf,
  keyOfReason,
  reasonsOf,
  type InstallationFacts,
} from "../../src/domain/installation.ts";

const NOW_MS = Date.UTC(2026, 10, 26, 12);
const DAY = Math.floor(NOW_MS / 86_400_000);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const at = (ageMs: number) => NOW_MS - ageMs;
const job = (ageMs: number, error: string | null = null) => ({
  succeededAtMs: at(ageMs),
  failure: error === null ? null : { sinceMs: at(ageMs), lastMs: NOW_MS, error },
});

/** An installation in which all is well, with differences. */
function facts({
  database = {},
  jobs = {},
  expects = {},
  ...rest
}: {
  database?: Partial<NonNullable<InstallationFacts["database"]>>;
  jobs?: object;
  expects?: object;
  hasStore?: boolean;
  missing?: string[];
  further?: InstallationFacts["further"];
  firstDay?: number;
  refusedAtMs?: number;
} = {}): InstallationFacts {
  return {
    database: {
      pendingSinceMs: null,
      clicksSinceMs: null,
      deadLetters: 0,
      unknownKeys: null,
      backupWrittenAtMs: null,
      listsReadAtMs: null,
      threatRoundAtMs: null,
      lateCertificates: 0,
      bytes: 1_000,
      ...database,
    },
    hasStore: rest.hasStore ?? true,
    missing: rest.missing ?? [],
    further: rest.further ?? [],
    jobs: {
      states: { heartbeat: job(MINUTE_MS), fold: job(MINUTE_MS), ...jobs },
      sizes: [{ day: rest.firstDay ?? DAY - 7, bytes: 1_000 }],
      told: [],
      lettersRefusedAtMs: rest.refusedAtMs ?? 0,
    },
    limitBytes: 10_000,
    expects: { backups: false, lists: false, threats: false, ...expects },
  };
}

const MOVE = {
  workspace_id: "w",
  to: "DB_02",
  state: "copying",
  failures: 10,
  error: "x",
  seconds: 9_000,
  silent_seconds: 900,
};

describe("[25.6] the reasons why an installation is not well", () => {
  it.each<[what: string, facts: InstallationFacts, keys: string[]]>([
    ["none while all is well", facts(), []],
    ["the database is down", { ...facts(), database: null }, ["database_down"]],
    ["KV is down", facts({ hasStore: false }), ["store_down"]],
    ["what is not known is no reason", { ...facts(), jobs: null }, []],
    ["a job succeeded ten minutes ago", facts({ jobs: { fold: job(10 * MINUTE_MS) } }), []],
    [
      "a job did not for longer",
      facts({ jobs: { fold: job(10 * MINUTE_MS + 1, "D1_ERROR") } }),
      ["job_overdue fold"],
    ],
    [
      "cron does not run: only the heartbeat is named",
      facts({ jobs: { heartbeat: job(HOUR_MS), fold: job(HOUR_MS) } }),
      ["job_overdue heartbeat"],
    ],
    [
      "cron runs, and all of it fails",
      facts({ jobs: { heartbeat: job(HOUR_MS, "D1_ERROR"), fold: job(HOUR_MS) } }),
      ["job_overdue heartbeat", "job_overdue fold"],
    ],
    ["clicks wait", facts({ database: { clicksSinceMs: at(11 * MINUTE_MS) } }), ["clicks_waiting"]],
    ["clicks wait for a while", facts({ database: { clicksSinceMs: at(9 * MINUTE_MS) } }), []],
    ["snapshots wait", facts({ database: { pendingSinceMs: at(11 * MINUTE_MS) } }), ["snapshots_waiting"]],
    ["69 percent", facts({ database: { bytes: 6_999 } }), []],
    ["70 percent", facts({ database: { bytes: 7_000 } }), ["database_filling 70"]],
    ["85 percent", facts({ database: { bytes: 8_500 } }), ["database_filling 85"]],
    ["95 percent", facts({ database: { bytes: 9_500 } }), ["database_filling 95"]],
    ["dead letters", facts({ database: { deadLetters: 1 } }), ["dead_letters"]],
    ["a dead letter that was refused 5 hours ago", facts({ refusedAtMs: at(5 * HOUR_MS) }), ["dead_letters"]],
    ["one that was refused before that", facts({ refusedAtMs: at(5 * HOUR_MS + 1) }), []],
    ["no unknown keys", facts({ database: { unknownKeys: 0 } }), []],
    ["unknown keys", facts({ database: { unknownKeys: 1 } }), ["unknown_keys"]],
    ["no backups, where none are set up", facts(), []],
    [
      "an old backup, where none are set up",
      facts({ database: { backupWrittenAtMs: at(90 * HOUR_MS) } }),
      [],
    ],
    [
      "a backup of last night",
      facts({ expects: { backups: true }, database: { backupWrittenAtMs: at(35 * HOUR_MS) } }),
      [],
    ],
    [
      "a backup of the night before",
      facts({ expects: { backups: true }, database: { backupWrittenAtMs: at(37 * HOUR_MS) } }),
      ["backup_old"],
    ],
    ["never a backup", facts({ expects: { backups: true } }), ["backup_old"]],
    ["never a backup, on the first day", facts({ expects: { backups: true }, firstDay: DAY }), []],
    [
      "two databases that are not bound",
      facts({ missing: ["DB_01", "DB_03"] }),
      ["database_missing DB_01", "database_missing DB_03"],
    ],
    ["late certificates", facts({ database: { lateCertificates: 2 } }), ["certificates_late"]],
    [
      "lists of four days ago",
      facts({ expects: { lists: true }, database: { listsReadAtMs: at(96 * HOUR_MS) } }),
      ["crawler_lists_old"],
    ],
    [
      "a round of eight days",
      facts({ expects: { threats: true }, database: { threatRoundAtMs: at(192 * HOUR_MS) } }),
      ["threat_round_old"],
    ],
    ["a workspace that moves", { ...facts(), move: MOVE }, []],
    ["a move that nothing works on", { ...facts(), move: { ...MOVE, silent_seconds: 901 } }, ["move_stuck"]],
    [
      "a move that was given up",
      facts({ further: [{ ...facts(), name: "DB_01", move: { ...MOVE, state: "cancelled" } }] }),
      ["move_stuck DB_01"],
    ],
    [
      "further databases, each with reasons of its own",
      facts({
        database: { bytes: 7_000 },
        further: [
          { ...facts({ database: { bytes: 7_000 }, jobs: { fold: job(HOUR_MS, "x") } }), name: "DB_01" },
          { ...facts(), name: "DB_02" },
          { ...facts({ hasStore: false, missing: ["DB_04"] }), database: null, name: "DB_03" },
        ],
      }),
      ["database_filling 70", "job_overdue fold DB_01", "database_filling 70 DB_01", "database_down DB_03"],
    ],
  ])("%s", (_, state, keys) => {
    expect(reasonsOf(state, NOW_MS).map(keyOfReason)).toEqual(keys);
  });
});

describe("[25.6] the growth of the database", () => {
  it.each<[string, [number, number][], ReturnType<typeof growthOf>]>([
    ["is not known on the first day", [[1, 500]], null],
    [
      "is that of the days that are known",
      [
        [1, 500],
        [2, 900],
        [3, 1_500],
      ],
      { bytesADay: 500, fullOnDay: 20 },
    ],
    [
      "is nothing",
      [
        [1, 500],
        [3, 500],
      ],
      { bytesADay: 0, fullOnDay: null },
    ],
    [
      "is negative after a clean-up",
      [
        [1, 900],
        [3, 500],
      ],
      { bytesADay: -200, fullOnDay: null },
    ],
    [
      "has passed the limit",
      [
        [1, 9_000],
        [2, 11_000],
      ],
      { bytesADay: 2_000, fullOnDay: 2 },
    ],
  ])("%s", (_, sizes, growth) => {
    expect(
      growthOf(
        sizes.map(([day, bytes]) => ({ day, bytes })),
        10_000,
      ),
    ).toEqual(growth);
  });

  it("keeps the last size of eight days", () => {
    let sizes: { day: number; bytes: number }[] = [];
    for (let hour = 0; hour < 24 * 10; hour++) sizes = addSize(sizes, hour, hour * HOUR_MS);
    expect(sizes.map(({ day }) => day)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(sizes.at(-1)).toEqual({ day: 9, bytes: 239 });
  });
});
