import type { PlainStatement } from "../../src/storage/statement.ts";
import { toSqlText } from "../support/sql-text.ts";
import type { Api } from "./api.ts";

export type Row = Record<string, string | number | null>;

export interface StatementResult {
  results: Row[];
  /** `size_after` is the size of the database in bytes. */
  meta: { changes: number; size_after: number };
}

interface Answer {
  results?: Row[];
  meta?: Partial<StatementResult["meta"]>;
}

/** The deployed database, asked through Cloudflare's API. */
export interface DeployedDatabase {
  rows(sql: string): Promise<Row[]>;
  write(statements: PlainStatement[]): Promise<void>;
}

export function connectDatabase(api: Api, accountId: string, databaseId: string): DeployedDatabase {
  const run = (sql: string) => runSql(api, accountId, databaseId, sql);
  return {
    async rows(sql) {
      const answers = await run(sql.replaceAll(/\s+/g, " ").trim());
      return answers.flatMap(({ results }) => results);
    },
    async write(statements) {
      await run(statements.map(toSqlText).join(" "));
    },
  };
}

/**
 * Runs all statements of the text in one transaction, or none.
 * @returns a result for each statement
 * @throws ApiError if Cloudflare refuses it, CommandError if it does not answer
 */
export async function runSql(
  api: Api,
  accountId: string,
  databaseId: string,
  sql: string,
): Promise<StatementResult[]> {
  const path = `/accounts/${accountId}/d1/database/${databaseId}/query`;
  const answers = await api.call<Answer[]>("POST", path, { sql });
  return answers.map(({ results = [], meta: { changes = 0, size_after = 0 } = {} }) => ({
    results,
    meta: { changes, size_after },
  }));
}
