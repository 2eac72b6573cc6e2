import { pluginsOf } from "../domain/plugin/registry.ts";
import { parameterName, splitQuery } from "../domain/query.ts";
import { splitUrl } from "../domain/url-parts.ts";

/** Returns the content of a record's QR code: its URL with the parameters of its plugins (contract 16.4). */
export function toQrContent(url: string, plugins: readonly string[]): string {
  const { query } = splitUrl(url);
  // A record with a parameter in its own query answers only to that value of the parameter.
  const own = new Set(splitQuery(query ?? "").map(parameterName));
  const added = pluginsOf(plugins)
    .flatMap(({ qrParameters = "" }) => splitQuery(qrParameters))
    .filter((parameter) => !own.has(parameterName(parameter)));
  if (added.length === 0) return url;
  return `${url}${query === null ? "?" : "&"}${added.join("&")}`;
}
