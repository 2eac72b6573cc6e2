import { newId } from "../../src/services/new-id.ts";
import {
  hasAnyHost,
  isHostKnown,
  selectJobProgress,
  type JobProgressRow,
} from "../../src/storage/projection/job-progress.ts";
import { adoptDatabase } from "../../src/storage/installation/installation.ts";
import { sweepAllKeys } from "../../src/storage/projection/key-sweep.ts";
import { reprojectAll, reprojectHost } from "../../src/storage/projection/reprojection.ts";
import { CommandError, UsageError } from "./command.ts";
import type { InstallationDatabase } from "./installation-database.ts";
import { toPercent } from "./progress.ts";
import type { ProjectOptions } from "./project-option.ts";

/** The time without progress after which the Worker is assumed not to run the job. */
const STALL_MS = 180_000;

type Job = Pick<ProjectOptions, "host" | "writesTombstones">;

/**
 * Stores the job for the Worker's cron.
 * @throws UsageError if the database does not know the hostname
 * @throws CommandError if the database is empty: every key would count as unknown
 */
export async function fileJob(
  db: Pick<InstallationDatabase, "write" | "readRow">,
  { host, writesTombstones, adopts }: Job & Pick<ProjectOptions, "adopts">,
  nowMs: number,
): Promise<void> {
  if (host !== null && (await db.readRow(isHostKnown(host)))?.["is_known"] !== 1) {
    throw new UsageError(`The database does not know the hostname ${host}. Check its spelling.`);
  }
  if (writesTombstones && (await db.readRow(hasAnyHost()))?.["has_hosts"] !== 1) {
    throw new CommandError(
      "The database has no hostname, so it cannot tell which keys of KV are right. Nothing was filed. See docs/operating.md.",
    );
  }
  await db.write([
    ...(adopts ? [adoptDatabase(newId(nowMs), nowMs)] : []),
    ...(host === null ? reprojectAll(nowMs) : reprojectHost(host, nowMs)),
    ...(writesTombstones ? [sweepAllKeys(true, nowMs)] : []),
  ]);
}

/** Clock, pause and screen of the command that waits. */
interface Waiting {
  nowMs: () => number;
  /** Waits until the next look; returns early when interrupted. */
  pause: () => Promise<void>;
  isInterrupted: () => boolean;
  show: (line: string) => void;
}

/** The result of waiting; `lines` are for the person. */
export interface Ending {
  kind: "done" | "refused" | "stalled" | "interrupted";
  lines: string[];
}

/** Waits until the Worker has done the job, and shows how far it is. Throws CommandError as the database does. */
export async function waitForJob(
  db: Pick<InstallationDatabase, "readRow">,
  job: Job,
  waiting: Waiting,
): Promise<Ending> {
  let total = 0;
  let sawWalk = job.writesTombstones;
  let lastSeen = "";
  let movedAtMs = waiting.nowMs();
  while (!waiting.isInterrupted()) {
    const row = await readProgress(db, job);
    total = Math.max(total, leftOf(row));
    if (job.host === null && hasWalk(row) && row.sweep_is_finished === 0) sawWalk = true;
    waiting.show(toLine(row, total, sawWalk));
    if (isDone(row, sawWalk)) return toEnding(row, job, sawWalk);

    const seen = JSON.stringify(row);
    if (seen !== lastSeen) movedAtMs = waiting.nowMs();
    lastSeen = seen;
    if (waiting.nowMs() - movedAtMs >= STALL_MS) return { kind: "stalled", lines: [STALLED] };
    await waiting.pause();
  }
  return { kind: "interrupted", lines: ["The job is filed: the Worker goes on with it."] };
}

const STALLED =
  "Nothing has moved for 3 minutes: the Worker does not seem to run, or KV takes no writes. The job stays filed.";

async function readProgress(
  db: Pick<InstallationDatabase, "readRow">,
  { host }: Job,
): Promise<JobProgressRow> {
  const row = await db.readRow(selectJobProgress(host));
  if (row === undefined) throw new CommandError("The database returned no progress. Run the command again.");
  return row as unknown as JobProgressRow;
}

/** A slot that several commits noted counts several times. */
function leftOf({ noted, unnoted }: JobProgressRow): number {
  return noted + unnoted;
}

function hasWalk({ sweep_cursor }: JobProgressRow): boolean {
  return sweep_cursor !== null;
}

function isDone(row: JobProgressRow, sawWalk: boolean): boolean {
  const isWalking = sawWalk && hasWalk(row) && row.sweep_is_finished === 0;
  return leftOf(row) === 0 && row.is_reprojecting === 0 && !isWalking;
}

function toLine(row: JobProgressRow, total: number, sawWalk: boolean): string {
  const written = total - leftOf(row);
  const line = `${written} of ${total} snapshots written (${toPercent(written, total)})`;
  if (!sawWalk || leftOf(row) > 0 || !hasWalk(row)) return line;
  return `${line}, ${row.sweep_unknown} unknown keys in KV${row.sweep_is_finished === 1 ? "" : " so far"}`;
}

function toEnding(row: JobProgressRow, job: Job, sawWalk: boolean): Ending {
  const what = job.host === null ? "" : ` of ${job.host}`;
  const lines = [
    `KV has every snapshot${what} anew. Hostnames count as complete about two minutes from now.`,
  ];
  if (!sawWalk || (!hasWalk(row) && !job.writesTombstones)) return { kind: "done", lines };
  if (!hasWalk(row)) return { kind: "refused", lines: [...lines, REFUSED] };
  const wrote =
    row.sweep_writes_tombstones === 1 && row.sweep_unknown !== 0 ? ": they are tombstones now" : "";
  lines.push(`Keys of KV that the database does not know: ${row.sweep_unknown}${wrote}.`);
  return { kind: "done", lines };
}

const REFUSED =
  "No tombstones were written: the database is not the one that this installation knows. See docs/operating.md.";
