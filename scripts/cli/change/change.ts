import { writesOf } from "../../../src/domain/client/words.ts";
import type { ImportRow } from "../../../src/import/row.ts";
import { CommandError } from "../../support/command.ts";
import { toPercent } from "../../support/progress.ts";
import { collect, read, RefusedCall, walk, type Api } from "../api.ts";
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

/** Returns how many records a change has written, or a plan would write. */
export function countWrites({ counts }: Pick<Change, "counts">): number {
  return writesOf(counts);
}

/** Returns how many records the plan of a change would write. An installation of release 0.2 does not say it. */
export function countPlanned({ counts, planned = counts }: Pick<Change, "counts"> & Partial<Change>): number {
  return writesOf(planned);
}

type NewRows = Pick<
  Parameters<Api["changes"]["$post"]>[0]["json"],
  "mode" | "owner" | "hosts" | "adopt" | "label"
>;

/** Begins a change whose rows follow in parts. An installation of release 0.2 takes no label, and gets none. */
async function beginUpload(api: Api, { label, ...request }: NewRows): Promise<{ id: string }> {
  const begin = (named: Pick<NewRows, "label">) =>
    read(api.changes.$post({ query: {}, json: { ...request, ...named, upload: true } }));
  if (label === undefined) return await begin({});
  return await begin({ label }).catch((error: unknown) => {
    if (error instanceof RefusedCall && error.errors["label"] !== undefined) return begin({});
    throw error;
  });
}

/** The API accepts parts of up to 8 MiB; smaller parts update the progress more often. */
const PART_BYTES = 2 * 1024 * 1024;

/** Sends rows in parts and plans them. Row `n`, from 1 on, is line `n` of the change. */
export async function planRows(
  cli: Cli,
  api: Api,
  rows: readonly ImportRow[],
  request: NewRows,
): Promise<Change> {
  const hashed = await hashPasswords(cli, rows);
  const started = beginUpload(api, request);
  const settle = cli.terminal.onInterrupt("Nothing was changed.", async () =>
    dropPlan(api, (await started).id),
  );
  const { id } = await started.catch((error: unknown) => {
    settle();
    throw error;
  });
  try {
    const bare = hashed.map(({ line: _, ...row }) => row);
    await sendParts(cli, bare, (n, part) =>
      read(api.changes[":id"].parts[":n"].$put({ param: { id, n } }, part)),
    ).finally(settle);
    await read(api.changes[":id"].plan.$post({ param: { id } }));
    return await followChange(cli, api, id);
  } catch (error) {
    await dropPlan(api, id);
    throw error;
  }
}

/**
 * Drops a plan that will not be applied, because a workspace has room for three. If the call fails, the plan expires
 * later.
 */
export async function dropPlan(api: Api, id: string): Promise<void> {
  await api.changes[":id"].stop.$post({ param: { id } }).catch(() => null);
}

/** Sends rows in parts, and shows the progress. @param send gets the number of each part */
export async function sendParts(
  cli: Cli,
  rows: readonly object[],
  send: (n: string, part: { init: RequestInit; headers: Record<string, string> }) => Promise<unknown>,
): Promise<void> {
  const show = cli.terminal.progress();
  const parts = splitIntoParts(rows);
  for (const [index, body] of parts.entries()) {
    await send(String(index + 1), { init: { body }, headers: { "Content-Type": "application/x-ndjson" } });
    show(`part ${index + 1} of ${parts.length} sent (${toPercent(index + 1, parts.length)})`);
  }
}

/** Splits rows into parts of newline-delimited JSON, keeping their order. Each row is one line. */
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
 * Polls a change until no work on it is left, and shows the progress. Ending the polling does not stop the change:
 * the installation continues.
 * @throws CommandError if the change failed
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
    const settle = cli.terminal.onInterrupt(toFarewell(change));
    await cli.network.sleep(pauseSeconds).finally(settle);
    pauseSeconds = Math.min(pauseSeconds * 1.5, LONGEST_PAUSE_SECONDS);
  }
}

/** Says to who stops waiting what becomes of the change, and how to go on. */
function toFarewell({ id, state }: Change): string {
  if (state === "planning") {
    return `Nothing was changed. The plan goes on, and lasts 2 hours: signpost apply ${id} shows it, signpost changes stop ${id} drops it.`;
  }
  const again = state === "applying" ? `signpost apply ${id}` : `signpost undo ${id}`;
  return `It goes on without you. Wait for it again: ${again}\nStop it where it is: signpost changes stop ${id}`;
}

/** Returns the progress as text; null if the change is done. */
function toProgress({ state, total, progress }: Change): string | null {
  if (state === "planning") return `planning: ${total} rows so far`;
  if (state !== "applying" && state !== "undoing") return null;
  return `${state}: ${toPercent(progress.done, progress.total)}`;
}
