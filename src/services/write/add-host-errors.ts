import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { Host } from "../../domain/host.ts";

export const NOT_CONNECTED = refuse("not_connected");

export function hostField(isShortLink: boolean): "host" | "url" {
  return isShortLink ? "host" : "url";
}

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
