import type { Reach } from "../../domain/reach.ts";
import { HOSTS_OF_UNDOS } from "../change/page.ts";
import { assertThat } from "../commit.ts";
import { hostsParameter, keyWithin, nameWithin } from "../reach.ts";
import { CLAIMS_THAT_SHOW } from "./appearance.ts";

/** Which stored files a caller who is limited to some hostnames may replace and delete (contract 27.9). */

/** A caller who writes stored files. */
export interface PageWriter {
  reach: Reach;
  /** The id of the token, or of the member who calls without one. A token is not its maker: its holder is limited. */
  id: string;
}

export function writerParameters({ reach, id }: PageWriter, name: string): (string | null)[] {
  return [reach.workspaceId, name, hostsParameter(reach), id];
}

/** The condition that a hostname outside the reach shows a file, or would show it after an undo. */
const IS_USED_BEYOND = `(?3 IS NOT NULL AND (
  EXISTS (SELECT 1 FROM (${CLAIMS_THAT_SHOW}) WHERE NOT ${keyWithin("host", "?3", "?1")})
  OR EXISTS (SELECT 1 FROM (${HOSTS_OF_UNDOS}) WHERE NOT ${nameWithin("name", "?3")})))`;

/** The condition that somebody else stored the content of a file that nothing shows. */
const IS_FOREIGN = `(?3 IS NOT NULL
  AND EXISTS (SELECT 1 FROM pages p WHERE p.workspace_id = ?1 AND p.name = ?2
    AND (p.stored_by IS NOT ?4 OR p.stored_at IS NOT p.updated_at))
  AND NOT EXISTS (${CLAIMS_THAT_SHOW}) AND NOT EXISTS (${HOSTS_OF_UNDOS}))`;

/** The condition that a caller may store or delete a file. Parameters: those of `writerParameters`. */
export const IS_WRITABLE = `NOT ${IS_USED_BEYOND} AND NOT ${IS_FOREIGN}`;

/** Returns why a caller may not write a file: a hostname elsewhere uses it, or it is somebody else's; null if they may. */
export async function selectWriteProblem(
  db: D1Database,
  writer: PageWriter,
  name: string,
): Promise<"used_beyond" | "foreign" | null> {
  return db
    .prepare(
      `SELECT CASE WHEN ${IS_USED_BEYOND} THEN 'used_beyond' WHEN ${IS_FOREIGN} THEN 'foreign' END AS problem`,
    )
    .bind(...writerParameters(writer, name))
    .first<"used_beyond" | "foreign" | null>("problem");
}

export function assertWritable(db: D1Database, writer: PageWriter, name: string): D1PreparedStatement {
  return assertThat(db, "stale_version", IS_WRITABLE, ...writerParameters(writer, name));
}
