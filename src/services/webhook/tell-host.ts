import type { Hostname } from "../../domain/hostname.ts";
import { noteEvents } from "../../storage/webhook/event.ts";
import type { PublishContext } from "../publish.ts";

/** What has become of a hostname. `held` and `lost`: its records answer from now on, or no longer. */
type HostNews = "connected" | "disconnected" | "held" | "lost" | "settings" | "dns" | "certificate";

/** Returns the statements that tell the webhooks of a workspace of a changed hostname, for the batch that changes it. */
export function tellHost(
  { env, nowMs }: PublishContext,
  workspaceId: string,
  host: Hostname,
  change: HostNews,
  facts: Record<string, unknown> = {},
  isIfChanged = false,
): D1PreparedStatement[] {
  const event = {
    workspaceId,
    type: "host.changed" as const,
    hosts: [host],
    data: { host, change, ...facts },
  };
  return noteEvents(env.DB, [event], nowMs, isIfChanged);
}
