import type { PlainStatement } from "../../src/storage/statement.ts";
import { toSqlText } from "../support/sql-text.ts";
import type { Api } from "./api.ts";

type Row = Record<string, string | number | null>;

/** The deployed database, asked through Cloudflare's API. */
export interface DeployedDatabase {
  rows(sql: string): Promise<Row[]>;
  write(statements: PlainStatement[]): Promise<void>;
}

export function connectDatabase(api: Api, accountId: string, databaseId: string): DeployedDatabase {
  const query = (sql: string) =>
    api.call<{ results: Row[] }[]>("POST", `/accounts/${accountId}/d1/database/${databaseId}/query`, { sql });
  return {
    async rows(sql) {
      const answers = await query(sql.replaceAll(/\s+/g, " ").trim());
      return answers.flatMap(({ results }) => results);
    },
    // All statements of a call are one transaction.
    async write(statements) {
      await query(statements.map(toSqlText).join(" "));
    },
  };
}
