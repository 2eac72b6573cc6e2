import { partOf } from "../../domain/installation.ts";
import type { DatabaseState, InstallationState } from "./installation.ts";

/**
 * The state of an installation as OpenMetrics text (contract 25.16). A number of the state is a gauge of its name. A value
 * that is not known has no line. Samples of a further database have its binding as the label `database`.
 */

export const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Sample = [family: string, labels: Record<string, unknown>, value: unknown];

export function toMetrics({ further_databases: further = {}, ...first }: InstallationState): string {
  const samples = Object.entries({ "": first, ...further }).flatMap(([name, state]) =>
    samplesOf(state).map(([family, labels, value]): Sample => [
      family,
      { database: name || undefined, ...labels },
      value,
    ]),
  );
  const families = Map.groupBy(samples, ([family]) => family);
  return `${[...families].map(toFamily).join("")}# EOF\n`;
}

/** Only the state of the first database has `version`, `store` and `reasons`, which are those of all. */
function samplesOf({
  version,
  migration,
  database,
  store,
  reasons = [],
  jobs,
  move,
  database_size: { estimated_tables: tables, ...size },
  ...numbers
}: DatabaseState & Partial<InstallationState>): Sample[] {
  return [
    ["info", { version, migration: migration ?? "" }, 1],
    ["up", { part: "database" }, Number(database === "ok")],
    ["up", { part: "store" }, store && Number(store === "ok")],
    ...reasons.map(({ code, values }): Sample => [
      "degraded",
      { code, of: partOf(values), database: values["database"] },
      1,
    ]),
    ...Object.entries(jobs ?? {}).flatMap(([job, view]): Sample[] => [
      ["job_succeeded_seconds", { job }, view.succeeded_seconds],
      ["job_failing", { job }, Number(view.failing_since !== null)],
    ]),
    ["move_seconds", { to: move?.to, state: move?.state }, move?.seconds],
    ...tables.flatMap(({ name: table, rows, bytes }): Sample[] => [
      ["table_rows", { table }, rows],
      ["table_bytes", { table }, bytes],
    ]),
    ...Object.entries(numbers).map(([name, value]): Sample => [name, {}, value]),
    ...Object.entries(size).map(([name, value]): Sample => [`database_${name}`, {}, value]),
  ];
}

function toFamily([name, samples]: [string, Sample[]]): string {
  const lines = samples.flatMap(([, labels, value]) => {
    const list = Object.entries(labels).flatMap(([label, text]) =>
      // JSON escapes quotes, backslashes and line feeds in the same way.
      text === undefined ? [] : [`${label}=${JSON.stringify(text)}`],
    );
    return typeof value === "number" ? [`signpost_${name}{${list.join(",")}} ${value}\n`] : [];
  });
  const type = name === "info" ? "signpost info" : `signpost_${name} gauge`;
  return lines.length === 0 ? "" : `# TYPE ${type}\n${lines.join("")}`;
}
