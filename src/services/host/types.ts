import type { Hostname } from "../../domain/host.ts";

/** A hostname with what the API shows besides its own fields. */
export interface HostView {
  host: Hostname;
  createdBy: { id: string; name: string };
  defaultRequire: "cname" | "a";
  /** DNS records that the hostname needs, as text. */
  require: string[];
}
