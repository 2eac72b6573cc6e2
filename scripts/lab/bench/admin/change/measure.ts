import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "../../../../support/command.ts";
import { splitIntoParts } from "../../../../cli/change/change.ts";
import type { Costs } from "./cost.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { visitUntil, type Latency } from "./visits.ts";

/** One change of many creates from its upload to its undo. */
export interface Round {
  seconds: Record<Phase, number>;
  /** The cost of the consumers while it was planned, applied and undone, each until its end. */
  costs: Record<"plan" | "apply" | "undo", Costs>;
  /** Rows a second of `POST /bulk/import`. */
  importRate: number;
  /** Visits before and after the change. */
  idle: Latency;
  /** Visits while it was planned, applied and undone. */
  busy: Latency;
  /** Visits of the hostname that the change wrote, meanwhile. */
  busyOwn: Latency;
}

export const PHASES = ["upload", "plan", "apply", "project", "undo", "projectUndo"] as const;
export type Phase = (typeof PHASES)[number];

const CHANGED_HOST = "changed.example.com";
const VISITED_HOST = "visited.example.com";
const VISITED = 1_000;
/** At most as many as leave no hostname behind. */
const VISITED_AT_ONCE = 50;
const IMPORTED_AT_ONCE = 5_000;
const IDLE_MS = 20_000;
const DESTINATION = "https://destination.example/";

const toRow = (host: string, prefix: string, index: number) => ({
  host,
  alias: `${prefix}${index}`,
  destination: `${DESTINATION}${prefix}/${index}`,
  title: `Page ${index}`,
});

const rowsOf = (host: string, prefix: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => toRow(host, prefix, from + index));

/** Measures the change some times, on one installation. */
export async function measureChange(
  rows: number,
  times: number,
  show: (round: Round) => void,
): Promise<Round[]> {
  const installation = await startInstallation();
  try {
    await createVisited(installation);
    const rounds: Round[] = [];
    for (let time = 1; time <= times; time++) {
      const round = await measureRound(installation, rows, `r${time}`);
      show(round);
      rounds.push(round);
    }
    return rounds;
  } finally {
    await installation.stop();
  }
}

async function createVisited({ call, until }: Installation): Promise<void> {
  for (const host of [CHANGED_HOST, VISITED_HOST]) {
    await call("POST", "/host", { host });
    for (let from = 0; from < VISITED; from += VISITED_AT_ONCE) {
      const { id } = await call<Change>("POST", "/changes", {
        mode: "create",
        rows: rowsOf(host, "v", VISITED_AT_ONCE, from),
      });
      await call("POST", `/changes/${id}/apply`);
    }
  }
  await untilProjected({ call, until });
}

interface Change {
  id: string;
  state: string;
  counts: { created: number; conflicts: number; invalid: number };
  undo_conflicts: number;
}

async function measureRound(installation: Installation, rows: number, prefix: string): Promise<Round> {
  const { call, sendLines, takeCosts, until } = installation;
  const importRate = await measureImport(installation, `${prefix}-i`);
  await delay(1_000);
  const before = await visitFor(installation, IDLE_MS);
  const lines = splitIntoParts(rowsOf(CHANGED_HOST, `${prefix}-`, rows));
  await takeCosts();

  const ended = new AbortController();
  const visiting = Promise.all([
    visitUntil(targetOf(installation, VISITED_HOST), ended.signal),
    visitUntil(targetOf(installation, CHANGED_HOST), ended.signal),
  ]);
  const seconds = {} as Record<Phase, number>;
  const time = async <T>(phase: Phase, work: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    const result = await work();
    seconds[phase] = (performance.now() - startMs) / 1_000;
    return result;
  };
  const untilState = (id: string, state: string) =>
    until(async () => {
      const change = await call<Change>("GET", `/changes/${id}`);
      if (change.state === "failed" || change.state === "stopped")
        throw new CommandError(`The change is ${change.state}.`);
      return change.state === state ? change : null;
    });
  const { id } = await call<Change>("POST", "/changes", { mode: "create", upload: true });
  await time("upload", async () => {
    for (const [index, part] of lines.entries()) await sendLines(`/changes/${id}/parts/${index + 1}`, part);
  });
  await time("plan", async () => {
    await call("POST", `/changes/${id}/plan`);
    return untilState(id, "planned");
  });
  const plan = await takeCosts();
  const applied = await time("apply", async () => {
    await call("POST", `/changes/${id}/apply`);
    return untilState(id, "applied");
  });
  if (applied.counts.created !== rows) throw new CommandError(`It created ${applied.counts.created}.`);
  await time("project", () => untilProjected(installation));
  const apply = await takeCosts();
  const undone = await time("undo", async () => {
    await call("POST", `/changes/${id}/undo`);
    return untilState(id, "undone");
  });
  if (undone.undo_conflicts !== 0) throw new CommandError(`It has ${undone.undo_conflicts} conflicts.`);
  await time("projectUndo", () => untilProjected(installation));
  const undo = await takeCosts();
  ended.abort();
  const [busy, busyOwn] = await visiting;
  const after = await visitFor(installation, IDLE_MS);
  const idle = {
    visits: before.visits + after.visits,
    median: (before.median + after.median) / 2,
    p99: (before.p99 + after.p99) / 2,
  };
  return { seconds, costs: { plan, apply, undo }, importRate, idle, busy, busyOwn };
}

/** Measures the import as the yardstick, and takes it back. */
async function measureImport(installation: Installation, prefix: string): Promise<number> {
  const { call, until } = installation;
  const rows = rowsOf(CHANGED_HOST, prefix, IMPORTED_AT_ONCE);
  const startMs = performance.now();
  const { change } = await call<{ change: string }>("POST", "/bulk/import", { rows });
  const rate = (IMPORTED_AT_ONCE * 1_000) / (performance.now() - startMs);
  await untilProjected(installation);
  await call("POST", `/changes/${change}/undo`);
  await until(async () => {
    const { state } = await call<Change>("GET", `/changes/${change}`);
    return state === "undone" ? state : null;
  });
  await untilProjected(installation);
  return rate;
}

async function untilProjected({ call, until }: Pick<Installation, "call" | "until">): Promise<void> {
  await until(async () => {
    const { behind } = await call<{ behind: number }>("GET", "/projection");
    return behind === 0 ? behind : null;
  });
}

function targetOf({ visitPort }: Installation, host: string) {
  const paths = Array.from({ length: VISITED }, (_, index) => `/v${index}`);
  return { port: visitPort, host, paths, destination: DESTINATION };
}

async function visitFor(installation: Installation, milliseconds: number): Promise<Latency> {
  const signal = AbortSignal.timeout(milliseconds);
  const [latency] = await Promise.all([
    visitUntil(targetOf(installation, VISITED_HOST), signal),
    visitUntil(targetOf(installation, CHANGED_HOST), signal),
  ]);
  return latency;
}
