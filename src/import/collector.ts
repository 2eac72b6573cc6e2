import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import {
  hasCaptureInAuthority,
  splitUrl,
  toAsciiHostname,
  toCanonicalPath,
  toCanonicalQuery,
} from "../domain/client/address.ts";
import { readMoment } from "./moment.ts";
import { reasons } from "./reason.ts";
import type { Draft, Finding, ImportOptions, ImportResult, ImportRow, ImportRule, Moment } from "./row.ts";
import { placeRow, placeSource, type PlacedSource } from "./source.ts";
import { SourceRegister } from "./source-register.ts";
import { completeTarget } from "./target.ts";

const MOST_TEXT = 500;
const MOST_HASHED_PASSWORDS = 1_000;
const MAX_CLICKS_LIMIT = 10_000;
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;
const CONFLICTS = { taken: "file_taken", covered: "file_covered" } as const;
const LINK_CODE = 302;
const REDIRECT_CODE = 301;

interface CollectedFormat {
  key: string;
  isOrdered?: boolean;
  defaultCode?: number;
}

/**
 * Converts the findings of a reader to rows of the API, in the order of the file. A rule that cannot be
 * expressed exactly is refused with its reason, and never approximated.
 */
export class Collector {
  readonly result: ImportResult;
  private readonly register: SourceRegister;
  readonly options: ImportOptions;
  private readonly defaultCode: number;
  private hashedPasswords = 0;

  constructor(
    { key: format, isOrdered = false, defaultCode = REDIRECT_CODE }: CollectedFormat,
    options: ImportOptions,
  ) {
    this.defaultCode = defaultCode;
    this.result = { format, rows: [], refused: [], ignored: [], warnings: [] };
    this.register = new SourceRegister(isOrdered);
    this.options = options;
  }

  /** From here on, an earlier rule has priority for paths that it shares with a later rule. */
  startOrder(): void {
    this.register.isOrdered = true;
  }

  refuse(line: number, text: string, reason: Refusal): void {
    this.result.refused.push({ line, text: shorten(text), reason });
  }

  ignore(line: number, reason: string): void {
    this.result.ignored.push({ line, reason });
  }

  warn(line: number | null, warning: Refusal): void {
    this.result.warnings.push({ line, warning });
  }

  /**
   * Refuses a rule that is not a redirect but matches paths, so that later rules do not redirect these paths
   * if the order matters.
   */
  refuseTaking(draft: Pick<Draft, "line" | "text" | "sources">, reason: Refusal): void {
    for (const source of draft.sources) {
      const placed = placeSource(source, this.options);
      if (!("reason" in placed)) this.register.claim(placed, draft.line);
    }
    this.refuse(draft.line, draft.text, reason);
  }

  /**
   * Adds a row in the format of the API. The API checks its fields. Here a repeated source or a row without one
   * is refused, and a password in plain text is treated as in every other file.
   */
  addRow({ password, ...row }: ImportRow, written: string): void {
    const text = password === undefined ? written : written.replaceAll(JSON.stringify(password), '"…"');
    const placed = placeRow(row);
    if ("reason" in placed) return this.refuse(row.line, text, placed.reason);
    const conflict = this.register.claim(placed, row.line);
    if (conflict !== null) return this.refuse(row.line, text, refuse("file_taken", { line: conflict.line }));
    if (password === undefined) {
      this.result.rows.push(row);
      return;
    }
    const said: Refusal[] = [];
    const judged = this.toPassword({ password: { kind: "plain", text: password } }, said);
    if ("reason" in judged) return this.refuse(row.line, text, judged.reason);
    this.result.rows.push({ ...row, ...judged.fields, ...(judged.isPaused && { status: "paused" }) });
    for (const warning of said) this.warn(row.line, warning);
  }

  /** Adds, refuses or ignores a row. */
  take(line: number, text: string, finding: Finding): void {
    if ("reason" in finding) this.refuse(line, text, finding.reason);
    else if ("ignored" in finding) this.ignore(line, finding.ignored);
    else this.add({ line, text, sources: [], ...finding });
  }

