import type { PassingReason } from "../../../domain/history.ts";
import type { Claim } from "../../../domain/host.ts";
import type { NewHostHistoryEntry } from "../../../storage/history/write.ts";
import { newId } from "../../new-id.ts";

/** Returns the entry of a claim that holds its hostname from now on, or no longer, because of a check. */
export function toPassing(
  { name: host, workspaceId }: Claim,
  isHeld: boolean,
  reason: PassingReason,
  nowMs: number,
): NewHostHistoryEntry {
  return {
    id: newId(nowMs),
    workspaceId,
    host,
    isHeld,
    reason,
    actor: { id: "", name: "Signpost" },
    channel: "system",
    createdAtMs: nowMs,
  };
}
