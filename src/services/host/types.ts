import type { HostRow } from "../../storage/host/write.ts";

/** A hostname with what its answers show beside its row. */
export interface HostView {
  row: HostRow;
  createdBy: { id: string; name: string };
  defaultRequire: "cname" | "a";
  /** DNS records that the hostname needs, as text. */
  require: string[];
  /** `<handler>:<number>` */
  counts: string[];
}
