import { open } from "node:fs/promises";
import { toPercent } from "../../support/progress.ts";
import { toTable } from "../../support/table.ts";
import { toRefusedCall, collect, read, walk, type Api } from "../api.ts";
import { carryOut, type ApplyOptions } from "../change/carry-out.ts";
import { followChange, sendParts } from "../change/change.ts";
import { readUrls } from "../check/read-urls.ts";
import { EXIT, openApi, type Cli, type CommonOptions } from "../cli.ts";
import type { ReadOptions } from "../read-option.ts";
import { formatCount, formatProblems, type Problem } from "../read-report.ts";
import { toPrintable } from "../terminal.ts";

export type Result = (typeof RESULTS)[number];
export const RESULTS = ["covered", "uncovered", "unexpected", "chain", "loop", "temporary"] as const;

export interface CheckOptions extends CommonOptions, ReadOptions {
  targets?: boolean;
  rows: number;
  output?: string;
}

type Check = Awaited<ReturnType<typeof getCheck>>;

function getCheck(api: Api, id: string) {
  return read(api.checks[":id"].$get({ param: { id } }));
}

/** Checks the URLs of a file: sends them, waits, and prints the URLs that are not covered. */
export async function checkFile(cli: Cli, file: string, options: CheckOptions): Promise<number> {
  const { urls, skipped } = await readUrls(file, options);
  const { api } = await openApi(cli, options);
  noteSkipped(cli, skipped);
  if (urls.length === 0) {
    cli.terminal.note("There is no URL to check.");
    return EXIT.incomplete;
  }
  const { status = null, targets = false } = options;
  const { id } = await read(api.checks.$post({ json: { upload: true, status, ask_targets: targets } }));
  try {
    await sendParts(cli, urls, (n, part) =>
      read(api.checks[":id"].parts[":n"].$put({ param: { id, n } }, part)),
    );
    await read(api.checks[":id"].run.$post({ param: { id } }));
  } catch (error) {
    // A workspace has room for three that are not done.
    await api.checks[":id"].$delete({ param: { id } }).catch(() => null);
    throw error;
  }
  const check = await followCheck(cli, api, id);
  if (options.output !== undefined) await writeCsv(api, id, null, options.output);
  return await report(cli, api, check, { ...options, skipped });
}

const SHOWN_SKIPPED = 10;

/** Names the first rows that are not checked, which are no failure of the check. */
function noteSkipped({ terminal }: Cli, skipped: Problem[]): void {
  if (skipped.length === 0) return;
  terminal.note(formatCount("not checked", skipped.length));
  for (const line of formatProblems(skipped.slice(0, SHOWN_SKIPPED)).slice(1)) terminal.note(line);
  const more = skipped.length - SHOWN_SKIPPED;
  if (more > 0) terminal.note(`… and ${more} more. --json lists them.`);
}

/** Prints the results of a check again, or writes them into a file. */
export async function checkRows(
  cli: Cli,
  id: string,
  options: CommonOptions & { result?: Result; output?: string },
): Promise<number> {
  const { api } = await openApi(cli, options);
  if (options.output !== undefined) {
    await writeCsv(api, id, options.result ?? null, options.output);
    return EXIT.done;
  }
  const rows = await collect(walkRows(api, id, options.result));
  cli.terminal.print(options.json ? JSON.stringify(rows, null, 2) : formatRows(rows));
  return EXIT.done;
}

/** Points the chains of a check at their ends, after a preview. */
export async function checkFix(cli: Cli, id: string, options: CommonOptions & ApplyOptions): Promise<number> {
  const { api } = await openApi(cli, options);
  const plan = api.checks[":id"].change.$post({ param: { id }, json: { fix: ["chains"] } });
  const planned = await followChange(cli, api, (await read(plan)).id);
  return await carryOut(cli, api, planned, options);
}

