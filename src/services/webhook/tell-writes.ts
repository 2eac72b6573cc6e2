import type { LinkRecord } from "../../domain/record.ts";
import { toUrlSuffix } from "../../domain/source.ts";
import type { WebhookEventName } from "../../domain/webhook.ts";
import { noteEvents } from "../../storage/webhook/event.ts";
import type { ServiceContext } from "../context.ts";

/** The most records that one event lists. */
const MAX_LISTED = 20;

interface Writes {
  inserts?: readonly { record: LinkRecord }[];
  updates?: readonly { update: { before: LinkRecord; after: { record: LinkRecord } } }[];
  deletes?: readonly LinkRecord[];
}

/**
 * Returns the statements that tell webhooks of written records: one event for each kind of write and each hostname
 * (contract 35.27).
 * @param change the change that wrote them
 */
export function tellWrites(
  { env, caller, nowMs }: Pick<ServiceContext, "env" | "caller" | "nowMs">,
  { inserts = [], updates = [], deletes = [] }: Writes,
  change: string | null = null,
): D1PreparedStatement[] {
  const workspaceId = caller.workspace.id;
  const toEvents = (type: WebhookEventName, written: { record: LinkRecord; from?: LinkRecord }[]) =>
    [...Map.groupBy(written, ({ record, from = record }) => JSON.stringify([record.host, from.host]))].map(
      ([key, group]) => {
        const hosts = [...new Set(JSON.parse(key) as LinkRecord["host"][])];
        const records = group.slice(0, MAX_LISTED).map(({ record }) => toTold(record));
        return { workspaceId, type, hosts, data: { change, hosts, count: group.length, records } };
      },
    );
  const events = [
    ...toEvents("link.created", inserts.slice()),
    ...toEvents(
      "link.updated",
      updates.map(({ update }) => ({ record: update.after.record, from: update.before })),
    ),
    ...toEvents(
      "link.deleted",
      deletes.map((record) => ({ record })),
    ),
  ];
  return noteEvents(env.DB, events, nowMs);
}

/** What receivers learn of a record. The API has the rest, by its id. */
function toTold({ id, handler, host, source, version, destinations, title, tags }: LinkRecord) {
  return { id, version, handler, host, path: toUrlSuffix(source), destinations, title, tags };
}
