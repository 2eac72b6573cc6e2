import { formatTimestamp } from "../../domain/timestamp.ts";
import type * as v from "valibot";
import type { HostShape } from "../schema/host-shape.ts";
import type { HostView } from "../../services/hosts/view.ts";

/** The shape of a hostname on the wire (contract 10.1). */
export function toHostShape({
  row,
  createdBy,
  defaultRequire,
  require,
  counts,
}: HostView): v.InferOutput<typeof HostShape> {
  return {
    host: row.name,
    held: row.waiting_since === null,
    proof: row.proof,
    domain: row.domain,
    correct: row.correct === 1,
    default_require: defaultRequire,
    require,
    current: JSON.parse(row.current) as string[],
    errors: JSON.parse(row.errors) as v.InferOutput<typeof HostShape>["errors"],
    counts,
    https_requested: row.https_requested === 1,
    force_https: row.force_https === 1,
    ssl_renews_at: moment(row.ssl_renews_at),
    ssl_issued_at: moment(row.ssl_issued_at),
    connected_via: row.connected_via,
    connected_at: formatTimestamp(row.connected_at),
    dns_verified_at: moment(row.dns_verified_at),
    created_by: createdBy,
    short_links_enabled: row.short_links_enabled === 1,
    public: !row.name.endsWith(".localhost"),
    notice: "",
    checked_at: moment(row.checked_at),
    expired_url: row.expired_url,
    not_found_url: row.not_found_url,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  };
}

function moment(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}
