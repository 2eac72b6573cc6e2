/**
 * What the readers of import formats take and give. All of it is pure: scripts and the dashboard read
 * files with it, the Worker gets rows only.
 */

/** A row of an import as the API takes it, and the 1-based line on which the file has it. */
export interface ImportRow {
  line: number;
  /** A redirect has `url`, a short link `host` and `alias`. */
  url?: string;
  host?: string;
  alias?: string;
  destination?: string;
  destinations?: string[];
  destination_routing?: string;
  type?: string;
  /** A code, or `paused`; the code of a paused redirect stands in `type`. */
  status?: number | "paused";
  forward_path?: boolean;
  forward_query?: boolean;
  title?: string;
  description?: string;
  tags?: string[];
  /** Moments are RFC 3339 in UTC. */
  starts?: string;
  expires?: string;
  expired_url?: string;
  max_clicks?: number;
  rules?: ImportRule[];
  password?: string;
  /** A bcrypt hash of the plain password, or `signpost:` and one of Signpost's own. */
  password_hash?: string;
  created_at?: string;
  clicks_before?: number;
}

export interface ImportRule {
  if: { country?: string[]; os?: string[] };
  destination: string;
}

/** A row that is not imported; `text` is what the file says, shortened. */
export interface RefusedRow {
  line: number;
  text: string;
  reason: string;
}

/** What is lost or changed by importing a row; `line` is null where it concerns the whole file. */
export interface ImportWarning {
  line: number | null;
  warning: string;
}

export interface ImportResult {
  format: string;
  rows: ImportRow[];
  refused: RefusedRow[];
  /** Lines that are no redirect: comments, blank rows, rewrites. */
  ignored: { line: number; reason: string }[];
  warnings: ImportWarning[];
  /** Who manages the records, and on which hostnames, where the file says so. */
  managed?: { owner?: string; hosts?: string[] };
}

/** What becomes of rows whose password is in the file as plain text. */
export type PasswordChoice = "leave-out" | "hash" | "drop";

export interface ImportOptions {
  /** The key of a format; null detects it. */
  format: string | null;
  /** The name of the file decides only where the content does not. */
  fileName: string;
  /** Hostname of the sources that name none. */
  host: string | null;
  /** Scheme and host that complete relative destinations, without a slash at the end. */
  origin: string | null;
  /** The code of rows that name none. */
  status: number | null;
  /** The folder of a `.htaccess`, with slashes at both ends. */
  base: string;
  /** Hosts of the file, in lower case, to hosts of this import. */
  hostMap: ReadonlyMap<string, string>;
  /** Columns of an unknown CSV to the names that `csv` knows. */
  columnMap: ReadonlyMap<string, string>;
  passwords: PasswordChoice;
  nowMs: number;
}

export const defaultOptions: ImportOptions = {
  format: null,
  fileName: "",
  host: null,
  origin: null,
  status: null,
  base: "/",
  hostMap: new Map(),
  columnMap: new Map(),
  passwords: "leave-out",
  nowMs: 0,
};

/** The file as a whole cannot be read. The message is for the person who chose it. */
export class UnreadableFile extends Error {}

/** A source as a format has it. */
export type DraftSource =
  /** A path, `host/path` or URL of a list: colons are colons, a last `/*` is everything below. */
  | { kind: "list"; text: string; host?: string | undefined }
  /** A path in the syntax of this project, captures included. */
  | { kind: "pattern"; path: string; host?: string | undefined; takesFolder?: boolean }
  /** The back-half of a short link. */
  | { kind: "alias"; slug: string; host?: string | undefined };

/** One rule or link as a format has it, before options complete it. */
export interface Draft {
  line: number;
  text: string;
  sources: DraftSource[];
  target?: string | undefined;
  /** Further destinations, with the routing over all. */
  split?: { target: string; routing: string } | undefined;
  code?: number | undefined;
  type?: "gone" | "frame" | undefined;
  isPaused?: boolean | undefined;
  forwardPath?: boolean | undefined;
  forwardQuery?: boolean | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  tags?: string[] | undefined;
  starts?: Moment | undefined;
  expires?: Moment | undefined;
  expiredUrl?: string | null | undefined;
  maxClicks?: number | undefined;
  rules?: ImportRule[] | undefined;
  createdAt?: Moment | undefined;
  clicks?: number | null | undefined;
  password?: DraftPassword | undefined;
  warnings?: string[] | undefined;
}

/** A moment as a file has it: a text, or a number of milliseconds or seconds. */
export interface Moment {
  name: string;
  value: string | number | null | undefined;
  unit?: "s" | "ms";
}

export type DraftPassword =
  | { kind: "plain"; text: string }
  | { kind: "hash"; hash: string }
  | { kind: "absent" };
