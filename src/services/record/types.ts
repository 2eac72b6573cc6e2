import type { LinkRecord } from "../../domain/record.ts";

/** A record with the facts of its hostname that responses show. */
export interface RecordView {
  record: LinkRecord;
  /** True if the certificate is issued, so that the record's URL is https. */
  isHttps: boolean;
  tld: string;
  /** The number of visitors that are still let through; null without a limit, or if the counter does not answer. */
  clicksLeft?: number | null;
}
