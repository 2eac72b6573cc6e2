import { markdownTable } from "../../../support/table.ts";
import { writeSection } from "../write-results.ts";
import { listCalls } from "./call.ts";
import { toChangeTable, type ChangeResults } from "./change/report.ts";
import type { Measured } from "./measure.ts";

/** The results of a run, by number of records and by call. */
export interface AdminResults {
  date: string;
  cores: number;
  node: string;
  sizes: Record<number, Record<string, Measured>>;
}

/** Rows that a call which is flat may read more with more records. */
const SLACK = 5;

interface Line {
  what: string;
  cells: string[];
  misses: string[];
}

/** Prints the table, and writes it on request. Returns whether all values are within their bars. */
export async function reportAdmin(results: AdminResults, { write }: { write: boolean }): Promise<boolean> {
  const table = toTable(results);
  const misses = toLines(results).flatMap((line) => line.misses);
  print(table, misses);
  if (write) {
    const about = `Measured on ${results.date.slice(0, 10)}: Node ${results.node}, ${results.cores} cores. Rows are those that the database bills; time is that of the call inside the worker, over that of \`SELECT 1\`. Written rows and steps are those with the most records.`;
    await writeSection({ page: "performance-admin", name: "admin ", results, about, table });
  }
  return misses.length === 0;
}

function print(table: string, misses: string[]): void {
  console.log(`\n${table}`);
  for (const miss of misses) console.log(`missed: ${miss}`);
}

function toTable(results: AdminResults): string {
  const sizes = sizesOf(results).map((size) => size.toLocaleString("en"));
  const columns = (name: string) => sizes.map((size) => `${name} ${size}`);
  const head = ["", ...columns("read:"), "written", ...columns("time:"), "then in steps", "bar"];
  const rows = toLines(results).map(({ what, cells }) => [what, ...cells]);
  return markdownTable(head, rows);
}

function sizesOf({ sizes }: AdminResults): number[] {
  return Object.keys(sizes)
    .map(Number)
    .toSorted((a, b) => a - b);
}

function toLines(results: AdminResults): Line[] {
  const sizes = sizesOf(results);
  return listCalls("", "").map((call) => {
    const figures = sizes.map((size) => results.sizes[size]?.[call.what]);
    const reads = figures.map((figure) => figure?.read ?? Number.NaN);
    const last = figures.at(-1);
    const growth = (reads.at(-1) ?? 0) - (reads[0] ?? 0);
    const misses = [];
    if (call.isFlat === true && growth > SLACK) misses.push(`${call.what} reads ${growth} rows more`);
    const most = Math.max(...reads, last?.background?.most ?? 0);
    if (call.maxRead !== undefined && most > call.maxRead) misses.push(`${call.what} reads ${most} rows`);
    return {
      what: call.what,
      cells: [
        ...reads.map((read) => read.toLocaleString("en")),
        (last?.written ?? Number.NaN).toLocaleString("en"),
        ...figures.map((figure) => `${(figure?.timeRatio ?? Number.NaN).toFixed(1)} ×`),
        describeSteps(last),
        describeBar(call),
      ],
      misses,
    };
  });
}

function describeSteps(figure: Measured | undefined): string {
  if (figure?.background === undefined) return "";
  const { most, seconds } = figure.background;
  return `${most.toLocaleString("en")} rows each, ${seconds.toFixed(1)} s`;
}

function describeBar({ isFlat, maxRead }: { isFlat?: boolean; maxRead?: number }): string {
  if (maxRead !== undefined) return `≤ ${maxRead.toLocaleString("en")} read`;
  return isFlat === true ? "no growth" : "";
}

/** Prints the table of a change, and writes it on request. Returns whether all values are within their bars. */
export async function reportChange(results: ChangeResults, { write }: { write: boolean }): Promise<boolean> {
  const { table, misses } = toChangeTable(results);
  print(table, misses);
  if (write) {
    const { date, node, cores, load, rows, rounds } = results;
    const about = `Measured on ${date.slice(0, 10)}: Node ${node}, ${cores} cores, load average ${load.toFixed(1)} before the run, a change of ${rows.toLocaleString("en")} creates without tags, median of ${rounds.length}.`;
    const place = { page: "performance-admin", json: "performance-change", name: "change " };
    await writeSection({ ...place, results, about, table });
  }
  return misses.length === 0;
}
