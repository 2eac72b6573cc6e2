import type { Field } from "./field.ts";

/** The fields of a hostname, each once, in the order of answers (contract 10.1). */
export const HOST_FIELDS = {
  /** The hostname as an A-label in lower case; a wildcard starts with `*.`. */
  name: { kind: "text", column: "name", api: "host" },
  held: { kind: "computed", api: "held" },
  /** The proof that the last check found; null if it found none. */
  proof: { kind: "proof", column: "proof", api: "proof" },
  /** The registrable domain of the name. */
  domain: { kind: "text", column: "domain", api: "domain" },
  /** True if DNS led here at the last check. */
  isDnsCorrect: { kind: "flag", column: "correct", api: "correct" },
  defaultRequire: { kind: "computed", api: "default_require" },
  require: { kind: "computed", api: "require" },
  /** The DNS records that the last check found. */
  currentDns: { kind: "texts", column: "current", api: "current" },
  errors: { kind: "computed", api: "errors" },
  counts: { kind: "computed", api: "counts" },
  httpsRequested: { kind: "flag", column: "https_requested", api: "https_requested", role: "editor" },
  forceHttps: { kind: "flag", column: "force_https", api: "force_https", role: "editor" },
  certificateRenewsAtMs: { kind: "optional-moment", column: "ssl_renews_at", api: "ssl_renews_at" },
  /** Null while the hostname has no certificate: its URLs then start with http. */
  certificateIssuedAtMs: { kind: "optional-moment", column: "ssl_issued_at", api: "ssl_issued_at" },
  connectedVia: { kind: "text", column: "connected_via", api: "connected_via" },
  connectedAtMs: { kind: "moment", column: "connected_at", api: "connected_at" },
  dnsVerifiedAtMs: { kind: "optional-moment", column: "dns_verified_at", api: "dns_verified_at" },
  creator: { kind: "computed", api: "created_by" },
  shortLinksEnabled: {
    kind: "flag",
    column: "short_links_enabled",
    api: "short_links_enabled",
    role: "editor",
  },
  isPublic: { kind: "computed", api: "public" },
  notice: { kind: "computed", api: "notice" },
  checkedAtMs: { kind: "optional-moment", column: "checked_at", api: "checked_at" },
  expiredUrl: { kind: "optional-url", column: "expired_url", api: "expired_url", role: "editor" },
  notFoundUrl: { kind: "optional-url", column: "not_found_url", api: "not_found_url", role: "editor" },
  /** Null if it was never set or is switched off. */
  hsts: { kind: "hsts", column: "hsts", api: "hsts", role: "manager" },
  /** The missed paths that are kept. */
  misses: { kind: "misses", column: "misses", api: "misses", role: "editor" },
  branding: { kind: "computed", api: "branding" },
  pages: { kind: "computed", api: "pages" },
  /** True if no alias has a preview. */
  isPreviewOff: { kind: "flag", column: "preview_off", api: "is_preview_off", role: "editor" },
  createdAtMs: { kind: "moment", column: "created_at", api: "created_at" },
  updatedAtMs: { kind: "moment", column: "updated_at", api: "updated_at" },

  // Not in answers.
  workspaceId: { kind: "text", column: "workspace_id" },
  /** The public suffix of the name. */
  tld: { kind: "text", column: "tld" },
  /** The time since when the claim holds the hostname with proof. */
  provenAtMs: { kind: "optional-moment", column: "proven_at" },
  /** The time since when the claim waits; null while it holds the hostname. */
  waitingSinceMs: { kind: "optional-moment", column: "waiting_since" },
  /** The time since when the holder's proof is missing while this claim has proof. */
  absentSinceMs: { kind: "optional-moment", column: "absent_since" },
  /** The workspace to which this claim gave the hostname. */
  yieldedTo: { kind: "optional-text", column: "yielded_to" },
  /** The time when `isDnsCorrect` last changed; 0 if it never did. */
  dnsChangedAtMs: { kind: "moment", column: "turned_at" },
  createdBy: { kind: "text", column: "created_by" },
} as const satisfies Record<string, Field>;
