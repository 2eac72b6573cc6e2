import { partOf } from "../../domain/installation.ts";
import type { InstallationState } from "./installation.ts";

/**
 * The state of an installation as OpenMetrics text (contract 25.16). A number of the state is a gauge of its name. A value
 * that is not known has no line.
 */

export const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Sample = [labels: Record<string, string>, value: unknown];

export function toMetrics({
  version,
  migration,
  database,
  store,
  reasons,
  jobs,
  database_size: { estimated_tables: tables, ...size },
  ...numbers
}: InstallationState): string {
  const ofJobs = Object.entries(jobs ?? {});
  return [
    toFamily("info", [[{ version, migration: migration ?? "" }, 1]]),
    toFamily("up", [
      [{ part: "database" }, Number(database === "ok")],
      [{ part: "store" }, Number(store === "ok")],
    ]),
    toFamily(
      "degraded",
      reasons.map(({ code, values }) => [{ code, of: partOf(values) }, 1]),
    ),
    toFamily(
      "job_succeeded_seconds",
      ofJobs.map(([job, view]) => [{ job }, view.succeeded_seconds]),
    ),
    toFamily(
      "job_failing",
      ofJobs.map(([job, view]) => [{ job }, Number(view.failing_since !== null)]),
    ),
    toFamily(
      "table_rows",
      tables.map(({ name: table, rows }) => [{ table }, rows]),
    ),
    toFamily(
      "table_bytes",
      tables.map(({ name: table, bytes }) => [{ table }, bytes]),
    ),
    ...Object.entries(numbers).map(([name, value]) => toFamily(name, [[{}, value]])),
    ...Object.entries(size).map(([name, value]) => toFamily(`database_${name}`, [[{}, value]])),
    "# EOF\n",
  ].join("");
}

function toFamily(name: string, samples: Sample[]): string {
  const lines = samples.flatMap(([labels, value]) => {
    // JSON escapes quotes, backslashes and line feeds in the same way.
    const list = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return typeof value === "number" ? [`signpost_${name}{${list.join(",")}} ${value}\n`] : [];
  });
  const type = name === "info" ? "signpost info" : `signpost_${name} gauge`;
  return lines.length === 0 ? "" : `# TYPE ${type}\n${lines.join("")}`;
}
