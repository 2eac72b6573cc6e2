import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Facets } from "../../services/record/counts.ts";
import type { FacetsShape } from "../schema/shape.ts";

/** Converts facets to their JSON in the API (contract 13.10). */
export function toFacetsShape(facets: Facets): v.InferOutput<typeof FacetsShape> {
  const { last_changed_at } = facets;
  return { ...facets, last_changed_at: formatTimestamp(last_changed_at) };
}
