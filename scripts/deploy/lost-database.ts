import { CommandError } from "../support/command.ts";
import { readBindings } from "./adopt.ts";
import { callOrNull, type Api } from "./api.ts";
import { connectDatabase } from "./database.ts";

/** Workspaces that a refusal names. */
const NAMES_SHOWN = 5;

interface KeptDatabase {
  binding: string;
  /** Undefined if it is not made yet, or not known. */
  id?: string | undefined;
}

/**
 * Refuses what would take a database from the deployed Worker whose workspaces no other one has: for these it would answer
 * nobody. After a restore into fewer databases the others have them.
 * @param kept the databases that it would have
 * @param advice what to do instead, as a sentence
 * @throws CommandError that names the workspaces
 */
export async function refuseLostDatabases(
  { api, accountId, worker }: { api: Api; accountId: string; worker: string },
  kept: KeptDatabase[],
  advice: string,
): Promise<void> {
  const bindings = (await readBindings(api, accountId, worker)) ?? [];
  for (const { type, name: binding, database_id, id = database_id } of bindings) {
    const isKept = kept.some((one) => one.binding === binding);
    if (type !== "d1" || !/^DB_\d\d$/.test(binding) || isKept || id === undefined) continue;
    const all = await connectDatabase(api, accountId, id).rows("SELECT id, name FROM workspaces ORDER BY id");
    if (all.length === 0) continue;
    const elsewhere = await readWorkspaces(api, accountId, kept);
    const rows = all.filter((row) => !elsewhere.has(row["id"]));
    if (rows.length === 0) continue;
    const shown = rows.slice(0, NAMES_SHOWN).map(({ name }) => name);
    const more = rows.length > NAMES_SHOWN ? ` and ${rows.length - NAMES_SHOWN} more` : "";
    throw new CommandError(
      `Nothing was changed: the Worker would lose the database ${binding}, in which workspaces are: ` +
        `${shown.join(", ")}${more}. ${advice}`,
    );
  }
}

async function readWorkspaces(api: Api, accountId: string, kept: KeptDatabase[]): Promise<Set<unknown>> {
  const ids = new Set<unknown>();
  for (const { id: database } of kept) {
    if (database === undefined) continue;
    const read = () => connectDatabase(api, accountId, database).rows("SELECT id FROM workspaces");
    // A new one has no tables yet.
    for (const { id } of (await callOrNull(read, ({ status }) => status < 500)) ?? []) ids.add(id);
  }
  return ids;
}
