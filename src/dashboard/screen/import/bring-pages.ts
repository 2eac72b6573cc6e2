import { bytesOf, sortPages } from "../../../import/sort-pages.ts";
import { ApiError, call, callRaw } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import type { Reader } from "./reader/reader.ts";

/**
 * Uploads the pages of an export that the workspace lacks, before the plan, which is made of pages that are there. No
 * visitor sees them before a record shows them. Returns their names. Rows whose page is another one here are refused.
 */
export async function bringPages(reader: Reader): Promise<string[]> {
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
export async function takeBack(uploaded: readonly string[]): Promise<void> {
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
