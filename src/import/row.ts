import type { Refusal } from "../domain/refusal/refusal.ts";
/**
 * Input and output of the readers of import formats. All of it is pure: scripts and the dashboard read
 * files with it, the Worker gets only rows.
 */

/** A row of an import in the format of the API, with its 1-based line in the file. */
export interface ImportRow {
  line: number;
  /** A redirect has `url`, a short link `host` and `alias`. */
  url?: string;
  host?: string;
  alias?: string;
  destination?: string;
  destinations?: string[];
  destination_routing?: string;
  /** The name of a stored page, which a short link shows. */
  file?: string;
  type?: string;
  /** A code, or `paused`. The code of a paused redirect is in `type`. */
  status?: number | "paused";
  forward_path?: boolean;
  forward_query?: boolean;
  title?: string;
  description?: string;
  tags?: string[];
  /** A time as RFC 3339 in UTC. */
  starts?: string;
  expires?: string;
  expired_url?: string;
  max_clicks?: number;
  rules?: ImportRule[];
  password?: string;
  /** A bcrypt hash of the plain password, or a hash by Signpost with the prefix `signpost:`. */
  password_hash?: string;
  created_at?: string;
  clicks_before?: number;
}

export interface ImportRule {
  if: { country?: string[]; os?: string[] };
  destination: string;
}

/** A row that is not imported; `text` is the shortened text of the file. */
export interface RefusedRow {
  line: number;
  text: string;
  reason: Refusal;
}

/** A loss or change by importing a row; `line` is null if it concerns the whole file. */
export interface ImportWarning {
  line: number | null;
  warning: Refusal;
}

export interface ImportResult {
  format: string;
  rows: ImportRow[];
  refused: RefusedRow[];
  /** Lines that are not redirects: comments, blank rows, rewrites. */
  ignored: { line: number; reason: string }[];
  warnings: ImportWarning[];
  /** The owner of the records and its hostnames, if the file names them. */
  managed?: { owner?: string; hosts?: string[] };
  /** The stored files of the workspace that the file was exported from. */
  pages?: ImportPage[];
  settings?: ImportSettings;
}

/** A stored page or picture. */
export interface ImportPage {
  line: number;
  name: string;
  type: string;
  /** The text, or the base64 of a PNG. */
  content: string;
}

/** The settings of a workspace that are set, by their names in the API. */
export interface ImportSettings {
  values: [name: string, value: string][];
  /** `branding` and `pages`, as `PUT /workspace` takes them. */
  appearance: [name: "branding" | "pages", value: Record<string, unknown>][];
  blocklist: string[];
}

/** The treatment of rows whose password is in the file as plain text. */
export type PasswordChoice = "leave-out" | "hash" | "drop";

export interface ImportOptions {
  /** The key of a format; null detects it. */
  format: string | null;
  /** The name of the file. It decides only if the content is ambiguous. */
  fileName: string;
  /** Hostname of sources without a hostname. */
  host: string | null;
  /** Scheme and host that complete relative destinations, without a trailing slash. */
  origin: string | null;
  /** The code of rows without a code. */
  status: number | null;
  /** The folder of a `.htaccess`, with a slash at both ends. */
  base: string;
  /** Maps hosts of the file, in lower case, to hosts of this import. */
  hostMap: ReadonlyMap<string, string>;
  /** Maps columns of an unknown CSV to the names that `csv` knows. */
  columnMap: ReadonlyMap<string, string>;
  passwords: PasswordChoice;
  /** Reads an unescaped dot in expressions of `.htaccess` and nginx as a dot, unless a quantifier follows. */
  literalDots: boolean;
  /** Says whether rows that say nothing of it pass on the query. */
  forwardQuery: boolean;
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
  literalDots: false,
  forwardQuery: false,
  nowMs: 0,
};

/** The error that the whole file cannot be read. The message is for the user who chose it. */
export class UnreadableFile extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A source in the notation of a format. */
export type DraftSource =
  /** A path, `host/path` or URL of a list: colons are literal, a final `/*` matches everything below. */
  | { kind: "list"; text: string; host?: string | undefined; takesFolder?: boolean }
  /** A path in the syntax of this project, including captures. */
  | { kind: "pattern"; path: string; host?: string | undefined; takesFolder?: boolean }
  /** The back-half of a short link. */
  | { kind: "alias"; slug: string; host?: string | undefined };

/** One rule or link of a format, before options complete it. */
export interface Draft {
  line: number;
  text: string;
  sources: DraftSource[];
  target?: string | undefined;
  /** Further destinations, with the routing over all destinations. */
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
  password?:
    | { kind: "plain"; text: string }
    | { kind: "hash"; hash: string }
    | { kind: "absent" }
    | undefined;
  /** Those whose condition does not hold are false. */
  warnings?: (Refusal | false)[] | undefined;
}

/** What a row of a file says: a part of a draft, why it is refused, or why it is no redirect. */
export type Finding = Partial<Omit<Draft, "line" | "text">> | { reason: Refusal } | { ignored: string };

/** A time in the notation of a file: a text, or a number of milliseconds or seconds. */
export interface Moment {
  name: string;
  value: string | number | null | undefined;
  unit?: "s" | "ms";
}
