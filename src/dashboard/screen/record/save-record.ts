import { call, callVersioned, refuseFields, type Versioned } from "../../api/client.ts";
import { keepAnswer } from "../../api/query.ts";
import type { HistoryEntry, LinkRecord } from "../../api/types.ts";
import { noteRecordChange } from "../../state/record-change.ts";
import { t } from "../../text/text.ts";
import { isLink, type RecordForm, toCreation } from "./record-form.ts";
import { findBadWeights } from "./routing-form.ts";

export function loadRecord(id: string, signal?: AbortSignal): Promise<Versioned<LinkRecord>> {
  return callVersioned("GET", `/links/${id}`, { signal });
}

/** Refuses weights at their own fields: the API has one text for all of them. @throws ApiError as the API does */
export function checkWeights(form: RecordForm): void {
  const paths = [
    ...findBadWeights(form),
    ...form.rules.flatMap((rule, index) => findBadWeights(rule).map((path) => `rules.${index}.${path}`)),
  ];
  refuseFields(Object.fromEntries(paths.map((path) => [path, [t("form.weightRefused")]])));
}

export type WrittenRecord = Pick<LinkRecord, "id" | "url" | "destination">;

/** @param keyOf makes the key of a call, so that a repeated one creates nothing else */
export async function createRecord(
  form: RecordForm,
  keyOf: (content: string) => string,
): Promise<WrittenRecord> {
  const isQr = form.handler === "qr";
  const path = isQr ? "/links" : isLink(form) ? "/link" : "/redirect";
  const body = { ...(isQr && { handler: "qr" }), ...toCreation(form) };
  const headers = { "Idempotency-Key": keyOf(JSON.stringify([path, body])) };
  const { data } = await call<{ data: [WrittenRecord] }>("POST", path, { body, headers });
  noteRecordChange({ kind: "other" });
  return data[0];
}

/** Writes changed fields, and returns the stored record. @throws ApiError 412 for another version */
export async function updateRecord(
  record: LinkRecord,
  change: object,
  etag: string | null,
): Promise<Versioned<LinkRecord>> {
  const path = `/${isLink(record) ? "link" : "redirect"}/${record.id}`;
  const headers: Record<string, string> = etag === null ? {} : { "If-Match": etag };
  const answer = await callVersioned<Partial<LinkRecord>>("PUT", path, { body: change, headers });
  // The record is saved, even if it cannot be read again. The answer lacks some members of lists.
  const written = await loadRecord(record.id).catch(() => ({
    body: { ...record, ...answer.body },
    etag: answer.etag,
  }));
  await keepAnswer(["record", record.id], written);
  noteRecordChange({ kind: "changed", record: written.body });
  return written;
}

/**
 * Returns the write that undoes a change: the previous values, in the names of the API. Returns null if none of them
 * can be restored. A password stays as it is, because old passwords are not stored.
 */
export function toUndo({ old }: Pick<HistoryEntry, "old">): Record<string, unknown> | null {
  const { password: _, destination, status, type, ...others } = old;
  const written: Record<string, unknown> = {
    ...others,
    ...(type !== undefined && type !== "html" && { type }),
    ...(status !== undefined && { status }),
    ...(destination !== undefined && { destinations: destination ?? [] }),
  };
  return Object.keys(written).length === 0 ? null : written;
}

/**
 * Returns the write that brings back what a record was before some entries of its history; null if there is nothing that
 * can be restored. @param later the entries, the newest first
 */
export function toReturn(later: readonly Pick<HistoryEntry, "old">[]): Record<string, unknown> | null {
  return toUndo({ old: Object.assign({}, ...later.map(({ old }) => old)) as HistoryEntry["old"] });
}
