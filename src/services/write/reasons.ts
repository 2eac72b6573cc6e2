import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { familyOf, type Handler } from "../../domain/handler.ts";
import { formatSource, toSourceText, type HostedSource } from "../../domain/source.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Host } from "../../domain/host.ts";

/** Returns why a record must not be edited by hand: a file manages it (contract 28.12). */
export function managedReason(owner: string): FieldErrors {
  return { managed_by: [refuse("managed", { owner })] };
}

export const TAKEN_DOWN = refuse("taken_down");

/** Returns the refusal of an edit by hand; null if the edit is allowed. */
export function refuseManaged({ managedBy }: LinkRecord, isForced: boolean): FieldErrors | null {
  return managedBy === null || isForced ? null : managedReason(managedBy);
}

export function placeField(handler: Handler): "alias" | "url" {
  return familyOf(handler) === "link" ? "alias" : "url";
}

/** Returns a text for a hostname and a source, which is equal for equal places. */
export function placeKey({ host, source }: HostedSource): string {
  return `${host} ${formatSource(source)}`;
}

export function takenReason({ host, source }: HostedSource): Refusal {
  const path = toSourceText(source);
  return refuse("in_use", { source: `${host}${path === "*" ? "/*" : path}` });
}

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
