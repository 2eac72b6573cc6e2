import { markdownTable } from "../../../../support/table.ts";
import { median } from "../../statistics.ts";
import type { Cost } from "./cost.ts";
import { PHASES, type Phase, type Round } from "./measure.ts";

/** The results of a run: a change of many creates, measured some times. */
export interface ChangeResults {
  date: string;
  cores: number;
  node: string;
  /** The load average of the machine before the run; its bars need one near 0. */
  load: number;
  rows: number;
  rounds: Round[];
}

/** Planning over `POST /bulk/import`, which writes what a plan only looks at. */
const LEAST_PLAN_RATIO = 3;
const MOST_MEDIAN_RATIO = 1.5;
const MOST_WRITTEN = 28;
/** Seconds until a change of this size is planned, applied and visible; an aim, not a bar. */
const AIM = { rows: 100_000, seconds: 120 };

interface Line {
  what: string;
  value: string;
  bar?: string;
  isMissed?: boolean;
}

export function toChangeTable(results: ChangeResults): { table: string; misses: string[] } {
  const lines = toLines(results);
  const rows = lines.map(({ what, value, bar = "" }) => [what, value, bar]);
  return {
    table: markdownTable(["", "", "bar"], rows),
    misses: lines.filter(({ isMissed }) => isMissed).map(({ what, value }) => `${what}: ${value}`),
  };
}

function toLines({ rows, rounds }: ChangeResults): Line[] {
  const over = (read: (round: Round) => number) => median(rounds.map(read));
  const seconds = (...phases: Phase[]) =>
    over((round) => phases.reduce((sum, phase) => sum + round.seconds[phase], 0));
  const line = (what: string, value: string): Line => ({ what, value });
  const rate = (what: string, ...phases: Phase[]) =>
    line(what, `${toCount(rows / seconds(...phases))} rows a second`);
  const planRatio = over((round) => rows / round.seconds.plan / round.importRate);
  const total = (seconds("plan", "apply", "project") * AIM.rows) / rows;
  const latency = (what: string, read: (round: Round) => number, most?: number): Line => {
    const ratio = over(read);
    const bar = most === undefined ? {} : { bar: `≤ ${most} ×`, isMissed: !(ratio <= most) };
    return { what, value: `${ratio.toFixed(2)} ×`, ...bar };
  };
  const perRow = (read: (round: Round) => number) => over((round) => read(round) / rows);
  const perRecord = (what: string, read: (round: Round) => number) =>
    line(`rows ${what}, a record`, perRow(read).toFixed(1));
  const written = perRow(({ costs }) => costs.apply.change.written);
  const chunks = (cost: Cost) => `${(cost.calls / (rows / CHUNK)).toFixed(1)} calls of the database a chunk`;
  const last = rounds.at(-1);
  return [
    { what: "`POST /bulk/import`", value: `${toCount(over(({ importRate }) => importRate))} rows a second` },
    rate("upload", "upload"),
    {
      ...rate("plan", "plan"),
      bar: `≥ ${LEAST_PLAN_RATIO} × import`,
      isMissed: !(planRatio >= LEAST_PLAN_RATIO),
    },
    { what: "plan / import", value: `${planRatio.toFixed(1)} ×` },
    rate("apply", "apply"),
    { what: "then until all is in KV", value: `${seconds("project").toFixed(1)} s` },
    rate("apply until all is in KV", "apply", "project"),
    rate("undo", "undo"),
    rate("undo until all is in KV", "undo", "projectUndo"),
    {
      what: `plan, apply and project ${toCount(AIM.rows)} at these rates`,
      value: `${total.toFixed(0)} s`,
      bar: `aim: ${AIM.seconds} s`,
    },
    {
      ...line("rows written by applying, a record", written.toFixed(1)),
      bar: `≤ ${MOST_WRITTEN}`,
      isMissed: !(written <= MOST_WRITTEN),
    },
    perRecord("read by applying", ({ costs }) => costs.apply.change.read),
    perRecord("written by projecting", ({ costs }) => costs.apply.projection.written),
    perRecord("written by undoing", ({ costs }) => costs.undo.change.written),
    line("apply", last === undefined ? "" : chunks(last.costs.apply.change)),
    line("undo", last === undefined ? "" : chunks(last.costs.undo.change)),
    latency(
      "visits of another hostname meanwhile, median",
      ({ busy, idle }) => busy.median / idle.median,
      MOST_MEDIAN_RATIO,
    ),
    latency("the same, 99th of a hundred", ({ busy, idle }) => busy.p99 / idle.p99),
    latency("visits of the changed hostname, median", ({ busyOwn, idle }) => busyOwn.median / idle.median),
    latency("the same, 99th of a hundred", ({ busyOwn, idle }) => busyOwn.p99 / idle.p99),
  ];
}

/** Records of a chunk. */
const CHUNK = 250;

function toCount(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function formatRound({ seconds }: Round): string {
  return PHASES.map((phase) => `${phase} ${seconds[phase].toFixed(1)} s`).join(", ");
}
