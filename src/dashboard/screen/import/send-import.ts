import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { sendParts } from "../../api/send-parts.ts";
import { keepReport } from "./import-report.ts";
import { bringPages, takeBack } from "./bring-pages.ts";
import type { Reader } from "./reader/reader.ts";

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
 * change.
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
  async function* parts() {
    for (let isFirst = true; ; isFirst = false) {
      const part = await reader.ask({ kind: "part", isFirst, tags });
      if (part === null) return;
      yield part;
    }
  }
  const uploaded = await bringPages(reader);
  try {
    return await sendParts({
      path: "/changes",
      body,
      parts: parts(),
      onSent: ({ share }) => onShare(share),
      onComplete: async (id) => keepReport(id, { fileName, refused: await reader.ask({ kind: "refused" }) }),
      start: "plan",
      discard: (id) => call("POST", `/changes/${id}/stop`),
    });
  } catch (error) {
    await takeBack(uploaded);
    throw error;
  } finally {
    await refresh("changes");
  }
}
