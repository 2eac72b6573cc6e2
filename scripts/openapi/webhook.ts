import { TEST_EVENT, WEBHOOK_EVENTS } from "../../src/domain/webhook.ts";
import { HOST, ID, MOMENT, EVENT_ID } from "./example.ts";
import type { Schema } from "./schema.ts";

/** The section `webhooks` of the document: what receivers get (contract 35.28). */

type EventName = (typeof WEBHOOK_EVENTS)[number] | typeof TEST_EVENT;

const text = (description: string): Schema => ({ type: "string", description });
const count = (description: string): Schema => ({ type: "integer", description });
const countOrNull = (description: string): Schema => ({ type: ["integer", "null"], description });
const textOrNull = (description: string): Schema => ({ type: ["string", "null"], description });
const texts = (description: string): Schema => ({ type: "array", items: { type: "string" }, description });
const flag = (description: string): Schema => ({ type: "boolean", description });

const RECORD_MEMBERS = {
  id: text("The record."),
  version: count(
    "Grows by one with every write of the record. The order of events is not promised: the highest is the newest.",
  ),
  handler: text("The kind of record."),
  host: text("The hostname."),
  path: text("The rest of its address."),
  destinations: texts("Primary first."),
  title: text("The title."),
  tags: texts("The tags."),
};

const CHANGED_HOSTS: Schema = {
  type: ["array", "null"],
  items: { type: "string" },
  description: "The hostnames that it names, those of the webhook only; null if there are more than 20.",
};

const written = {
  change: textOrNull("The change or import that wrote them; null for a single write."),
  hosts: CHANGED_HOSTS,
  count: countOrNull(
    "How many records; null if it is not known for the hostnames of the webhook, or of an undo.",
  ),
  records: {
    type: "array",
    items: { type: "object", properties: RECORD_MEMBERS, required: Object.keys(RECORD_MEMBERS) },
    description: "The first 20 of a single write or an import; none of a change, which is told once.",
  },
} satisfies Record<string, Schema>;

const ended = {
  change: text("The change."),
  kind: text("What it does."),
  hosts: CHANGED_HOSTS,
  created: count("Records that it has created."),
  changed: count("Records that it has changed."),
  deleted: count("Records that it has deleted."),
};

const health = {
  id: text("The record."),
  url: text("Its address."),
  monitor: text("`broken` or `healthy`."),
  destinations: {
    type: "array",
    items: {
      type: "object",
      properties: {
        url: text("The destination."),
        state: text("Its state."),
        reason: textOrNull("Why it failed."),
      },
      required: ["url", "state", "reason"],
    },
    description: "All destinations.",
  } as Schema,
  version: count("The version of the record."),
};

const DATA: Record<EventName, [summary: string, members: Record<string, Schema>, example: object]> = {
  "link.created": ["Records were created", written, toWrites(1)],
  "link.updated": ["Records were changed", written, toWrites(2)],
  "link.deleted": ["Records were deleted", written, toWrites(2)],
  "host.changed": [
    "A hostname was changed",
    {
      host: text("The hostname."),
      change: text("`connected`, `disconnected`, `held`, `lost`, `settings`, `dns` or `certificate`."),
      correct: flag("Of `dns` and `certificate`: whether DNS points here."),
      https: flag("Of `dns` and `certificate`: whether there is a certificate."),
    },
    { host: HOST, change: "dns", correct: false, https: true },
  ],
  "record.broken": ["A destination of a record is broken", health, toHealth("broken", "status 503")],
  "record.healthy": ["All destinations of a record are healthy again", health, toHealth("healthy", null)],
  "miss.frequent": [
    "People often ask for a path that no record answers",
    {
      host: text("The hostname."),
      path: text("The path, without what may name a person."),
      day: text("The day, in UTC."),
      people: count("Requests of people on that day so far."),
    },
    { host: HOST, path: "/prices", day: "2026-01-31", people: 12 },
  ],
  "change.applied": ["A change was applied", ended, toEnd()],
  "change.undone": ["A change was undone", ended, toEnd()],
  "change.stopped": ["A change was stopped", ended, toEnd()],
  "check.finished": [
    "A check is done",
    {
      check: text("The check."),
      total: count("URLs that were checked."),
      counts: { type: "object", additionalProperties: { type: "integer" }, description: "URLs by result." },
    },
    { check: ID, total: 2, counts: { covered: 1, uncovered: 1 } },
  ],
  "clicks.threshold": [
    "The clicks of a record on a day have passed a number of `click_thresholds`",
    {
      id: text("The record."),
      url: text("Its address."),
      day: text("The day, in UTC."),
      threshold: count("The number that was passed."),
      clicks: count("Clicks of people on that day so far."),
      version: count("The version of the record."),
    },
    { id: ID, url: `https://${HOST}/spring`, day: "2026-01-31", threshold: 1000, clicks: 1003, version: 3 },
  ],
  "webhook.test": [
    "A test, asked for by the owner",
    { webhook: text("The webhook."), workspace: text("The workspace.") },
    { webhook: ID, workspace: "0198c0de-7a10-7000-8000-000000000002" },
  ],
};

