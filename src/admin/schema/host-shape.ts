import { CodeShape } from "./code-shape.ts";
import * as v from "valibot";
import { MISSES } from "../../domain/misses.ts";
import { BrandingShape, PagesShape } from "./branding.ts";
import { nullableTimestamp, Person, timestamp } from "./part.ts";

/** The shape of a hostname in answers (contract 10.1). The Worker bundles it, for writes that repeat an answer. */

export const HostShape = v.object({
  host: v.string(),
  held: v.pipe(
    v.boolean(),
    v.description(
      "The workspace holds the hostname: its records answer visitors. Otherwise its claim waits.",
    ),
  ),
  proof: v.pipe(
    v.nullable(v.picklist(["cname", "txt"])),
    v.description("The DNS record by which the last check found the hostname proven."),
  ),
  domain: v.string(),
  correct: v.pipe(v.boolean(), v.description("DNS points here.")),
  default_require: v.picklist(["cname", "a"]),
  require: v.array(v.string()),
  current: v.array(v.string()),
  errors: v.array(
    v.object({
      scope: v.string(),
      code: v.string(),
      message: v.string(),
      message_code: CodeShape,
      updated_at: timestamp,
    }),
  ),
  counts: v.pipe(v.array(v.string()), v.description("`<handler>:<number>`")),
  https_requested: v.boolean(),
  force_https: v.boolean(),
  ssl_renews_at: nullableTimestamp,
  ssl_issued_at: nullableTimestamp,
  connected_via: v.string(),
  connected_at: timestamp,
  dns_verified_at: nullableTimestamp,
  created_by: Person,
  short_links_enabled: v.boolean(),
  public: v.boolean(),
  notice: v.string(),
  checked_at: nullableTimestamp,
  expired_url: v.nullable(v.string()),
  not_found_url: v.nullable(v.string()),
  hsts: v.pipe(
    v.nullable(v.object({ max_age: v.number(), include_subdomains: v.boolean() })),
    v.description("Strict-Transport-Security of answers by https, once the certificate is issued."),
  ),
  misses: v.pipe(
    v.picklist(MISSES),
    v.description(
      "Which paths that visitors ask for in vain are kept: those that no record answers, also those that only `*` answers, or none.",
    ),
  ),
  branding: BrandingShape,
  pages: PagesShape,
  is_preview_off: v.pipe(v.boolean(), v.description("A plus behind an alias shows nothing.")),
  created_at: timestamp,
  updated_at: timestamp,
});
