import type { LinkRecord } from "../../../domain/record.ts";
import type { HostRow } from "../../../storage/host/write.ts";

/** A record with the facts of its hostname that its answers show. */
export interface RecordView {
  record: LinkRecord;
  /** The certificate is issued: the record's URL is https. */
  isHttps: boolean;
  tld: string;
}

export function toView(record: LinkRecord, host: HostRow): RecordView {
  return { record, isHttps: host.ssl_issued_at !== null, tld: host.tld };
}
