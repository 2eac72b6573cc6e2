import { withDeadline } from "../runtime/deadline.ts";
import { batchIdPrefix } from "./batch-id.ts";
import type { Click, ClickMessage, Miss } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";

/**
 * Keeps the clicks of this isolate until they fill a message, or for a second, and then sends them (contract 8.4).
 * An isolate that dies loses the clicks that the queue has not accepted: this buffer, and the messages that are
 * being sent (contract 8.5). Visits do not wait for this code, and it never throws.
 */

/** The most clicks of a message: about 55 kB of JSON. A message is billed for each 64 kB. */
export const MAX_CLICKS = 250;
/** The most bytes of a message. The queue's limit is 128 kB. */
const MAX_BYTES = 120_000;
const MAX_AGE_MS = 1_000;
/** On the free plan a day has 10,000 operations of queues, so that clicks wait for others. */
const MAX_FREE_AGE_MS = 20_000;
/** If the timer has not run by so long after its time, its request was cancelled. The next click then sends the buffer. */
const LOST_TIMER_MS = 2_000;

const SEND_ATTEMPTS = 3;
const SEND_DEADLINE_MS = 5_000;
const RETRY_MS = 1_000;

interface ClickQueue {
  send(message: ClickMessage): Promise<unknown>;
}

interface Bindings {
  CLICKS: ClickQueue;
  PLAN?: string;
}

/** The lifetime of a click's request. Sending may continue after its answer. */
interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}

interface Buffer {
  startedMs: number;
  /** The time when its timer sends it. */
  dueMs: number;
  clicks: (Click | Miss)[];
  /** An upper bound of the JSON bytes of its clicks. */
  bytes: number;
}

let open: Buffer | null = null;

export function collectClick(click: Click | Miss, bindings: Bindings, request: Lifetime): void {
  const queue = bindings.CLICKS;
  const nowMs = click[1];
  const bytes = boundOf(click);
  if (open !== null && open.bytes + bytes > MAX_BYTES) close(open, queue, request);
  const buffer = open ?? begin(nowMs, bindings, request);
  buffer.clicks.push(click);
  buffer.bytes += bytes;
  if (buffer.clicks.length >= MAX_CLICKS || nowMs > buffer.dueMs + LOST_TIMER_MS)
    close(buffer, queue, request);
}

/** Returns an upper bound of a click's JSON bytes, because writing the JSON would double the cost of a visit. */
function boundOf([, , , , referrer, userAgent, language = "", query = "", rule = "", id = ""]:
  | Click
  | Miss): number {
  // JSON may write other characters as `\u0001`. A referrer is plain; a query may have backslashes.
  const sent = userAgent + language;
  const perCharacter = PLAIN.test(sent) ? 1 : 6;
  return 121 + id.length + referrer.length + perCharacter * sent.length + 2 * query.length + rule.length;
}

/** Matches ASCII text that JSON writes unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/;

function begin(startedMs: number, { CLICKS, PLAN }: Bindings, request: Lifetime): Buffer {
  const maxAgeMs = PLAN === "free" ? MAX_FREE_AGE_MS : MAX_AGE_MS;
  const buffer = { startedMs, dueMs: startedMs + maxAgeMs, clicks: [], bytes: 0 };
  request.waitUntil(closeLater(buffer, CLICKS, maxAgeMs));
  open = buffer;
  return buffer;
}

function close(buffer: Buffer, queue: ClickQueue, request: Lifetime): void {
  open = null;
  request.waitUntil(deliver(buffer, queue));
}

async function closeLater(buffer: Buffer, queue: ClickQueue, maxAgeMs: number): Promise<void> {
  await sleep(maxAgeMs);
  // A full buffer was already sent, and the next buffer has its own timer.
  if (buffer !== open) return;
  open = null;
  await deliver(buffer, queue);
}

async function deliver({ startedMs, clicks }: Buffer, queue: ClickQueue): Promise<void> {
  // Each attempt has the same id, so that a message is counted once even if the queue accepted it twice.
  const id = `${batchIdPrefix(startedMs)}-${crypto.randomUUID()}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await withDeadline(queue.send({ kind: "clicks", id, clicks }), SEND_DEADLINE_MS);
      return;
    } catch (error) {
      if (attempt === SEND_ATTEMPTS) {
        log("error", "clicks_lost", { clicks: clicks.length, error: String(error) });
        return;
      }
      await sleep(attempt * RETRY_MS);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
