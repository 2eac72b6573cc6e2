import { MISS_KINDS, MISS_SORTS, MISS_STATES } from "../../../domain/misses.ts";
import type { MissKind, MissSort, MissState } from "../../../domain/misses.ts";
import type { Query } from "../../api/client.ts";

/** What the list of missed paths shows, as it stands in the address. */
export interface MissFilter {
  host: string;
  /** Null for everybody. */
  kind: Exclude<MissKind, "probes"> | null;
  state: MissState;
  sort: MissSort;
}

/** Who asks; probes are one number of their own. */
export const KINDS = MISS_KINDS.filter((kind) => kind !== "probes");

/** Returns the filter of an address; what it does not know stands at its default. */
export function readMissFilter(values: Record<string, string>): MissFilter {
  return {
    host: values["host"] ?? "",
    kind: KINDS.find((kind) => kind === values["kind"]) ?? null,
    state: MISS_STATES.find((state) => state === values["state"]) ?? "open",
    sort: MISS_SORTS.find((sort) => sort === values["sort"]) ?? "-visits",
  };
}

/** Returns a filter as parameters of the API. */
export function toMissQuery({ host, kind, state, sort }: MissFilter): Query {
  return {
    "filter[host]": host,
    "filter[kind]": kind ?? undefined,
    "filter[state]": state,
    sort,
  };
}
