import { call } from "../../api/client.ts";
import { toParts } from "../../api/parts.ts";
import { walkPatiently } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import { sendParts } from "../../api/send-parts.ts";
import type { Check, CheckRow } from "../../api/types.ts";
import { formatMoment } from "../../component/moment.tsx";
import { t } from "../../text/text.ts";
import { planChange } from "../records/plan-change.tsx";

/** Repairs of what a check found. Each plans a change, which writes no record, and returns the address that shows it. */

/** What can be done about the URLs of a check that lead nowhere. */
export interface Uncovered {
  /** The sources that no record has, each with the destination that the check expects of it. */
  redirects: Map<string, string | null>;
  /** The ids of records that are paused or expired, or lead nowhere. */
  records: string[];
  /** URLs of hostnames that are not connected. */
  foreign: number;
}

/** @throws ApiError */
export async function readUncovered(check: Check): Promise<Uncovered> {
  const redirects: Uncovered["redirects"] = new Map();
  const records = new Set<string>();
  let foreign = 0;
  for (const row of await readRows(check, "uncovered")) {
    if (row.record !== null) records.add(row.record);
    else if (!isWithoutRecord(row)) foreign++;
    else if (!redirects.has(toSource(row.url))) redirects.set(toSource(row.url), row.expected.location);
  }
  return { redirects, records: [...records], foreign };
}

/**
 * Plans a redirect for each source: to the destination that the check expects, and otherwise to the given one.
 * @throws ApiError
 */
export async function planRedirects(
  check: Check,
  redirects: Uncovered["redirects"],
  destination: string,
): Promise<string> {
  const lines = Array.from(redirects, ([url, to]) => JSON.stringify({ url, destination: to ?? destination }));
  try {
    const id = await sendParts({
      path: "/changes",
      body: { mode: "create", upload: true, label: labelOf(check) },
      parts: toParts(lines),
      onSent: () => {},
      start: "plan",
      discard: (change) => call("POST", `/changes/${change}/stop`),
    });
    return withWayBack(`/changes/${id}`, check);
  } finally {
    await refresh("changes");
  }
}

/** Plans that records lead to a destination, and answer: none is paused or expired any more. @throws ApiError */
export async function planDestination(check: Check, ids: string[], destination: string): Promise<string> {
  const set = { destination, status: "active", expires: null };
  return withWayBack(await planChange({ ids }, { set, label: labelOf(check) }), check);
}

/** Plans that temporary redirects become permanent, as the check expects. Null if no record makes them. @throws ApiError */
export async function planPermanent(check: Check): Promise<string | null> {
  const rows = await readRows(check, "temporary");
  const ids = [...new Set(rows.flatMap(({ record }) => record ?? []))];
  if (ids.length === 0) return null;
  const type = rows.every(({ expected }) => expected.status === 308) ? "308" : "301";
  return withWayBack(await planChange({ ids }, { set: { type }, label: labelOf(check) }), check);
}

async function readRows({ id }: Check, result: CheckRow["result"]): Promise<CheckRow[]> {
  const rows: CheckRow[] = [];
  const pages = walkPatiently<CheckRow>(`/checks/${id}/rows`, { "filter[result]": result });
  for await (const { data } of pages) rows.push(...data);
  return rows;
}

const labelOf = ({ created_at }: Check) => t("check.title", { at: formatMoment(created_at) });

const withWayBack = (href: string, { id }: Check) => `${href}?check=${id}`;

/** Says whether a redirect can be made of the URL of a row: no record has it, and its hostname is connected. */
export function isWithoutRecord({ result, record, reason }: CheckRow): boolean {
  return result === "uncovered" && record === null && reason !== "unknown-host";
}

/** Returns a URL as the source of a redirect, which has no scheme, query or fragment. */
export function toSource(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/[?#].*$/, "");
}
