import { call } from "../../api/client.ts";
import { toParts } from "../../api/parts.ts";
import { walkPatiently } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import { sendParts } from "../../api/send-parts.ts";
import type { Check, CheckRow } from "../../api/types.ts";

/**
 * Plans redirects for the URLs of a check that no record answers, as a change, which writes no record. A URL leads to the
 * destination that the check expects of it, and otherwise to the given one.
 * @returns the id of the change; null if each of the URLs has a record, which is only paused or expired
 * @throws ApiError
 */
export async function coverCheck({ id }: Check, destination: string): Promise<string | null> {
  const planned = new Map<string, string>();
  for await (const { data } of walkPatiently<CheckRow>(`/checks/${id}/rows`, {
    "filter[result]": "uncovered",
  })) {
    for (const row of data) {
      const source = toSource(row.url);
      if (isWithoutRecord(row) && !planned.has(source))
        planned.set(source, row.expected.location ?? destination);
    }
  }
  if (planned.size === 0) return null;
  const lines = Array.from(planned, ([url, to]) => JSON.stringify({ url, destination: to }));
  try {
    return await sendParts({
      path: "/changes",
      body: { mode: "create", upload: true },
      parts: toParts(lines),
      onSent: () => {},
      start: "plan",
      discard: (change) => call("POST", `/changes/${change}/stop`),
    });
  } finally {
    await refresh("changes");
  }
}

/** Says whether a redirect can be made of the URL of a row: no record has it, and its hostname is connected. */
export function isWithoutRecord({ result, record, reason }: CheckRow): boolean {
  return result === "uncovered" && record === null && reason !== "unknown-host";
}

/** Returns a URL as the source of a redirect, which has no scheme, query or fragment. */
export function toSource(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/[?#].*$/, "");
}
