import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { Host } from "../../domain/host.ts";

/** The reason for a hostname that the workspace does not have. */
export const NOT_CONNECTED = refuse("not_connected");

/** Returns the field with the hostname of a short link, or of a redirect. */
export function hostField(isShortLink: boolean): "host" | "url" {
  return isShortLink ? "host" : "url";
}

/** Adds the reason why a hostname accepts no new short link or redirect. */
export function addHostErrors(
  hosts: ReadonlyMap<Hostname, Host>,
  host: Hostname,
  { isShortLink }: { isShortLink: boolean },
  errors: FieldErrors,
): void {
  const row = hosts.get(host);
  const field = hostField(isShortLink);
  if (row === undefined) {
    addFieldError(errors, field, isShortLink ? NOT_CONNECTED : refuse("host_not_connected", { host }));
  } else if (isShortLink && !row.shortLinksEnabled) {
    addFieldError(errors, field, refuse("takes_no_links"));
  }
}
