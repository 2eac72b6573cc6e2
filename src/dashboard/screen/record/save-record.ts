import { call, callVersioned } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
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

/**
 * Writes only the changed fields, and returns the record afterwards. @throws ApiError 412 if the
 * record is no longer the version that was read
 * @param record null for a new record
 */
export async function saveRecord(
  record: LinkRecord | null,
  form: RecordForm,
  first: RecordForm,
  etag: string | null,
): Promise<LinkRecord> {
  const id = record === null ? await create(form) : await update(record, form, first, etag);
  return (await loadRecord(id)).record;
}

async function create(form: RecordForm): Promise<string> {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const isQr = form.handler === "qr";
  const path = isQr ? "/links" : isLink(form) ? "/link" : "/redirect";
  const body = { ...(isQr && { handler: "qr" }), ...toCreation(form) };
  const { data } = await call<{ data: { id: string }[] }>("POST", path, { body, headers });
  return data[0]?.id ?? "";
}

async function update(
  record: LinkRecord,
  form: RecordForm,
  first: RecordForm,
  etag: string | null,
): Promise<string> {
  const path = `/${isLink(form) ? "link" : "redirect"}/${record.id}`;
  const body = toChange(form, first);
  if (Object.keys(body).length > 0) {
    await call("PUT", path, { body, headers: etag === null ? {} : { "If-Match": etag } });
  }
  return record.id;
}
