import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import type { Hostname } from "../../../domain/host.ts";

/** The reason for a hostname that the workspace does not have. */
export const NOT_CONNECTED = "is not connected to this workspace";

/** Returns the field that names the hostname of a short link, or that of a redirect. */
export function hostField(isShortLink: boolean): "host" | "url" {
  return isShortLink ? "host" : "url";
}

/** Adds why a hostname takes no new short link or redirect. */
export function addHostErrors(
  hosts: ReadonlyMap<string, Hostname>,
  host: string,
  { isShortLink }: { isShortLink: boolean },
  errors: FieldErrors,
): void {
  const row = hosts.get(host);
  const field = hostField(isShortLink);
  if (row === undefined) {
    addFieldError(errors, field, isShortLink ? NOT_CONNECTED : `the hostname ${host} ${NOT_CONNECTED}`);
  } else if (isShortLink && !row.takesShortLinks) {
    addFieldError(errors, field, "takes no new short links: short_links_enabled is off");
  }
}