  add(draft: Draft): void {
    const text = withoutPassword(draft);
    if (draft.sources.length === 0) return this.refuse(draft.line, text, refuse("file_no_source"));
    const fields = this.completeFields(draft);
    if ("reason" in fields) {
      // A later row must not open a link that this row protects.
      if (draft.password !== undefined) return this.refuseTaking({ ...draft, text }, fields.reason);
      return this.refuse(draft.line, text, fields.reason);
    }
    for (const source of draft.sources) {
      const placed = placeSource(source, this.options);
      if ("reason" in placed) {
        this.refuse(draft.line, text, placed.reason);
        continue;
      }
      if (leadsToItself(placed, fields.row.destination)) {
        this.refuse(draft.line, text, refuse("file_itself"));
        continue;
      }
      if (hasCaptureInHost(placed, fields.row.destination)) {
        this.refuse(draft.line, text, refuse("file_capture_in_host"));
        continue;
      }
      const conflict = this.register.claim(placed, draft.line);
      if (conflict !== null && conflict.kind !== "overlaps") {
        this.refuse(draft.line, text, refuse(CONFLICTS[conflict.kind], { line: conflict.line }));
        continue;
      }
      if (conflict !== null) this.warn(draft.line, refuse("file_overlaps", { line: conflict.line }));
      this.result.rows.push(this.toRow(draft, placed, fields.row));
      const said = [...placed.warnings, ...(draft.warnings ?? []), ...fields.warnings];
      for (const warning of withoutRepeats(said)) this.warn(draft.line, warning);
    }
  }

  private toRow(draft: Draft, placed: PlacedSource, fields: Partial<ImportRow>): ImportRow {
    const code = draft.type === undefined ? this.toCode(draft, placed) : undefined;
    const isPaused = fields.status === "paused";
    const forwardPath =
      placed.source.kind === "exact" && draft.forwardPath === false ? undefined : draft.forwardPath;
    return withoutUndefined<ImportRow>({
      line: draft.line,
      ...placed.place,
      ...fields,
      type: draft.type ?? (isPaused && code !== undefined ? String(code) : undefined),
      status: isPaused ? "paused" : code,
      forward_path: draft.type === "gone" ? undefined : forwardPath,
      forward_query: draft.type === "gone" ? undefined : this.toForwardQuery(draft, placed),
    });
  }

  private toForwardQuery({ forwardQuery }: Draft, { place, isLink }: PlacedSource): boolean | undefined {
    if (forwardQuery !== undefined || this.options.forwardQuery) return forwardQuery ?? true;
    // A short link does not pass the query on, so a redirect in its place does not either.
    return isLink && "url" in place ? false : undefined;
  }

  private toCode(draft: Draft, placed: PlacedSource): number | undefined {
    const code = draft.code ?? this.options.status ?? undefined;
    if (code !== undefined || "alias" in placed.place) return code;
    return placed.isLink ? LINK_CODE : this.defaultCode;
  }

  private completeFields(
    draft: Draft,
  ): { row: Partial<ImportRow>; warnings: Refusal[] } | { reason: Refusal } {
    const said: Refusal[] = [];
    const password = this.toPassword(draft, said);
    if ("reason" in password) return password;
    const expires = toMoment(draft.expires, said);
    if (expires === null) return { reason: reasons.expiry(String(draft.expires?.value)) };
    const starts = toMoment(draft.starts, said);
    if (starts === null) return { reason: reasons.expiry(String(draft.starts?.value)) };
    if (expires !== undefined && Date.parse(expires) <= this.options.nowMs) said.push(refuse("file_expired"));
    const limit = draft.maxClicks && draft.maxClicks > 0 ? draft.maxClicks : undefined;
    if (limit !== undefined && limit > MAX_CLICKS_LIMIT) {
      return { reason: refuse("file_condition", { words: refuse("file_what_limit", { limit }) }) };
    }
    const createdAt = toMoment(draft.createdAt, said);
    if (createdAt === null && draft.createdAt !== undefined) {
      said.push(reasons.noMoment(draft.createdAt.name, String(draft.createdAt.value)));
    }
    const destinations = this.toDestinations(draft);
    if ("reason" in destinations) return destinations;
    const isPaused = draft.isPaused === true || password.isPaused;
    const rules: ImportRule[] = [];
    for (const rule of draft.rules ?? []) {
      const target = completeTarget(rule.destination, this.options.origin);
      if ("reason" in target) return target;
      rules.push({ ...rule, destination: target.destination });
    }
    const row = withoutUndefined<Partial<ImportRow>>({
      ...destinations,
      title: draft.title?.trim() || undefined,
      description: draft.description?.trim() || undefined,
      tags: draft.tags?.length ? draft.tags : undefined,
      starts,
      expires,
      expired_url: draft.expiredUrl?.trim() || undefined,
      max_clicks: limit,
      rules: draft.type === "gone" || rules.length === 0 ? undefined : rules,
      created_at: createdAt ?? undefined,
      clicks_before: draft.clicks ?? undefined,
      ...password.fields,
      status: isPaused ? "paused" : undefined,
    });
    return { row, warnings: said };
  }

