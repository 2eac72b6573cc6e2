import { setTimeout as delay } from "node:timers/promises";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { ApiError, CLOUDFLARE_API, connectApi, type Api } from "../deploy/api.ts";
import { LOG_IN, readCredential } from "../deploy/account.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { CommandError } from "../support/command.ts";
import { toSqlText } from "../support/sql-text.ts";

/** Reads a deployed database by Cloudflare's API: a backup has a hundred queries, and wrangler starts for seconds. */

type Row = Record<string, unknown>;

/** Cloudflare takes 1,200 calls in five minutes. */
const BUSY_SECONDS = 20;
const BUSY_LIMIT = 20;

/**
 * Returns the id of a deployed database, and a function that runs a query on it.
 * @param name that of a database of the account; null for that of the installation
 * @throws CommandError
 */
export async function openDeployedDatabase(
  name: string | null,
  env: NodeJS.ProcessEnv,
): Promise<{ id: string; query(statement: PlainStatement): Promise<Row[]> }> {
  const path = currentSettingsPath(env);
  const { account_id: account, d1_database_id: own } = (await readSettings(path)) ?? {};
  if (account === undefined || own === undefined) {
    // A deployment would make a workspace, and a restore needs an empty database.
    throw new CommandError(
      `${path} lacks ${account === undefined ? "account_id" : "d1_database_id"}. ` +
        "Add it, or name the settings of the installation in SIGNPOST_SETTINGS.",
    );
  }
  let api = await connect(env);
  const id = name === null ? own : await findDatabase(api, account, name);
  const query = async (statement: PlainStatement): Promise<Row[]> => {
    const call = () =>
      api.call<{ results: Row[] }[]>("POST", `/accounts/${account}/d1/database/${id}/query`, {
        sql: toSqlText(statement),
      });
    for (let attempt = 0; ; attempt++) {
      try {
        return (await call()).flatMap(({ results }) => results);
      } catch (error) {
        if (!(error instanceof ApiError) || attempt === BUSY_LIMIT) throw error;
        if (error.status === 429) await delay(BUSY_SECONDS * 1_000);
        // What wrangler signs in with lasts for an hour.
        else if (error.isForbidden && attempt === 0) api = await connect(env);
        else throw error;
      }
    }
  };
  return { id, query };
}

export async function connect(env: NodeJS.ProcessEnv): Promise<Api> {
  const credential = await readCredential(env);
  if (credential === null) throw new CommandError(LOG_IN);
  return connectApi(credential, env["CLOUDFLARE_API_BASE_URL"] || CLOUDFLARE_API);
}

async function findDatabase(api: Api, account: string, name: string): Promise<string> {
  const path = `/accounts/${account}/d1/database?name=${encodeURIComponent(name)}`;
  const found = (await api.list<{ uuid: string; name: string }>(path)).find((one) => one.name === name);
  if (found === undefined) throw new CommandError(`The account has no D1 database ${name}.`);
  return found.uuid;
}
