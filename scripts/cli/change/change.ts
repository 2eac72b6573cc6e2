import type { ImportRow } from "../../../src/domain/import/row.ts";
import { CommandError } from "../../support/command.ts";
import { toPercent } from "../../support/progress.ts";
import { collect, read, walk, type Api } from "../api.ts";
import type { Cli } from "../cli.ts";
import { hashPasswords } from "../hash-passwords.ts";

/** A change of many records, as the API answers it. */
export type Change = Awaited<ReturnType<typeof getChange>>;
export type ChangeRow = ReturnType<typeof walkRows> extends AsyncGenerator<infer Row> ? Row : never;
export type RowResult = ChangeRow["result"];

export function getChange(api: Api, id: string) {
  return read(api.changes[":id"].$get({ param: { id } }));
}

function walkRows(api: Api, id: string, result: string) {
  const query = { per_page: "250", "filter[result]": result };
  return walk((cursor) =>
    read(api.changes[":id"].rows.$get({ param: { id }, query: { ...query, ...cursor } })),
  );
}

/** Lists the first rows of a change that have a result. */
export async function listRows(
  api: Api,
  id: string,
  result: RowResult,
  limit = Infinity,
): Promise<ChangeRow[]> {
  return await collect(walkRows(api, id, result), limit);
}

type NewRows = Parameters<Api["changes"]["$post"]>[0]["json"];

/** The API takes 8 MiB a part; smaller ones let the progress move. */
const PART_BYTES = 2 * 1024 * 1024;

/** Sends rows in parts and plans them. Row `n`, from 1 on, is line `n` of the change. */
export async function planRows(
  cli: Cli,
  api: Api,
  rows: readonly ImportRow[],
  request: Pick<NewRows, "mode" | "owner" | "hosts" | "adopt">,
): Promise<Change> {
  const hashed = await hashPasswords(cli, rows);
  const { id } = await read(api.changes.$post({ query: {}, json: { ...request, upload: true } }));
  try {
    await sendRows(cli, api, id, hashed);
    await read(api.changes[":id"].plan.$post({ param: { id } }));
    return await followChange(cli, api, id);
  } catch (error) {
    await dropPlan(api, id);
    throw error;
  }
}

/** Drops a plan that nobody will apply: a workspace has room for three. What cannot be dropped expires by itself. */
export async function dropPlan(api: Api, id: string): Promise<void> {
  await api.changes[":id"].stop.$post({ param: { id } }).catch(() => null);
}

async function sendRows(cli: Cli, api: Api, id: string, rows: readonly ImportRow[]): Promise<void> {
  const show = cli.terminal.progress();
  const parts = splitIntoParts(rows.map(({ line: _, ...row }) => row));
  for (const [index, body] of parts.entries()) {
    const headers = { "Content-Type": "application/x-ndjson" };
    const param = { id, n: String(index + 1) };
    await read(api.changes[":id"].parts[":n"].$put({ param }, { init: { body }, headers }));
    show(`part ${index + 1} of ${parts.length} sent (${toPercent(index + 1, parts.length)})`);
  }
}

/** Splits rows into parts of newline-delimited JSON, keeping their order. A row stands on a line of its own. */
export function splitIntoParts(rows: readonly object[], maxBytes = PART_BYTES): string[] {
  const parts: string[] = [];
  let [part, bytes] = ["", 0];
  for (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    const lineBytes = Buffer.byteLength(line);
    if (bytes > 0 && bytes + lineBytes > maxBytes) {
      parts.push(part);
      [part, bytes] = ["", 0];
    }
    part += line;
    bytes += lineBytes;
  }
  if (bytes > 0) parts.push(part);
  return parts;
}

const FIRST_PAUSE_SECONDS = 0.25;
const LONGEST_PAUSE_SECONDS = 4;

/**
 * Asks for a change until nobody works on it any more, and shows the progress. Who stops asking stops
 * nothing: the installation goes on by itself.
 * @throws CommandError where it failed
 */
export async function followChange(cli: Cli, api: Api, id: string): Promise<Change> {
  const show = cli.terminal.progress();
  let pauseSeconds = FIRST_PAUSE_SECONDS;
  while (true) {
    const change = await getChange(api, id);
    if (change.state === "failed") {
      throw new CommandError(
        `The change ${id} failed: ${change.warnings.join("; ") || "see the Worker's log"}`,
      );
    }
    const progress = toProgress(change);
    if (progress === null) return change;
    show(progress);
    await cli.network.sleep(pauseSeconds);
    pauseSeconds = Math.min(pauseSeconds * 1.5, LONGEST_PAUSE_SECONDS);
  }
}

/** Says how far the installation is; null where it is done. */
function toProgress({ state, total, progress }: Change): string | null {
  if (state === "planning") return `planning: ${total} rows so far`;
  if (state !== "applying" && state !== "undoing") return null;
  return `${state}: ${toPercent(progress.done, progress.total)}`;
}
