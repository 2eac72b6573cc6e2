import type { NeededRecord } from "../../domain/dns-records.ts";
import type { Host } from "../../domain/host.ts";

/** A hostname with the further facts that the API shows. */
export interface HostView {
  host: Host;
  createdBy: { id: string; name: string };
  defaultRequire: "cname" | "a";
  require: NeededRecord[];
}
