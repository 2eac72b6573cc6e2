import { sayRow } from "../../src/import/say-row.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readImport } from "../../src/import/read-import.ts";
import {
  defaultOptions,
  type ImportOptions,
  type ImportResult,
  type ImportRow,
} from "../../src/import/row.ts";
import { parseSourceUrl } from "../../src/domain/parse-source.ts";
import { aliasSource, formatSource } from "../../src/domain/source.ts";

/** Samples of formats, and what a correct import makes of each of their rows. */

const folder = join(import.meta.dirname, "sample");
export const sampleNames = readdirSync(folder);

interface ExpectedRow {
  line?: number;
  index?: number;
  key?: string;
  tuple?: number;
  result: "ok" | "pattern" | "inexpressible" | "failed" | "duplicate" | "ignored";
  alternatives?: string[];
  source?: string;
  sources?: string[];
  also_accept?: string[];
  destination?: string;
  warnings?: string[];
  [member: string]: unknown;
}

export interface Sample {
  expected: {
    format: string;
    sample: string;
    options?: { host?: string; origin?: string; status?: number; "host (domain null)"?: string };
    host_mapping?: Record<string, string>;
    rows: ExpectedRow[];
  };
  bytes: Uint8Array;
}

export function readSample(name: string): Sample {
  const expected = JSON.parse(
    readFileSync(join(folder, name, "expected.json"), "utf8"),
  ) as Sample["expected"];
  return { expected, bytes: readFileSync(join(folder, name, expected.sample)) };
}

/** Reads a sample as a person would who was told its options. */
export function importSample({ expected, bytes }: Sample, more: Partial<ImportOptions> = {}): ImportResult {
  const { host_mapping: mapping = {}, options = {} } = expected;
  const host = options.host ?? options["host (domain null)"] ?? Object.values(mapping)[0] ?? null;
  const read = readImport(bytes, {
    ...defaultOptions,
    fileName: expected.sample,
    host,
    origin: options.origin ?? null,
    status: options.status ?? null,
    hostMap: new Map(Object.entries(mapping)),
    nowMs: Date.parse("2026-11-20T00:00:00Z"),
    ...more,
  });
  if (!read.ok) throw new Error(sayRow(read.reason));
  return read.value;
}

/** Returns one text for all spellings of a source. */
export function toSourceKey(url: string): string {
  const parsed = parseSourceUrl(url.replace(/\s/gu, encodeURIComponent));
  if (!parsed.ok) throw new Error(`${url}: ${sayRow(parsed.reason)}`);
  return `${parsed.value.host} ${formatSource(parsed.value.source)}`;
}

export function toRowKey(row: ImportRow): string {
  if (row.url !== undefined) return toSourceKey(row.url);
  return `${row.host} ${formatSource(aliasSource(row.alias ?? ""))}`;
}

type Place = { line: number; position: number };

/** Says in which way a result differs from what is expected of a sample; nothing where it does not. */
export function findDifferences({ expected }: Sample, result: ImportResult): string[] {
  const differences: string[] = [];
  const items = toItems(result);
  const places = toPlaces(expected.rows, result);
  for (const [index, row] of expected.rows.entries()) {
    const place = places[index];
    const name = `row ${row.line ?? row.index ?? row.key}${row.tuple === undefined ? "" : `.${row.tuple}`}`;
    const wanted: string[] = [row.result, ...(row.alternatives ?? [])].map(toFate);
    const found = findFate(row, items, place);
    if (!wanted.includes(found.fate)) {
      differences.push(`${name}: ${found.fate} (${found.why}), not ${row.result} of ${row.source}`);
      continue;
    }
    if (found.fate !== "row" || toFate(row.result) !== "row") continue;
    differences.push(...compare(name, row, found.rows, result));
  }
  return differences;
}

function toFate(result: string): "row" | "refused" | "ignored" {
  if (result === "ok" || result === "pattern") return "row";
  return result === "ignored" ? "ignored" : "refused";
}

function toItems(result: ImportResult) {
  const byKey = new Map<string, ImportRow[]>();
  for (const row of result.rows) byKey.set(toRowKey(row), [...(byKey.get(toRowKey(row)) ?? []), row]);
  return { byKey, result };
}

