import {
  MISS_KINDS,
  MISS_SORTS,
  MISS_STATES,
  type MissKind,
  type MissSort,
  type MissState,
} from "../../../domain/client/words.ts";
import type { Query } from "../../api/client.ts";

/** The filter of missed paths, in the notation of the address. */
export interface MissFilter {
  host: string;
  kind: Exclude<MissKind, "probes"> | null;
  state: MissState;
  sort: MissSort;
}

/** The kinds of visitors. Probes have their own count. */
export const KINDS = MISS_KINDS.filter((kind) => kind !== "probes");

/** Parses the filter of an address. Unknown values get their default. */
export function readMissFilter(values: Record<string, string>): MissFilter {
  return {
    host: values["host"] ?? "",
    kind: KINDS.find((kind) => kind === values["kind"]) ?? null,
    state: MISS_STATES.find((state) => state === values["state"]) ?? "open",
    sort: MISS_SORTS.find((sort) => sort === values["sort"]) ?? "-visits",
  };
}

export function toMissQuery({ host, kind, state, sort }: MissFilter): Query {
  return {
    "filter[host]": host,
    "filter[kind]": kind ?? undefined,
    "filter[state]": state,
    sort,
  };
}
