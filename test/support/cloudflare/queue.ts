import { Refusal } from "./refusal.ts";

/** A queue of the fake account. It delivers nothing: the runtime has queues of its own. */

export interface Consumer {
  consumer_id: string;
  type: "worker";
  script: string;
  dead_letter_queue?: string;
  settings: ConsumerSettings;
}

export interface ConsumerSettings {
  batch_size?: number | undefined;
  max_retries?: number | undefined;
  max_wait_time_ms?: number | undefined;
  max_concurrency?: number | undefined;
  retry_delay?: number | undefined;
}

/** What the deployment says of a consumer. */
export interface ConsumerBody {
  script_name: string;
  dead_letter_queue?: string | undefined;
  settings: ConsumerSettings;
}

export class FakeQueue {
  readonly id: string;
  readonly name: string;
  /** A queue has one Worker as its consumer. */
  consumer: Consumer | null = null;
  retentionSeconds = 4 * 86_400;
  /** The messages that wait, in the words of the platform. */
  metrics = { backlog_count: 0, backlog_bytes: 0, oldest_message_timestamp_ms: 0 };

  constructor(id: string, name: string) {
    if (!/^[a-z\d][a-z\d-]{0,61}[a-z\d]$/.test(name)) throw new Refusal(400, 11_003, "Queue name is invalid");
    this.id = id;
    this.name = name;
  }

  describe() {
    const consumers = this.consumer === null ? [] : [this.consumer];
    return {
      queue_id: this.id,
      queue_name: this.name,
      created_on: "2026-01-01T00:00:00Z",
      modified_on: "2026-01-01T00:00:00Z",
      producers: [],
      producers_total_count: 0,
      consumers,
      consumers_total_count: consumers.length,
      settings: { delivery_delay: 0, message_retention_period: this.retentionSeconds },
    };
  }

  keepFor(seconds: number): void {
    if (seconds < 60 || seconds > 14 * 86_400) {
      throw new Refusal(400, 100_127, "message_retention_period must be from 60 to 1209600 seconds");
    }
    this.retentionSeconds = seconds;
  }

  addConsumer(id: string, body: ConsumerBody): object {
    if (this.consumer !== null) throw new Refusal(400, 11_004, "workers.api.error.consumer_exists");
    return this.#setConsumer(id, body);
  }

  changeConsumer(id: string, body: ConsumerBody): object {
    if (this.consumer?.consumer_id !== id) throw new Refusal(404, 11_006, "Consumer does not exist.");
    return this.#setConsumer(id, body);
  }

  #setConsumer(id: string, { script_name: script, dead_letter_queue, settings }: ConsumerBody): object {
    const dead = dead_letter_queue !== undefined && { dead_letter_queue };
    this.consumer = { consumer_id: id, type: "worker", script, settings, ...dead };
    return { ...this.consumer, queue_id: this.id };
  }
}
