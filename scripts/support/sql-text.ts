/** SQL with its parameters, null among them. */
export interface SqlWithParameters {
  sql: string;
  /** Numbered in `sql`: `?1` is the first. */
  parameters: (string | number | null)[];
}

/** Writes parameters into a statement, for a command line that cannot bind them. */
export function toSqlText({ sql, parameters }: SqlWithParameters): string {
  return `${sql.replace(/\?(\d+)/g, (_, number: string) => toLiteral(parameters[Number(number) - 1]))};`;
}

export function toLiteral(value: string | number | null | undefined): string {
  if (value === null) return "NULL";
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new Error("Only text without NUL and finite numbers can be written into SQL");
}
