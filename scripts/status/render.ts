import type { DatabaseState, InstallationState } from "../../src/admin/serialize/installation.ts";
import { toTable } from "../support/table.ts";
import { toDuration, toMegabytes } from "./format.ts";
import { sayReason } from "./reason-text.ts";

/** The state that everybody sees, and with the monitor's key all of it. */
export type ShownState = Pick<InstallationState, "status" | "database" | "store"> &
  Partial<InstallationState>;

/** The state on one screen. */
export function renderStatus(address: string, state: ShownState): string {
  const { status, database, store, reasons } = state;
  const head = `Signpost${state.version === undefined ? "" : ` ${state.version}`} at ${address}: ${status}`;
  const rows = isWhole(state)
    ? listRows(state)
    : [
        ["Database", database],
        ["KV", store],
      ];
  const parts = [head, toTable(["", ""], rows).trimStart()];
  if (reasons === undefined)
    parts.push("Without MONITOR_KEY this is all. npm run status -- --help tells more.");
  for (const reason of reasons ?? []) {
    const { text, next, runbook } = sayReason(reason);
    const { database: name } = reason.values;
    parts.push(
      `! ${name === undefined ? "" : `${name}: `}${text}\n  Next: ${next}\n  Then: docs/runbooks.md, "${runbook}"`,
    );
  }
  return parts.join("\n\n");
}

function isWhole(state: ShownState): state is InstallationState {
  return state.reasons !== undefined;
}

function listRows(state: InstallationState): string[][] {
  const cron = state.jobs?.["heartbeat"]?.succeeded_seconds;
  const aged = (name: string, seconds: number | null) =>
    seconds === null ? [] : [[name, `${toDuration(seconds)} ago`]];
  return [
    ...listDatabase("Database", state),
    ["KV", state.store],
    ["Cron", cron == null ? "has not run yet" : `ran ${toDuration(cron)} ago`],
    ...listFailing(state),
    ...listMove("DB", state),
    ["Edge", tellWait(state.pending_oldest_seconds, "follows all changes", "a change waits for")],
    ["Clicks", tellWait(state.clicks_oldest_seconds, "are all counted", "wait for")],
    ["Dead letters", String(state.dead_letters ?? "unknown")],
    ...aged("Backup", state.backup_seconds),
    ...aged("Crawlers", state.crawler_lists_seconds),
    ...aged("Threats", state.threat_round_seconds),
    ["Migration", state.migration ?? "unknown"],
    ...Object.entries(state.further_databases ?? {}).flatMap(([name, one]) => [
      ...listDatabase(name, one),
      ...listFailing(one),
      ...listMove(name, one),
    ]),
  ];
}

function listDatabase(name: string, { database, database_size: size }: DatabaseState): string[][] {
  return [
    [name, `${database}${size.bytes === null ? "" : `, ${tellSize(size)}`}`],
    ...size.estimated_tables.map(({ name: table, rows, bytes }) => [
      "",
      `about ${toMegabytes(bytes)} for ${rows} ${table.replaceAll("_", " ")}`,
    ]),
  ];
}

function listFailing({ jobs }: DatabaseState): string[][] {
  const failing = Object.entries(jobs ?? {}).filter(([, { failing_since: since }]) => since !== null);
  return failing.map(([job, { error, failing_since: since }]) => [
    "",
    `${job} fails since ${since}: ${error}`,
  ]);
}

function listMove(from: string, { move }: DatabaseState): string[][] {
  if (!move) return [];
  const { workspace_id: id, to, state, seconds, failures, error } = move;
  const failed = failures === 0 ? "" : `, failures: ${failures}, the last: ${error}`;
  return [["Move", `${id} from ${from} to ${to}: ${state}, begun ${toDuration(seconds)} ago${failed}`]];
}

function tellSize({
  bytes,
  limit_bytes: limit,
  growth_bytes_a_day: growth,
  full_on: day,
}: DatabaseState["database_size"]): string {
  const share = (100 * (bytes ?? 0)) / limit;
  const parts = [
    `${toMegabytes(bytes ?? 0)} of ${toMegabytes(limit)} (${share.toFixed(share < 10 ? 1 : 0)} %)`,
  ];
  if (growth !== null) parts.push(`${toMegabytes(growth)} more a day`);
  if (day !== null) parts.push(`full on ${day}`);
  return parts.join(", ");
}

function tellWait(seconds: number | null, none: string, some: string): string {
  if (seconds === null) return "unknown";
  return seconds === 0 ? none : `${some} ${toDuration(seconds)}`;
}