function toWrites(version: number): object {
  const record = {
    id: ID,
    version,
    handler: "short-url",
    host: HOST,
    path: "/spring",
    destinations: ["https://example.org/spring"],
    title: "Spring sale",
    tags: ["spring"],
  };
  return { change: null, hosts: [HOST], count: 1, records: [record] };
}

function toHealth(state: string, reason: string | null): object {
  const url = "https://example.org/spring";
  return {
    id: ID,
    url: `https://${HOST}/spring`,
    monitor: state,
    destinations: [{ url, state, reason }],
    version: 3,
  };
}

function toEnd(): object {
  return { change: ID, kind: "edit", hosts: [HOST], created: 0, changed: 12, deleted: 0 };
}

/** Facts that only some events of a type have. */
const OPTIONAL = new Set(["correct", "https"]);

const HEADERS = {
  "webhook-id": ["The id of the event, the same at each attempt.", EVENT_ID],
  "webhook-timestamp": ["The time of the attempt, in seconds since 1970.", "1769851800"],
  "webhook-signature": [
    "`v1,` and a signature by Standard Webhooks; in the day after a rotation two, with a space between them.",
    "v1,DzfNua1lgiyaZFnIWvBrp9Fq1xnhpX9uvz8WPQxNXOg=",
  ],
};

/** Returns the schema of a payload, as tests compare it with what is sent. */
export function payloadSchema(type: EventName): Schema {
  const [, members] = DATA[type];
  const required = Object.keys(members).filter((name) => !OPTIONAL.has(name));
  return {
    type: "object",
    required: ["type", "timestamp", "payload_version", "data"],
    properties: {
      type: { type: "string", const: type, description: "The event." },
      timestamp: { type: "string", format: "date-time", description: "When it happened." },
      payload_version: {
        type: "integer",
        const: 1,
        description: "The version of this form. Members may be added to a version.",
      },
      data: { type: "object", required, properties: members, description: "What happened." },
    },
  };
}

export function webhooksSection(): Record<string, object> {
  return Object.fromEntries(
    ([...WEBHOOK_EVENTS, TEST_EVENT] as EventName[]).map((type) => {
      const [summary, , data] = DATA[type];
      const example = { type, timestamp: MOMENT, payload_version: 1, data };
      const parameters = Object.entries(HEADERS).map(([name, [description, value]]) => ({
        name,
        in: "header",
        required: true,
        description,
        schema: { type: "string" },
        example: value,
      }));
      const post = {
        operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        tags: ["Webhooks"],
        summary,
        description: "Any 2xx within 10 seconds accepts it. It may come more than once, and out of order.",
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: { "application/json": { schema: payloadSchema(type), example } },
        },
        responses: {
          "2XX": { description: "Accepted." },
          "410": { description: "Switches the webhook off." },
        },
      };
      return [type, { post }];
    }),
  );
}
