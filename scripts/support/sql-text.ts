import type { PlainStatement } from "../../src/storage/statement.ts";

/** A statement with its parameters written into it, for a command line that binds none. */
export function toSqlText({ sql, parameters }: PlainStatement): string {
  return `${sql.replace(/\?(\d+)/g, (_, number: string) => toLiteral(parameters[Number(number) - 1]))};`;
}

export function toLiteral(value: string | number | undefined): string {
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new Error("Only text without NUL and finite numbers can be written into SQL");
}
