import type { Host, Miss, Page } from "../../api/types.ts";
import { DAY_MS } from "../../../domain/client/time.ts";
import {
  MISS_KINDS,
  MISS_SORTS,
  MISS_STATES,
  type MissKind,
  type MissSort,
  type MissState,
} from "../../../domain/client/words.ts";
import type { Query } from "../../api/client.ts";

export type MissedRow = Miss & { id: string };

const PROBES = "(probes)";
const OTHER = "(other)";

/** Returns a page without the rows for probes, which are shown as one number. */
export function toMissedRows({ data, meta }: Page<Miss>): Page<MissedRow> {
  const rows = data.filter(({ path }) => path !== PROBES);
  return { data: rows.map((miss) => ({ ...miss, id: idOf(miss) })), meta };
}

function idOf({ host, path, is_redacted: isRedacted }: Miss): string {
  return `${host} ${path}${isRedacted ? " redacted" : ""}`;
}

export function countProbes({ data }: Page<Miss>): number {
  return data.filter(({ path }) => path === PROBES).reduce((sum, { visits }) => sum + visits, 0);
}

/** Returns rows as the list has them now: their suggestions may have arrived since they were selected. */
export function toCurrentRows(rows: Iterable<MissedRow>, loaded: readonly MissedRow[]): MissedRow[] {
  const byId = new Map(loaded.map((row) => [row.id, row]));
  return Array.from(rows, (row) => byId.get(row.id) ?? row);
}

/** Returns whether a row counts the paths for which there was no room. */
export function isOther({ path }: Pick<Miss, "path">): boolean {
  return path === OTHER;
}

/** Returns whether a row names one path, so that it can be resolved. */
export function isAnswerable(miss: Pick<Miss, "path" | "is_redacted">): boolean {
  return !miss.is_redacted && !isOther(miss);
}

/** The filter of missed paths, in the notation of the address. */
export interface MissFilter {
  host: string;
  kind: Exclude<MissKind, "probes"> | null;
  state: MissState;
  sort: MissSort;
}

/** The kinds of visitors. Probes have their own count. */
export const KINDS = MISS_KINDS.filter((kind) => kind !== "probes");

/** Parses the filter of an address. Unknown values get their default. */
export function readMissFilter(values: Record<string, string>): MissFilter {
  return {
    host: values["host"] ?? "",
    kind: KINDS.find((kind) => kind === values["kind"]) ?? null,
    state: MISS_STATES.find((state) => state === values["state"]) ?? "open",
    sort: MISS_SORTS.find((sort) => sort === values["sort"]) ?? "-visits",
  };
}

export function toMissQuery({ host, kind, state, sort }: MissFilter): Query {
  return {
    "filter[host]": host,
    "filter[kind]": kind ?? undefined,
    "filter[state]": state,
    sort,
  };
}

const KEPT_MS = 30 * DAY_MS;

/** Returns the time since which some hostnames have recorded missed paths: their connection, or 30 days ago. */
export function keptSince(hosts: readonly Pick<Host, "connected_at">[], nowMs: number): Date {
  const first = Math.min(...hosts.map(({ connected_at: at }) => Date.parse(at)), nowMs);
  return new Date(Math.max(first, nowMs - KEPT_MS));
}

/** One redirect for a whole folder, to fill in the form of a redirect. */
interface FolderRedirect {
  /** Hostname and folder, with a final `/*`. */
  source: string;
  /** The destination of the folder; empty if the suggestions do not agree. */
  to: string;
  /** Says whether the path below the folder is passed on. */
  forwardsPath: boolean;
}

/** Returns the narrowest folder of missed paths; null for the root, and for paths of several hostnames. */
export function folderOf(
  misses: readonly Pick<Miss, "host" | "path" | "suggestions">[],
): FolderRedirect | null {
  const [first] = misses;
  if (first === undefined || misses.some(({ host }) => host !== first.host)) return null;
  const folders = misses.map(({ path }) => path.split("/").slice(1, -1));
  const [shortest = []] = folders.toSorted((a, b) => a.length - b.length);
  const differs = shortest.findIndex((name, depth) => folders.some((folder) => folder[depth] !== name));
  const common = differs < 0 ? shortest : shortest.slice(0, differs);
  if (common.length === 0) return null;
  const folder = `/${common.join("/")}`;
  const bases = new Set(
    misses.map(({ path, suggestions }) => baseOf(path.slice(folder.length), suggestions)),
  );
  const [base = null] = bases;
  const isOne = bases.size === 1 && base !== null;
  return { source: `${first.host}${folder}/*`, to: isOne ? base : "", forwardsPath: isOne };
}

/** Returns the best suggestion without the end that it shares with the path; null if it ends differently. */
function baseOf(rest: string, suggestions: Miss["suggestions"]): string | null {
  const destination = suggestions?.[0]?.destination;
  if (destination === undefined || !destination.toLowerCase().endsWith(rest.toLowerCase())) return null;
  const base = destination.slice(0, -rest.length);
  return URL.canParse(base) ? base : null;
}
