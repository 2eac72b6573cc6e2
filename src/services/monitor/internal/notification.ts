import { stateOf, type Health, type WatchedState } from "../../../domain/health.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { toUrlSuffix } from "../../../domain/source.ts";
import { formatTimestamp } from "../../../domain/timestamp.ts";

/** The body of a notification, as docs/monitoring.md shows it. */
interface NotificationPayload {
  type: `record.${News}`;
  /** The time of the change. */
  timestamp: string;
  data: {
    id: string;
    url: string;
    monitor: WatchedState;
    destinations: { url: string; state: WatchedState; reason: string | null }[];
  };
}

type News = "broken" | "healthy";

export function toNotification(
  record: LinkRecord,
  { health, isHttps, news, nowMs }: { health: Health; isHttps: boolean; news: News; nowMs: number },
): NotificationPayload {
  return {
    type: `record.${news}`,
    timestamp: formatTimestamp(nowMs),
    data: {
      id: record.id,
      url: `${isHttps ? "https" : "http"}://${record.host}${toUrlSuffix(record.source)}`,
      monitor: stateOf({ destinations: record.destinations, health }),
      destinations: record.destinations.map((url) => ({
        url,
        state: stateOf({ destinations: [url], health }),
        reason: health[url]?.reason ?? null,
      })),
    },
  };
}
