import { REDIRECT_STATUSES } from "../../src/domain/redirect-type.ts";

/** The list formats that can be read. */
export const formats = ["netlify", "tsv", "csv"] as const;
export type Format = (typeof formats)[number];

export const redirectStatusList = REDIRECT_STATUSES.join(", ");

/**
 * One redirect as the list has it, before `--host`, `--origin` and `--status` complete it.
 * `source` and `target` keep the bytes of the list; `line` is 1-based.
 */
export interface ParsedRow {
  line: number;
  source: string;
  target: string;
  status?: number;
  forwardPath?: boolean;
  forwardQuery?: boolean;
  host?: string;
  alias?: string;
  title?: string;
  description?: string;
  tags?: string[];
  expires?: string;
}

/**
 * A row that was not imported, and why. `inexpressible` is a rule that its own format allows and
 * a redirect here cannot be; everything else is `failed`.
 */
export interface Problem {
  line: number;
  source: string;
  reason: string;
  kind: "failed" | "inexpressible";
}

/** Why a part of a row cannot be used. */
export interface Refusal {
  reason: string;
}

/** What a reader makes of a list. `comments` counts the lines that hold nothing but a comment. */
export interface ParsedList {
  rows: ParsedRow[];
  problems: Problem[];
  comments: number;
}

interface WritableFields {
  destination: string;
  forward_path?: boolean;
  forward_query?: boolean;
  title?: string;
  description?: string;
  tags?: string[];
  expires?: string;
}

/** A row of `POST /bulk/import`: a redirect by its url, or a short link by host and alias. */
export type ImportRow =
  | (WritableFields & { url: string; status: number })
  | (WritableFields & { host: string; alias: string; status?: number });

/** A row that is ready to be sent, and where it stood in the list. */
export interface ReadyRow {
  line: number;
  source: string;
  row: ImportRow;
}

/** Reads a status code such as `301`; null for anything that is no redirect. */
export function parseRedirectStatus(text: string): number | null {
  return REDIRECT_STATUSES.find((status) => String(status) === text) ?? null;
}

/** Leaves out the fields that are undefined, so that a row names only what it has to say. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
