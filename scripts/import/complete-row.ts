import {
  type ImportRow,
  type ParsedRow,
  type Problem,
  type ReadyRow,
  type Refusal,
  withoutUndefined,
} from "./row.ts";
import { parseSource, type Source, toUrl } from "./source.ts";
import { createSourceRegister } from "./source-register.ts";
import { completeTarget } from "./target.ts";

/** What the command line adds to the rows of a list. */
export interface RowDefaults {
  host: string;
  /** Scheme and host without a slash at the end; null when not given. */
  origin: string | null;
  status: number | null;
  /** Whether the rules of the list are tried in their order, the first match winning. */
  isOrdered: boolean;
}

/**
 * Makes rows of the API out of the rows of a list, in the order of the list. A source that an
 * earlier row already answers becomes a problem: two rows for it would overwrite each other on
 * every run.
 */
export function completeRows(
  rows: ParsedRow[],
  defaults: RowDefaults,
): { ready: ReadyRow[]; problems: Problem[] } {
  const register = createSourceRegister(defaults.isOrdered);
  const ready: ReadyRow[] = [];
  const problems: Problem[] = [];

  for (const parsed of rows) {
    const { line } = parsed;
    const source = parsed.alias ?? parsed.source;
    const completed = completeRow(parsed, defaults);
    if ("reason" in completed) {
      problems.push({ line, source, reason: completed.reason, kind: "failed" });
      continue;
    }
    const earlierLine = register.claim(completed.source, line);
    if (earlierLine !== null) {
      const reason = `line ${earlierLine} already redirects this path`;
      problems.push({ line, source, reason, kind: "failed" });
      continue;
    }
    ready.push({ line, source, row: completed.row });
  }
  return { ready, problems };
}

function completeRow(parsed: ParsedRow, defaults: RowDefaults): { source: Source; row: ImportRow } | Refusal {
  const target = completeTarget(parsed.target, defaults.origin);
  if ("reason" in target) return target;
  const source = toSource(parsed, defaults.host);
  if ("reason" in source) return source;

  const fields = withoutUndefined({
    destination: target.destination,
    forward_path: parsed.forwardPath,
    forward_query: parsed.forwardQuery,
    title: parsed.title,
    description: parsed.description,
    tags: parsed.tags,
    expires: parsed.expires,
  });
  if (parsed.alias === undefined) {
    const status = parsed.status ?? defaults.status ?? 301;
    return { source, row: { url: toUrl(source), status, ...fields } };
  }
  // Without a status a short link keeps the one it has, or gets the default of its kind.
  const status = parsed.status ?? defaults.status;
  const { host } = source;
  return {
    source,
    row: { host, alias: parsed.alias, ...(status === null ? {} : { status }), ...fields },
  };
}

function toSource({ host, alias, source: text }: ParsedRow, defaultHost: string): Source | Refusal {
  const givenHost = host ?? defaultHost;
  // A short link needs no url beside its alias; where it has one, it may name the host.
  const source = parseSource(alias !== undefined && text === "" ? "/" : text, givenHost);
  if ("reason" in source) return source;
  if (host !== undefined && source.host.toLowerCase() !== host.toLowerCase()) {
    return { reason: `the host ${host} and the source name different hosts` };
  }
  return alias === undefined ? source : { host: source.host, path: `/${alias}`, query: "" };
}