function walkRows(api: Api, id: string, result?: Result) {
  const filter = result === undefined ? {} : { "filter[result]": result };
  return walk((cursor) =>
    read(api.checks[":id"].rows.$get({ param: { id }, query: { per_page: "1000", ...filter, ...cursor } })),
  );
}

type Row = ReturnType<typeof walkRows> extends AsyncGenerator<infer One> ? One : never;

const FIRST_PAUSE_SECONDS = 0.25;
const LONGEST_PAUSE_SECONDS = 4;

/** Asks for a check until all URLs are explained. Targets are asked for hours: who wants them looks again. */
async function followCheck(cli: Cli, api: Api, id: string): Promise<Check> {
  const show = cli.terminal.progress();
  for (let pauseSeconds = FIRST_PAUSE_SECONDS; ;) {
    const check = await getCheck(api, id);
    if (check.state !== "running") return check;
    show(`checked: ${check.done} of ${check.total} (${toPercent(check.done, check.total)})`);
    await cli.network.sleep(pauseSeconds);
    pauseSeconds = Math.min(pauseSeconds * 1.5, LONGEST_PAUSE_SECONDS);
  }
}

/** Prints the counts, and the first rows of each result other than `covered`. Returns the exit code. */
async function report(
  cli: Cli,
  api: Api,
  check: Check,
  options: CheckOptions & { skipped: Problem[] },
): Promise<number> {
  const problems: Row[] = [];
  for (const result of RESULTS.slice(1)) {
    if (check.counts[result] === 0) continue;
    problems.push(...(await collect(walkRows(api, check.id, result), options.rows)));
  }
  if (options.json) {
    cli.terminal.print(JSON.stringify({ check, rows: problems, skipped: options.skipped }, null, 2));
  } else {
    cli.terminal.print(formatCheck(check));
    if (problems.length > 0) cli.terminal.print(`\n${formatRows(problems)}`);
  }
  const { covered } = check.counts;
  return check.state !== "failed" && covered === check.total ? EXIT.done : EXIT.incomplete;
}

function formatCheck({ id, state, counts, total, targets }: Check): string {
  const left = total - counts.covered;
  return [
    `Check ${id}`,
    ...RESULTS.map((result) => formatCount(result, counts[result])),
    ...(targets === null ? [] : [`${targets.open} of ${targets.total} targets are still to be asked`]),
    ...(state === "failed" ? ["It failed: see the Worker's log."] : []),
    ...(left > 0 ? [`All of them: signpost check rows ${id}`] : []),
    ...(counts.chain > 0 ? [`Shorten the chains: signpost check fix ${id}`] : []),
  ].join("\n");
}

function formatRows(rows: Row[]): string {
  if (rows.length === 0) return "No URL has this result.";
  const cells = rows.map(({ line, url, result, reason, status, location }) =>
    [String(line), url, result, toWhy(reason, location), String(status)].map(toPrintable),
  );
  return toTable(["LINE", "URL", "RESULT", "WHY", "STATUS"], cells);
}

/** A reason may name the destination itself. */
function toWhy(reason: string | null, location: string | null): string {
  if (location === null || reason?.includes(location) === true) return reason ?? "";
  return reason === null || reason === "" ? location : `${reason}, ${location}`;
}

/** Writes results as CSV, page by page. */
async function writeCsv(api: Api, id: string, result: Result | null, file: string): Promise<void> {
  const output = await open(file, "w");
  try {
    let cursor: string | null = null;
    do {
      const filter = result === null ? {} : { "filter[result]": result };
      const query = { per_page: "1000", ...filter, ...(cursor !== null && { cursor }) };
      const headers = { Accept: "text/csv" };
      const response = await api.checks[":id"].rows.$get({ param: { id }, query }, { headers });
      if (response.status !== 200) throw await toRefusedCall(response);
      const text = await response.text();
      // Each page begins with the names of the columns.
      await output.write(cursor === null ? text : text.slice(text.indexOf("\n") + 1));
      cursor = response.headers.get("X-Next-Cursor");
    } while (cursor !== null);
  } finally {
    await output.close();
  }
}
