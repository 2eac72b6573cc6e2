import type { Env } from "../../env.ts";
import { withDeadline } from "../../runtime/deadline.ts";
import { selectHealth, type InstallationHealth } from "../../storage/installation/installation.ts";
import { hasMarker } from "../../storage/projection/marker.ts";

/** The whole answer must take less than a second. */
const DEADLINE_MS = 800;

export interface Health {
  /** Null if D1 did not answer. */
  database: InstallationHealth | null;
  /** True if KV answered. */
  hasStore: boolean;
}

/** Asks D1 and KV, at the same time (contract 25.6). Never throws. */
export async function checkHealth(env: Env): Promise<Health> {
  const [database, hasStore] = await Promise.all([
    withDeadline(selectHealth(env.DB), DEADLINE_MS).catch(() => null),
    withDeadline(hasMarker(env.SNAPSHOTS), DEADLINE_MS).then(
      () => true,
      () => false,
    ),
  ]);
  return { database, hasStore };
}
