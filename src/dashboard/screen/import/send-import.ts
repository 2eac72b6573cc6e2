import { call, callRaw } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import type { Change } from "../../api/types.ts";
import { keepReport } from "./import-report.ts";
import { bringPages, takeBack } from "./bring-pages.ts";
import type { Reader } from "./reader/reader.ts";

/** The options for sending rows. */
export interface ImportRequest {
  mode: "create" | "upsert" | "mirror";
  /** The label of the file, for a mirror and for records that a file manages. */
  owner: string;
  /** The hostnames of a mirror, whose records become equal to the file; empty for the hostnames of its rows. */
  hosts: string[];
  adopts: boolean;
  tags: string[];
}

/**
 * Sends the rows of the reader in parts, and plans them as a change, which writes no record. Returns the id of the
 * change. After an error the plan is deleted, because a workspace may have only three plans.
 * @param onShare receives the share of sent rows, from 0 to 1
 */
export async function sendImport(
  reader: Reader,
  fileName: string,
  { mode, owner, hosts, adopts, tags }: ImportRequest,
  onShare: (share: number) => void,
): Promise<string> {
  const body = {
    mode,
    upload: true,
    ...(mode === "mirror" && { owner: owner.trim(), adopt: adopts, ...(hosts.length > 0 && { hosts }) }),
  };
  const uploaded = await bringPages(reader);
  const { id } = await call<Change>("POST", "/changes", { body }).catch(async (error: unknown) => {
    await takeBack(uploaded);
    throw error;
  });
  try {
    for (let n = 1; ; n++) {
      const part = await reader.ask({ kind: "part", isFirst: n === 1, tags });
      if (part === null) break;
      const headers = { "Content-Type": "application/x-ndjson" };
      await callPatiently(() => callRaw("PUT", `/changes/${id}/parts/${n}`, { body: part.body, headers }));
      onShare(part.share);
    }
    keepReport(id, { fileName, refused: await reader.ask({ kind: "refused" }) });
    await call("POST", `/changes/${id}/plan`);
  } catch (error) {
    await call("POST", `/changes/${id}/stop`).catch(() => null);
    await takeBack(uploaded);
    throw error;
  } finally {
    await refresh("changes");
  }
  return id;
}
