import { collect, read, walk, type Api } from "../api.ts";
import { listRows, type Change } from "./change.ts";

/** Records that were edited since the file was last applied, and whose edits the plan would revert. */

/** The number of records that are compared; a larger plan is not about single edits. */
const MAX_RECORDS = 1_000;
const IDS_A_CALL = 40;
const UNDO_MS = 30 * 24 * 60 * 60 * 1_000;

export interface Edit {
  url: string;
  editedAt: string;
}

/** Finds the edits that a plan of a file would revert. Null if the file was never applied. */
export async function findDrift(api: Api, planned: Change): Promise<Edit[] | null> {
  const appliedAtMs = await findLastApplied(api, planned);
  if (appliedAtMs === null) return null;
  const rows = [
    ...(await listRows(api, planned.id, "changed", MAX_RECORDS)),
    ...(await listRows(api, planned.id, "deleted", MAX_RECORDS)),
  ];
  const ids = rows.flatMap(({ id }) => id ?? []).slice(0, MAX_RECORDS);
  const edits: Edit[] = [];
  for (let at = 0; at < ids.length; at += IDS_A_CALL) {
    const query = { "filter[id]": ids.slice(at, at + IDS_A_CALL).join(","), per_page: String(IDS_A_CALL) };
    const links = await collect(walk((cursor) => read(api.links.$get({ query: { ...query, ...cursor } }))));
    for (const { url, updated_at: editedAt } of links) {
      if (Date.parse(editedAt) > appliedAtMs) edits.push({ url, editedAt });
    }
  }
  return edits;
}

/** Returns when the rows of an owner were applied last: an undo is possible for 30 days from then on. */
async function findLastApplied(api: Api, { id, owner }: Change): Promise<number | null> {
  for await (const change of walk((cursor) =>
    read(api.changes.$get({ query: { per_page: "100", ...cursor } })),
  )) {
    const isApplied = change.state === "applied" || change.state === "stopped";
    if (change.id === id || change.owner !== owner || change.kind !== "mirror" || !isApplied) continue;
    return change.undo_until === null
      ? Date.parse(change.created_at)
      : Date.parse(change.undo_until) - UNDO_MS;
  }
  return null;
}
