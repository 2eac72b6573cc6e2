import { call, callVersioned } from "../../api/client.ts";
import { keepAnswer } from "../../api/query.ts";
import type { LinkRecord } from "../../api/types.ts";
import { noteRecordChange } from "../../state/record-change.ts";
import { isLink, toChange, toCreation, type RecordForm } from "./record-form.ts";

/** A record with its version. */
export interface Loaded {
  record: LinkRecord;
  etag: string | null;
}

export async function loadRecord(id: string, signal?: AbortSignal): Promise<Loaded> {
  const options = signal === undefined ? {} : { signal };
  const { body, etag } = await callVersioned<LinkRecord>("GET", `/links/${id}`, options);
  return { record: body, etag };
}

/** The members of a record that its creation answers. */
export type WrittenRecord = Pick<LinkRecord, "id" | "url">;

/**
 * Creates a record.
 * @param keyOf makes the key of a call, so that a repeated one creates nothing else
 */
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

/**
 * Writes only the changed fields, and returns the stored record. @throws ApiError 412 if the record is no longer the version that was read
 */
export async function updateRecord(
  record: LinkRecord,
  form: RecordForm,
  first: RecordForm,
  etag: string | null,
): Promise<Loaded> {
  const path = `/${isLink(form) ? "link" : "redirect"}/${record.id}`;
  const body = toChange(form, first);
  if (Object.keys(body).length === 0) return { record, etag };
  const headers: Record<string, string> = etag === null ? {} : { "If-Match": etag };
  const answer = await callVersioned<Partial<LinkRecord>>("PUT", path, { body, headers });
  // The record is saved, even if it cannot be read again. The answer lacks some members of lists.
  const written = await loadRecord(record.id).catch(() => ({
    record: { ...record, ...answer.body },
    etag: answer.etag,
  }));
  await keepAnswer(["record", record.id], written);
  noteRecordChange({ kind: "changed", record: written.record });
  return written;
}
