import previous from "previous-release";
import type { Env } from "../../src/env.ts";
import type { QueueMessage } from "../../src/queue-messages.ts";
import current from "../../src/index.ts";
import { putPace } from "../../src/storage/projection/projector.ts";
import { RELEASE_HEADER, RELEASES_HOST, type Release } from "./release.ts";

/**
 * The previous release and this one in one process on the same bindings, each with a memory of its own:
 * what is there while a deployment replaces the one by the other. Which of them are live, tests say.
 */

export * from "../../src/index.ts";

// Tests write one key again and again; the previous release does not wait, either.
putPace.intervalMs = 0;

const workers: Record<Release, ExportedHandler<Env, QueueMessage>> = { previous, current };

let live: Release[] = ["previous"];
let turn = 0;

/** The releases that are live take turns, as far as the platform is free to choose. */
function nextWorker(): ExportedHandler<Env, QueueMessage> {
  return workerAt(turn++);
}

/**
 * Each release meets half of the messages first. One that it fails, as the previous release does with what it does not
 * know, comes to the other next: by turns it could meet the same one each time, and wait for minutes.
 */
function workerFor({ messages }: MessageBatch<QueueMessage>): ExportedHandler<Env, QueueMessage> {
  const [oldest] = messages.toSorted((a, b) => b.attempts - a.attempts);
  return workerAt((oldest?.attempts ?? 0) + (oldest?.id.charCodeAt(0) ?? 0));
}

function workerAt(place: number): ExportedHandler<Env, QueueMessage> {
  return workers[live[place % live.length] ?? "current"];
}

export default {
  async fetch(request, env, context) {
    if (new URL(request.url).hostname === RELEASES_HOST) {
      live = await request.json<Release[]>();
      return new Response();
    }
    const asked = request.headers.get(RELEASE_HEADER);
    const worker = asked === "previous" || asked === "current" ? workers[asked] : nextWorker();
    return worker.fetch?.(request, env, context) ?? new Response(null, { status: 500 });
  },
  scheduled: (controller, env, context) => nextWorker().scheduled?.(controller, env, context),
  queue: (batch, env, context) => workerFor(batch).queue?.(batch, env, context),
} satisfies ExportedHandler<Env, QueueMessage>;
