/** Parses the rows of dumps: `INSERT` of MySQL and `COPY` of PostgreSQL. Ignores all other SQL. */

interface SqlRow {
  line: number;
  text: string;
  /** By the name of the column, or by position if the statement names no columns. */
  values: Map<string, string | null>;
}

const INSERT = /INSERT\s+(?:IGNORE\s+)?INTO\s+[`"]?(\w+)[`"]?\s*(?:\(([^)]*)\))?\s*VALUES\s*/iy;
const MOST_TEXT = 600;

/**
 * Returns the rows that `INSERT` statements put into a table.
 * @param isTable returns whether to read a table, by its name and the columns that the statement names
 * @param openAt receives the line of a string that never closes
 */
export function readInserts(
  text: string,
  isTable: (name: string, columns: string[] | null) => boolean,
  openAt: (line: number) => void,
): SqlRow[] {
  const rows: SqlRow[] = [];
  const lineOf = createLineCounter(text);
  let at = 0;
  while (at < text.length) {
    const start = nextStatement(text, at);
    if (start < 0) break;
    INSERT.lastIndex = start;
    const found = INSERT.exec(text);
    if (found === null) {
      at = start + 1;
      continue;
    }
    const columns =
      found[2] === undefined ? null : found[2].split(",").map((name) => name.trim().replace(/[`"]/g, ""));
    const isWanted = isTable(found[1] ?? "", columns);
    at = INSERT.lastIndex;
    while (text[at] === "(") {
      const tuple = readTuple(text, at);
      if (tuple === null) {
        if (isWanted) openAt(lineOf(at));
        return rows;
      }
      if (isWanted) {
        rows.push({
          line: lineOf(at),
          text: text.slice(at, Math.min(tuple.end, at + MOST_TEXT)),
          values: toValues(columns, tuple.values),
        });
      }
      at = tuple.end;
      const [gap = ""] = /^\s*,?\s*/.exec(text.slice(at, at + 200)) ?? [];
      at += gap.length;
    }
  }
  return rows;
}

/** Names the values of a row. A row may have fewer values than the statement has columns. */
function toValues(columns: string[] | null, cells: (string | null)[]): SqlRow["values"] {
  if (columns === null) return new Map(cells.map((cell, index) => [String(index), cell]));
  return new Map(cells.slice(0, columns.length).map((cell, index) => [columns[index] ?? "", cell]));
}

/** Finds the next `INSERT` at the beginning of a line. */
function nextStatement(text: string, from: number): number {
  const statement = /^[ \t]*(?=INSERT\s)/gim;
  statement.lastIndex = from;
  const found = statement.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}

function createLineCounter(text: string): (at: number) => number {
  let [line, last] = [1, 0];
  return (at) => {
    for (let next = text.indexOf("\n", last); next >= 0 && next < at; next = text.indexOf("\n", last)) {
      line++;
      last = next + 1;
    }
    return line;
  };
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", "0": "\0", Z: "\x1a" };

/** Parses `('a', NULL, 1)`; null if it does not end. */
function readTuple(text: string, start: number): { values: (string | null)[]; end: number } | null {
  const values: (string | null)[] = [];
  let at = start + 1;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === ")") return { values, end: at + 1 };
    if (character === "," || /\s/.test(character)) {
      at++;
      continue;
    }
    if (character === "'" || character === '"') {
      const string = readString(text, at);
      if (string === null) return null;
      values.push(string.value);
      at = string.end;
    } else {
      let end = at;
      while (end < text.length && !/[,)]/.test(text[end] ?? "")) end++;
      const bare = text.slice(at, end).trim();
      values.push(/^null$/i.test(bare) ? null : bare);
      at = end;
    }
  }
  return null;
}

function readString(text: string, start: number): { value: string; end: number } | null {
  const quote = text[start];
  const parts: string[] = [];
  let at = start + 1;
  let from = at;
  while (at < text.length) {
    const character = text[at];
    if (character === "\\") {
      const escaped = text[at + 1] ?? "";
      parts.push(text.slice(from, at), ESCAPES[escaped] ?? escaped);
      at += 2;
      from = at;
    } else if (character === quote && text[at + 1] === quote) {
      parts.push(text.slice(from, at + 1));
      at += 2;
      from = at;
    } else if (character === quote) {
      parts.push(text.slice(from, at));
      return { value: parts.join(""), end: at + 1 };
    } else at++;
  }
  return null;
}

const COPY = /^COPY\s+(?:\w+\.)?"?(\w+)"?\s*\(([^)]*)\)\s+FROM\s+stdin;\s*$/i;

/** Returns the rows that `COPY … FROM stdin` puts into a table. */
export function readCopies(text: string, table: string): SqlRow[] {
  const rows: SqlRow[] = [];
  let columns: string[] | null = null;
  let isWanted = false;
  for (const [index, content] of text.split("\n").entries()) {
    if (columns === null) {
      const [, name, list = ""] = COPY.exec(content) ?? [];
      if (name === undefined) continue;
      columns = list.split(",").map((column) => column.trim().replaceAll('"', ""));
      isWanted = name === table;
    } else if (content === "\\.") columns = null;
    else if (isWanted) {
      const values = toValues(columns, content.split("\t").map(fromCopy));
      rows.push({ line: index + 1, text: content.slice(0, MOST_TEXT), values });
    }
  }
  return rows;
}

function fromCopy(cell: string): string | null {
  if (cell === "\\N") return null;
  return cell.replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);
}
