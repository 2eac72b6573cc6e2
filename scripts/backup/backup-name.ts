import { HOUR_MS } from "../../src/domain/time.ts";

/** The names that backups get by themselves. They tell how old a backup is. */

/** A nightly backup, or a file or folder of `npm run backup`. */
const NAME = /^signpost-(\d{4}-\d\d-\d\d)(?:\.ndjson|T(\d\d)-(\d\d)-(\d\d)(?:\.ndjson\.gz)?)$/;
/** Nightly backups begin then, and their names have only the date. */
const NIGHT_MS = 3 * HOUR_MS;

export function toBackupName(nowMs: number): string {
  return `signpost-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "-")}.ndjson.gz`;
}

/** Returns the name of the newest backup; null if no name is that of a backup. Other names are ignored. */
export function newestOf(names: string[]): string | null {
  const backups = names.flatMap((name) => {
    const beganAtMs = toBeginning(name);
    return beganAtMs === null ? [] : [{ name, beganAtMs }];
  });
  return backups.toSorted((a, b) => a.beganAtMs - b.beganAtMs).at(-1)?.name ?? null;
}

function toBeginning(name: string): number | null {
  const [, date, hour, minute, second] = NAME.exec(name) ?? [];
  if (date === undefined) return null;
  const ms =
    hour === undefined ? Date.parse(date) + NIGHT_MS : Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}
