import { goesOn, selectMoves, type NotedMove } from "../../src/storage/operator/move.ts";
import { asD1 } from "../support/d1.ts";
import type { InstallationDatabase, InstallationDatabases } from "../support/installation-database.ts";

/** A move that goes on, and a database that knows it. */
export interface Moving {
  db: InstallationDatabase;
  move: NotedMove;
}

/** Lists the moves that go on, as each of their two databases knows them. */
export async function listMoves(databases: InstallationDatabases): Promise<Moving[]> {
  if (databases.length === 1) return [];
  const found: Moving[] = [];
  for (const db of databases) {
    const moves = await selectMoves(asD1(db));
    found.push(...moves.filter(goesOn).map((move) => ({ db, move })));
  }
  return found;
}

/** Finds the move of a workspace that goes on, with the database that it leaves; undefined if there is none. */
export async function findMove(
  databases: InstallationDatabases,
  workspaceId: string,
): Promise<Moving | undefined> {
  const moves = await listMoves(databases);
  return moves.find(({ move }) => move.workspaceId === workspaceId && move.state !== "arriving");
}
