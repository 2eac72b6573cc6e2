import { setTimeout as delay } from "node:timers/promises";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { ApiError, CLOUDFLARE_API, connectApi, type Api } from "../deploy/api.ts";
import { LOG_IN, readCredential } from "../deploy/account.ts";
import { listDatabases } from "../deploy/wrangler-config.ts";
import { currentSettingsPath, readSettings } from "../deploy/settings-file.ts";
import { CommandError } from "../support/command.ts";
import { DATABASE_BINDING } from "../support/project.ts";
import { toSqlText } from "../support/sql-text.ts";

/** Reads a deployed database by Cloudflare's API: a backup has a hundred queries, and wrangler starts for seconds. */

type Row = Record<string, unknown>;

/** Cloudflare takes 1,200 calls in five minutes. */
const BUSY_SECONDS = 20;
const BUSY_LIMIT = 20;

interface DeployedDatabase {
  binding: string;
  id: string;
  /** Runs a query on it. */
  query(statement: PlainStatement): Promise<Row[]>;
}

/**
 * Returns the deployed databases, the first one first.
 * @param name that of one database of the account, which stands for the first; null for those of the installation
 * @throws CommandError
 */
export async function openDeployedDatabases(
  name: string | null,
  env: NodeJS.ProcessEnv,
): Promise<DeployedDatabase[]> {
  const path = currentSettingsPath(env);
  const settings = (await readSettings(path)) ?? {};
  const { account_id: account, d1_database_id: own } = settings;
  if (account === undefined || own === undefined) {
    // A deployment would make a workspace, and a restore needs an empty database.
    throw new CommandError(
      `${path} lacks ${account === undefined ? "account_id" : "d1_database_id"}. ` +
        "Add it, or name the settings of the installation in SIGNPOST_SETTINGS.",
    );
  }
  let api = await connect(env);
  const query = async (id: string, statement: PlainStatement): Promise<Row[]> => {
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
  const open = (binding: string, id: string): DeployedDatabase => ({
    binding,
    id,
    query: (statement) => query(id, statement),
  });
  if (name !== null) return [open(DATABASE_BINDING, await findDatabase(api, account, name))];
  return listDatabases({ ...settings, name: settings.name ?? "" }).flatMap(({ binding, id }) =>
    id === undefined ? [] : open(binding, id),
  );
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
