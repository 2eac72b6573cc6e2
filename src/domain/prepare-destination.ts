import { fromParts, type DestinationParts, type PreparedDestination } from "./compose.ts";
import { toLocationParts } from "./to-location.ts";
import { toUtmParameters, type Utm } from "./utm.ts";

/** Prepares a destination as its owner wrote it for `composeLocation`, once for all visits. */
export function prepareDestination(destination: string, utm: Utm, forwards: boolean): PreparedDestination {
  const { origin, path, query, fragment } = toLocationParts(destination);
  const parts: DestinationParts = { base: origin + path, query, fragment, utm: toUtmParameters(utm) };
  const prepared = fromParts(parts);
  return forwards ? prepared : { url: prepared.url };
}
