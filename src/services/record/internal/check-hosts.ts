import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import type { HostRow } from "../../../storage/host/write.ts";

export const NOT_CONNECTED = "is not connected to this workspace";

/** Says of a hostname why no new short link or redirect may be put on it. */
export function checkHost(
  hosts: Map<string, HostRow>,
  host: string,
  use: { field: string; isShortLink: boolean },
  errors: FieldErrors,
): void {
  const row = hosts.get(host);
  if (row === undefined) {
    addFieldError(
      errors,
      use.field,
      use.field === "url" ? `the hostname ${host} ${NOT_CONNECTED}` : NOT_CONNECTED,
    );
  } else if (use.isShortLink && row.short_links_enabled === 0) {
    addFieldError(errors, use.field, "takes no new short links: short_links_enabled is off");
  }
}
