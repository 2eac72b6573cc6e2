import { listVersions, type Deployment } from "../prove/step/rollback.ts";
import { connect } from "../support/account-database.ts";
import { requireDeployed } from "../support/installation.ts";
import { callOrNull } from "./api.ts";
import { refuseLostDatabases } from "./lost-database.ts";

const VERSION = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=@|$)/;

const ADVICE =
  "Go back only to a version that has this database, or delete these workspaces first (npm run workspace).";

/**
 * Refuses to activate a version of the Worker without a database in which workspaces are, such as one from before the
 * installation had several. Other commands of wrangler pass.
 * @param args the command line of wrangler
 * @throws CommandError that names the workspaces
 */
export async function refuseRollback(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [command, verb] = args;
  if (command !== "rollback" && !(command === "versions" && verb === "deploy")) return;
  const {
    account_id: accountId,
    name: worker,
    further_database_ids: further = [],
  } = await requireDeployed(env);
  if (further.length === 0) return;
  const api = await connect(env);
  const script = `/accounts/${accountId}/workers/scripts/${worker}`;
  const named = args.flatMap((arg) => VERSION.exec(arg)?.[0] ?? []);
  const readPrevious = async () => {
    const path = `${script}/deployments`;
    const { deployments = [] } = await api.call<{ deployments?: Deployment[] }>("GET", path);
    return listVersions(deployments).slice(1, 2);
  };
  for (const id of named.length > 0 ? named : await readPrevious()) {
    const version = await callOrNull(() =>
      api.call<{ resources?: { bindings?: { name: string }[] } }>("GET", `${script}/versions/${id}`),
    );
    // Wrangler tells that there is no such version.
    if (version === null) continue;
    const kept = (version.resources?.bindings ?? []).map(({ name: binding }) => ({ binding }));
    await refuseLostDatabases({ api, accountId, worker }, kept, ADVICE);
  }
}