/** Items of JSON have no line in what is expected: the n-th of them begins on the n-th line that is told of. */
function toPlaces(rows: ExpectedRow[], result: ImportResult): (Place | undefined)[] {
  const counted = new Map<number, number>();
  const lines = [
    ...new Set([...result.rows, ...result.refused, ...result.ignored].map(({ line }) => line)),
  ].toSorted((a, b) => a - b);
  return rows.map((row, index) => {
    const line = row.line ?? lines[index];
    if (line === undefined) return undefined;
    const position = counted.get(line) ?? 0;
    counted.set(line, position + 1);
    return { line, position };
  });
}

function findFate(row: ExpectedRow, { byKey, result }: ReturnType<typeof toItems>, place: Place | undefined) {
  const keys = [...(row.sources ?? [row.source]), ...(row.also_accept ?? [])]
    .filter((source) => source !== undefined)
    .flatMap((source) => {
      try {
        return [toSourceKey(source)];
      } catch {
        return [];
      }
    });
  const isHere = (line: number) => place === undefined || line === place.line;
  const rows = keys.flatMap((key) => byKey.get(key) ?? []).filter(({ line }) => isHere(line));
  for (const key of keys)
    byKey.set(
      key,
      (byKey.get(key) ?? []).filter((found) => !rows.includes(found)),
    );
  const others = result.rows.filter(({ line }) => isHere(line));
  if (rows.length > 0) return { fate: "row" as const, rows, why: "" };
  const isShared =
    place !== undefined && row.tuple === undefined && row.line !== undefined && others.length > 0;
  if (isShared && toFate(row.result) !== "row") {
    // Another rule of the same line became a row.
    return { fate: "row" as const, rows: others, why: `row ${JSON.stringify(others)}` };
  }
  const refused = result.refused.filter(({ line }) => isHere(line));
  if (refused.length > 0)
    return {
      fate: "refused" as const,
      rows: [],
      why: refused[0] === undefined ? "" : sayRow(refused[0].reason),
    };
  if (result.ignored.some(({ line }) => isHere(line))) return { fate: "ignored" as const, rows: [], why: "" };
  return { fate: "lost" as const, rows: [], why: JSON.stringify(others) };
}

function compare(name: string, row: ExpectedRow, rows: ImportRow[], result: ImportResult): string[] {
  const wrong: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      wrong.push(`${name}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    }
  };
  expect("the number of rows", rows.length, row.sources?.length ?? 1);
  for (const found of rows) {
    const slash = (url: string) => (row.forward_path === true ? url.replace(/\/$/, "") : url);
    const href = (url: unknown) => (typeof url === "string" ? slash(new URL(url).href) : url);
    if (row.type !== "gone") expect("destination", href(found.destination), href(row.destination));
    if (row.destinations !== undefined) expect("destinations", found.destinations, row.destinations);
    if (row.destination_routing !== undefined) {
      expect("routing", found.destination_routing, row.destination_routing);
    }
    if (row.type !== undefined) expect("type", found.type, row.type);
    else if (row.code !== undefined) {
      expect("code", found.status === "paused" ? Number(found.type) : found.status, row.code);
    }
    if (row.handler !== undefined)
      expect("handler", found.alias === undefined ? "redirect" : "short-url", row.handler);
    expect("paused", found.status === "paused", row.paused === true);
    for (const member of ["forward_path", "forward_query"] as const) {
      if (row[member] !== undefined) expect(member, found[member] ?? false, row[member]);
    }
    const text = (value: unknown) => (typeof value === "string" ? value : "").trim();
    for (const member of ["title", "description"] as const) {
      if (row[member] !== undefined) expect(member, text(found[member]), text(row[member]));
    }
    if (row.clicks !== undefined) expect("clicks", found.clicks_before, row.clicks);
    if (row.tags !== undefined) expect("tags", toSet(found.tags ?? []), toSet(row.tags as string[]));
    for (const member of ["created_at", "expires"] as const) {
      if (row[member] !== undefined) expect(member, toMs(found[member]), toMs(row[member]));
    }
  }
  const said = result.warnings.some(({ line }) => line === null || line === rows[0]?.line);
  const has = rows.some((found) => found.starts ?? found.rules ?? found.max_clicks ?? found.expired_url);
  if ((row.warnings?.length ?? 0) > 0 && !said && has === undefined && has !== true) {
    wrong.push(`${name}: says nothing, not ${JSON.stringify(row.warnings)}`);
  }
  return wrong;
}

const toMs = (value: unknown) => (typeof value === "string" ? Date.parse(value) : null);
const toSet = (tags: string[]) => tags.map((tag) => tag.toLowerCase()).toSorted();
