import { say, sayValue } from "../../domain/refusal/say.ts";
import { showCode } from "./said.ts";
import { isLocalName } from "../../domain/hostname.ts";
import type * as v from "valibot";
import { isHeld } from "../../domain/host.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { HostView } from "../../services/host/types.ts";
import type { HostShape } from "../schema/host-shape.ts";

/** Converts a hostname to its JSON in the API (contract 10.1). */
export function toHostShape({
  host,
  createdBy,
  defaultRequire,
  require,
}: HostView): v.InferOutput<typeof HostShape> {
  return {
    host: host.name,
    held: isHeld(host),
    proof: host.proof,
    domain: host.domain,
    correct: host.isDnsCorrect,
    default_require: defaultRequire,
    require: require.map(sayValue),
    current: host.currentDns,
    errors: host.errors.map(({ updatedAtMs, reason, ...error }) => ({
      ...error,
      message: say(reason),
      message_code: showCode(reason),
      updated_at: formatTimestamp(updatedAtMs),
    })),
    counts: Object.entries(host.recordCounts)
      .filter(([, count]) => count > 0)
      .map(([handler, count]) => `${handler}:${count}`)
      .toSorted(),
    https_requested: host.isHttpsRequested,
    force_https: host.isHttpsForced,
    ssl_renews_at: formatTimestamp(host.certificateRenewsAtMs),
    ssl_issued_at: formatTimestamp(host.certificateIssuedAtMs),
    connected_via: host.connectedVia,
    connected_at: formatTimestamp(host.connectedAtMs),
    dns_verified_at: formatTimestamp(host.dnsVerifiedAtMs),
    created_by: createdBy,
    short_links_enabled: host.takesShortLinks,
    public: !isLocalName(host.name),
    notice: "",
    checked_at: formatTimestamp(host.checkedAtMs),
    expired_url: host.expiredUrl,
    not_found_url: host.notFoundUrl,
    hsts: host.hsts,
    misses: host.misses,
    branding: host.appearance.branding,
    pages: host.appearance.pages,
    is_preview_off: host.isPreviewOff,
    created_at: formatTimestamp(host.createdAtMs),
    updated_at: formatTimestamp(host.updatedAtMs),
  };
}
