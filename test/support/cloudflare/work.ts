import type { FakeAccount } from "./account.ts";
import type { FakeQueue } from "./queue.ts";
import type { DeliveredQueue } from "./running-script.ts";

/** What the platform does by itself: it delivers messages of queues, and fires cron triggers. */

/** A minute of the platform. */
const MINUTE_MS = 500;

export interface Work {
  /** Lets no cron trigger fire, so that no job sees what a test has changed, until the returned function is called. */
  rest: () => Promise<() => void>;
  stop: () => Promise<void>;
}

/** Has a Worker work. Deployments are tested without, because it takes long. */
export async function startWork(account: FakeAccount, name: string): Promise<Work> {
  const { runs, crons } = account.requireScript(name);
  const queues = [...account.queues.values()].filter(({ consumer }) => consumer?.script === name);
  await runs.deliver(Object.fromEntries(queues.map((queue) => [queue.name, toDelivered(queue)])));
  const fireAll = () => Promise.all(crons.map((cron) => runs.fire(cron)));
  await fireAll();
  let running: Promise<unknown> | null = null;
  let isResting = false;
  const minutes = setInterval(() => {
    if (isResting) return;
    // A minute that takes long is not overtaken by the next.
    running ??= fireAll().finally(() => {
      running = null;
    });
  }, MINUTE_MS);
  return {
    rest: async () => {
      isResting = true;
      await running;
      return () => void (isResting = false);
    },
    stop: async () => {
      clearInterval(minutes);
      await running;
    },
  };
}

function toDelivered({ consumer }: FakeQueue): DeliveredQueue {
  const { batch_size, max_wait_time_ms, max_retries } = consumer?.settings ?? {};
  return {
    ...(batch_size !== undefined && { maxBatchSize: batch_size }),
    ...(max_wait_time_ms !== undefined && { maxBatchTimeout: max_wait_time_ms / 1_000 }),
    ...(max_retries !== undefined && { maxRetries: max_retries }),
    ...(consumer?.dead_letter_queue !== undefined && { deadLetterQueue: consumer.dead_letter_queue }),
  };
}
