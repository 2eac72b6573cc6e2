import type { LinkRecord } from "../../../domain/record.ts";
import type { Hostname } from "../../../domain/host.ts";

/** A record with the facts of its hostname that its answers show. */
export interface RecordView {
  record: LinkRecord;
  /** The certificate is issued: the record's URL is https. */
  isHttps: boolean;
  tld: string;
}

export function toView(record: LinkRecord, host: Hostname): RecordView {
  return { record, isHttps: host.certificateIssuedAtMs !== null, tld: host.tld };
}
