import type { HistoryEntry } from "../../api/types.ts";

/**
 * Returns the write that undoes a change: the previous values, in the names of the API. Returns null if none of them
 * can be restored. A password stays as it is, because old passwords are not stored.
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
