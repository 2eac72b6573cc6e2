import type { HistoryEntry } from "../../api/types.ts";

/**
 * Returns the write that takes a change back: what stood before, in the names of the API. Null if nothing of it can
 * be brought back. A password is nowhere kept, so that it stays as it is.
 */
export function toUndo({ old }: Pick<HistoryEntry, "old">): Record<string, unknown> | null {
  const { password: _, destination, status, type, ...others } = old;
  const written: Record<string, unknown> = {
    ...others,
    ...(type !== undefined && type !== "html" && { type }),
    ...(status !== undefined && { status }),
    ...(destination !== undefined && { destinations: destination ?? [] }),
  };
  return Object.keys(written).length === 0 ? null : written;
}
