import { pluginsOf } from "../domain/plugin/registry.ts";
import { parameterName, splitQuery } from "../domain/query.ts";
import { splitUrl } from "../domain/url-parts.ts";

/** Returns what the QR code of a record encodes: its url, with the parameters that its plugins add (contract 16.4). */
export function toQrContent(url: string, plugins: readonly string[]): string {
  const { query } = splitUrl(url);
  // A record whose own query names a parameter answers to that value of it alone.
  const own = new Set(splitQuery(query ?? "").map(parameterName));
  const added = pluginsOf(plugins)
    .flatMap(({ qrParameters = "" }) => splitQuery(qrParameters))
    .filter((parameter) => !own.has(parameterName(parameter)));
  if (added.length === 0) return url;
  return `${url}${query === null ? "?" : "&"}${added.join("&")}`;
}
