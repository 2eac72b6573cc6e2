import { goesOn, SELECT_MOVES, type NotedMove } from "../../src/storage/operator/move.ts";
import { readColumns } from "../../src/storage/backup/read.ts";
import { CommandError } from "../support/command.ts";
import type { BackupDatabase } from "./database.ts";

/**
 * Refuses a backup while a workspace moves between databases: its rows would be in two files, or in none (contract 39.8).
 * @returns which moves the databases have known so far, as a text that differs once another one has begun
 * @throws CommandError that names the workspace
 */
export async function requireNoMove(databases: BackupDatabase[]): Promise<string> {
  const known: string[] = [];
  for (const { title, query } of databases) {
    // A database of an older release has no such table.
    if ((await readColumns(query, "moves")).length === 0) continue;
    const moves = (await query(SELECT_MOVES)) as unknown as NotedMove[];
    const move = moves.find(goesOn);
    if (move !== undefined) {
      const what = move.state === "arriving" ? "is arriving in" : "is leaving";
      throw new CommandError(
        `There is no backup while a workspace moves: ${move.workspaceId} ${what} this database, or has just done so. ` +
          `${title} has rows that another one has as well. Try again within half an hour.`,
      );
    }
    known.push(...moves.map(({ id }) => id));
  }
  return known.toSorted().join();
}
