import { setTimeout as delay } from "node:timers/promises";
import { LOG_IN, readCredential } from "../deploy/account.ts";
import { ApiError, CLOUDFLARE_API, connectApi, type Api } from "../deploy/api.ts";
import { runSql, type StatementResult } from "../deploy/database.ts";
import { CommandError } from "./command.ts";
import { toSqlText, type SqlWithParameters } from "./sql-text.ts";

/** The databases of an account, by Cloudflare's API: wrangler would start for seconds at each query. */
export interface AccountDatabases {
  /** Returns the id of the database of that name. Throws CommandError. */
  find(name: string): Promise<string>;
  /** Runs all statements on a database in one transaction, or none. Throws CommandError. */
  run(id: string, statements: SqlWithParameters[]): Promise<StatementResult[]>;
}

/** Cloudflare takes 1,200 calls in five minutes. */
const BUSY_SECONDS = 20;
const BUSY_LIMIT = 20;

export async function connectDatabases(account: string, env: NodeJS.ProcessEnv): Promise<AccountDatabases> {
  let api = await connect(env);
  return {
    async find(name) {
      const path = `/accounts/${account}/d1/database?name=${encodeURIComponent(name)}`;
      const found = (await api.list<{ uuid: string; name: string }>(path)).find((one) => one.name === name);
      if (found === undefined) throw new CommandError(`The account has no D1 database ${name}.`);
      return found.uuid;
    },
    async run(id, statements) {
      const sql = statements.map(toSqlText).join(" ");
      for (let attempt = 0; ; attempt++) {
        try {
          return await runSql(api, account, id, sql);
        } catch (error) {
          if (!(error instanceof ApiError) || attempt === BUSY_LIMIT) throw error;
          if (error.status === 429) await delay(BUSY_SECONDS * 1_000);
          // What wrangler signs in with lasts for an hour.
          else if (error.isForbidden && attempt === 0) api = await connect(env);
          else throw error;
        }
      }
    },
  };
}

/** Connects with the login or token of wrangler. Throws CommandError if there is none. */
export async function connect(env: NodeJS.ProcessEnv): Promise<Api> {
  const credential = await readCredential(env);
  if (credential === null) throw new CommandError(LOG_IN);
  return connectApi(credential, env["CLOUDFLARE_API_BASE_URL"] || CLOUDFLARE_API);
}
