import type { Unstable_RawConfig as RawConfig } from "wrangler";
import { callOrNull } from "../../deploy/api.ts";
import { listQueues, toWranglerConfig } from "../../deploy/wrangler-config.ts";
import { PROJECT_FOLDER } from "../../support/project.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export type WantedConsumer = NonNullable<NonNullable<RawConfig["queues"]>["consumers"]>[number];

/** A queue as Cloudflare's API tells it. A member that it leaves out is not judged. */
export interface FoundQueue {
  queue_id: string;
  queue_name: string;
  consumers?: {
    script?: string;
    script_name?: string;
    service?: string;
    dead_letter_queue?: string;
    settings?: Record<string, number | null | undefined>;
  }[];
}

export const queueStep: Step = {
  id: "queues",
  title: "Queues",
  asks: "Each queue is there, and has the Worker as its consumer, with the settings of wrangler.toml.",
  changes: null,
  async run({ cloudflare, settings, template }) {
    const path = `/accounts/${settings.account_id}/queues`;
    const found = await cloudflare.list<FoundQueue>(path);
    const { queues } = toWranglerConfig(template, settings, PROJECT_FOLDER);
    const observations: Observation[] = [];
    for (const { name } of listQueues(template, settings)) {
      const queue = found.find((one) => one.queue_name === name);
      const wanted = queues?.consumers?.find((one) => one.queue === name);
      observations.push(...judgeQueue(name, settings.name, wanted, queue));
      if (queue === undefined) continue;
      const metrics = await callOrNull(
        () => cloudflare.call<{ backlog_count?: number }>("GET", `${path}/${queue.queue_id}/metrics`),
        () => true,
      );
      observations.push(tellBacklog(name, metrics?.backlog_count ?? null));
    }
    return observations;
  },
};

/** The settings of a consumer: its name in wrangler.toml, and in the API. */
const SETTINGS: [name: keyof WantedConsumer, told: string, factor: number][] = [
  ["max_batch_size", "batch_size", 1],
  ["max_batch_timeout", "max_wait_time_ms", 1_000],
  ["max_retries", "max_retries", 1],
  ["max_concurrency", "max_concurrency", 1],
];

export function judgeQueue(
  name: string,
  worker: string,
  wanted: WantedConsumer | undefined,
  queue: FoundQueue | undefined,
): Observation[] {
  if (queue === undefined) return [different(`The queue ${name} is there.`, "It is not.")];
  if (wanted === undefined) return [seen(`The queue ${name} is there.`)];
  if (queue.consumers === undefined)
    return [unseen(`Cloudflare's API does not tell the consumer of ${name}.`)];
  const [consumer] = queue.consumers;
  const expected = `The Worker is the consumer of ${name}.`;
  if (consumer === undefined) return [different(expected, "The queue has none.")];
  const script = consumer.script ?? consumer.script_name ?? consumer.service;
  if (script !== undefined && script !== worker) return [different(expected, "Another Worker is.")];
  const wrong = [
    ...SETTINGS.flatMap(([setting, told, factor]) => {
      const [want, has] = [wanted[setting], consumer.settings?.[told]];
      if (typeof want !== "number" || has == null || has === want * factor) return [];
      return [different(`${setting} of ${name} is ${want}.`, `It is ${has / factor}.`)];
    }),
    ...(wanted.dead_letter_queue === undefined || consumer.dead_letter_queue === wanted.dead_letter_queue
      ? []
      : [
          different(
            `The dead letters of ${name} go to ${wanted.dead_letter_queue}.`,
            `They go to ${consumer.dead_letter_queue ?? "no queue"}.`,
          ),
        ]),
  ];
  return wrong.length > 0 ? wrong : [seen(`${name} has its consumer, with the settings of wrangler.toml.`)];
}

/** @param count null if the API does not tell */
export function tellBacklog(name: string, count: number | null): Observation {
  if (count === null) return unseen(`Cloudflare's API does not tell the backlog of ${name}.`);
  return seen(`${count === 1 ? "1 message waits" : `${count} messages wait`} in ${name}.`);
}