  private toDestinations(draft: Draft): Partial<ImportRow> | { reason: Refusal } {
    if (draft.type === "gone") return {};
    const first = completeTarget(draft.target, this.options.origin);
    if ("reason" in first || draft.split === undefined) return first;
    const second = completeTarget(draft.split.target, this.options.origin);
    if ("reason" in second) return second;
    return {
      destination: first.destination,
      destinations: [first.destination, second.destination],
      destination_routing: draft.split.routing,
    };
  }

  private toPassword(
    { password }: Pick<Draft, "password">,
    said: Refusal[],
  ): { fields: Partial<ImportRow>; isPaused: boolean } | { reason: Refusal } {
    if (password === undefined) return { fields: {}, isPaused: false };
    if (password.kind === "hash" && BCRYPT.test(password.hash)) {
      return { fields: { password_hash: password.hash }, isPaused: false };
    }
    if (this.options.passwords === "drop") {
      said.push(refuse("file_password_dropped"));
      return { fields: {}, isPaused: true };
    }
    if (password.kind === "hash") return { reason: refuse("file_password_hash") };
    if (password.kind === "absent") return { reason: refuse("file_password_absent") };
    if (this.options.passwords === "leave-out") return { reason: refuse("file_password") };
    this.hashedPasswords += 1;
    if (this.hashedPasswords > MOST_HASHED_PASSWORDS) {
      return { reason: refuse("file_password_count", { count: MOST_HASHED_PASSWORDS }) };
    }
    return { fields: { password: password.text }, isPaused: false };
  }
}

/** Parses the time of a draft. Returns undefined if it has none, null if it cannot be parsed. */
function toMoment(moment: Moment | undefined, said: Refusal[]): string | null | undefined {
  const isAbsent = moment?.value === undefined || moment.value === null || moment.value === "";
  if (moment === undefined || isAbsent) return undefined;
  const read = readMoment(moment);
  if (read === null) return null;
  if (!read.isZoned) said.push(refuse("file_no_zone", { name: moment.name }));
  return read.text;
}

function hasCaptureInHost({ source }: PlacedSource, destination: string | undefined): boolean {
  if (destination === undefined) return false;
  const captures = source.kind === "pattern" ? source.captures : [];
  return hasCaptureInAuthority(destination, source.kind === "exact" ? captures : [...captures, "splat"]);
}

/** Longer paths are compared by the API. */
function leadsToItself({ host, source }: PlacedSource, destination: string | undefined): boolean {
  if (destination === undefined || source.kind === "pattern" || source.kind === "prefix") return false;
  if (!URL.canParse(destination)) return false;
  const { hostname } = new URL(destination);
  if (toAsciiHostname(hostname) !== host) return false;
  if (source.kind === "any") return true;
  const { path, query } = splitUrl(destination);
  if (toCanonicalPath(path === "" ? "/" : path) !== source.path) return false;
  const asked = toCanonicalQuery(query ?? "");
  return source.kind === "exact" ? asked === "" : asked === source.query;
}

function withoutPassword({ text, password }: Draft): string {
  return password?.kind === "plain" && password.text !== "" ? text.replaceAll(password.text, "…") : text;
}

function withoutRepeats(warnings: readonly (Refusal | false)[]): Iterable<Refusal> {
  const kept = warnings.filter((warning) => warning !== false);
  return new Map(kept.map((warning) => [JSON.stringify(warning), warning])).values();
}

function shorten(text: string): string {
  const line = text.trim();
  return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT)}…` : line;
}

type Loose<T> = { [K in keyof T]?: T[K] | undefined };

/** Removes undefined members, so that a row has only members with a value. */
function withoutUndefined<T extends object>(fields: Loose<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
