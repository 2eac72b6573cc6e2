import { ApiError, call, callRaw, type Query } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { sendParts } from "../../api/send-parts.ts";
import { keepReport } from "./import-report.ts";
import type { Reader } from "./reader/reader.ts";
import { bytesOf, sortPages } from "../../../import/sort-pages.ts";
import { callPatiently } from "../../api/patient.ts";

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
 * @param rowHosts the hostnames of the rows
 * @param onShare receives the share of sent rows, from 0 to 1
 */
export async function sendImport(
  reader: Reader,
  label: string | undefined,
  { mode, owner, hosts, adopts, tags }: ImportRequest,
  rowHosts: readonly string[],
  onShare: (share: number) => void,
): Promise<string> {
  const body = {
    mode,
    upload: true,
    label,
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
      onComplete: async (id) => {
        const refused = await reader.ask({ kind: "refused" });
        const odd = await reader.ask({ kind: "odd" });
        keepReport(id, { refused, total: refused.length, odd, filter: toFilter(tags, rowHosts) });
      },
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

/** Returns the closest filter of the list for the records of an import: a tag that all of them have, else their hostname. */
function toFilter([tag]: readonly string[], [host, ...others]: readonly string[]): Query {
  if (tag !== undefined) return { tags: tag };
  return others.length === 0 ? { host } : {};
}

/**
 * Uploads the pages of an export that the workspace lacks, before the plan, which is made of pages that are there. No
 * visitor sees them before a record shows them. Returns their names. Rows whose page is another one here are refused.
 */
async function bringPages(reader: Reader): Promise<string[]> {
  const { missing, differing } = await sortPages(await reader.ask({ kind: "pages" }), readPage);
  if (differing.length > 0) await reader.ask({ kind: "differing", pages: differing });
  const uploaded: string[] = [];
  try {
    for (const page of missing) {
      const headers = { "Content-Type": page.type };
      await callPatiently(() =>
        callRaw("PUT", `/files/${encodeURIComponent(page.name)}`, {
          body: bytesOf(page) as BodyInit,
          headers,
        }),
      );
      uploaded.push(page.name);
    }
  } catch (error) {
    await takeBack(uploaded);
    throw error;
  }
  return uploaded;
}

/** Deletes uploaded pages, which nothing shows yet. */
async function takeBack(uploaded: readonly string[]): Promise<void> {
  for (const name of uploaded) await call("DELETE", `/files/${encodeURIComponent(name)}`).catch(() => null);
}

async function readPage(name: string): Promise<{ type: string; bytes: Uint8Array } | null> {
  try {
    const response = await callPatiently(() => callRaw("GET", `/files/${encodeURIComponent(name)}`));
    const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";");
    return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
