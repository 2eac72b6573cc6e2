import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { familyOf, type Handler } from "../../domain/handler.ts";
import { formatSource, toSourceText, type HostedSource } from "../../domain/source.ts";

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
