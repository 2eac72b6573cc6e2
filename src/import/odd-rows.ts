import { toAsciiHostname } from "../domain/client/address.ts";
import { refuse } from "../domain/refusal/refusal.ts";
import type { ImportRow, RefusedRow } from "./row.ts";
import { SourceRegister } from "./source-register.ts";
import { placeRow } from "./source.ts";

/**
 * Finds rows that lead back to a hostname of the same import: to the source of a row, which is a chain, or to a URL that
 * no row answers.
 */
export function findOddRows(rows: readonly ImportRow[]): RefusedRow[] {
  const register = new SourceRegister(true);
  const hosts = new Set<string>();
  for (const row of rows) {
    const placed = placeRow(row);
    if ("reason" in placed) continue;
    hosts.add(placed.host);
    register.claim({ ...placed, takesFolder: true }, row.line);
  }
  return rows.flatMap((row): RefusedRow[] => {
    const { line, url, host, alias, destination, forward_path: forwardsPath } = row;
    // Where a passed on path leads, its visitor decides.
    if (destination === undefined || forwardsPath === true) return [];
    const led = hostOf(destination);
    if (led === null || !hosts.has(led)) return [];
    const placed = placeRow({ url: destination.replace(/#.*$/, "") });
    if ("reason" in placed) return [];
    const answering = register.lineFor(placed);
    const reason =
      answering === null
        ? refuse("file_leads_nowhere", { host: led })
        : refuse("file_leads_on", { line: answering });
    return [{ line, text: `${url ?? `${host}/${alias}`} → ${destination}`, reason }];
  });
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? toAsciiHostname(new URL(url).hostname) : null;
}
