import { goesOn, SELECT_MOVES, type NotedMove } from "../../src/storage/operator/move.ts";
import { CommandError } from "../support/command.ts";
import { callOrNull, type Api } from "./api.ts";
import { connectDatabase } from "./database.ts";

/**
 * Refuses to deploy while a workspace moves between databases: a migration could change a table of which one half is copied
 * (contract 39.8).
 * @param databases those that the Worker has, with the id of each that is made
 * @throws CommandError that names the workspace
 */
export async function refuseMovingWorkspace(
  api: Api,
  accountId: string,
  databases: { binding: string; id?: string | undefined }[],
): Promise<void> {
  if (databases.length === 1) return;
  for (const { binding, id } of databases) {
    if (id === undefined) continue;
    const read = () => connectDatabase(api, accountId, id).rows(SELECT_MOVES.sql);
    // An older or new database has no such table.
    const rows = (await callOrNull(read, ({ status }) => status < 500)) ?? [];
    const move = (rows as unknown as NotedMove[]).find(goesOn);
    if (move === undefined) continue;
    const { workspaceId, state, other } = move;
    const tell = {
      arriving: `is arriving in ${binding} from ${other}. Wait until it has`,
      left: `has left ${binding} for ${other}, and its old rows are not deleted yet. Wait half an hour`,
    }[state as string];
    throw new CommandError(
      `Nothing was changed: the workspace ${workspaceId} ${tell ?? `is moving from ${binding} to ${other}. Wait until it has arrived`}, ` +
        `or take a move back with npm run workspace -- move ${workspaceId} --cancel --remote. A new version may have other tables than those that are half copied.`,
    );
  }
}
