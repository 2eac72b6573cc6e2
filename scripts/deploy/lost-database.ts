import { CommandError } from "../support/command.ts";
import { readBindings } from "./adopt.ts";
import type { Api } from "./api.ts";
import { connectDatabase } from "./database.ts";

/** Workspaces that a refusal names. */
const NAMES_SHOWN = 5;

/**
 * Refuses what would take a database with workspaces from the deployed Worker: for these it would answer nobody.
 * @param kept the bindings of the databases that it would have
 * @param advice what to do instead, as a sentence
 * @throws CommandError that names the workspaces
 */
export async function refuseLostDatabases(
  { api, accountId, worker }: { api: Api; accountId: string; worker: string },
  kept: string[],
  advice: string,
): Promise<void> {
  const bindings = (await readBindings(api, accountId, worker)) ?? [];
  for (const { type, name: binding, database_id, id = database_id } of bindings) {
    if (type !== "d1" || !/^DB_\d\d$/.test(binding) || kept.includes(binding) || id === undefined) continue;
    const rows = await connectDatabase(api, accountId, id).rows("SELECT name FROM workspaces ORDER BY id");
    if (rows.length === 0) continue;
    const shown = rows.slice(0, NAMES_SHOWN).map(({ name }) => name);
    const more = rows.length > NAMES_SHOWN ? ` and ${rows.length - NAMES_SHOWN} more` : "";
    throw new CommandError(
      `Nothing was changed: the Worker would lose the database ${binding}, in which workspaces are: ` +
        `${shown.join(", ")}${more}. ${advice}`,
    );
  }
}
