import { withDeadline } from "../deadline.ts";
import { batchIdPrefix, type Click, type ClickMessage } from "./click.ts";

/**
 * Clicks of this isolate until they are sent: a hundred of them, or a second's (section 8). What
 * an isolate loses when it dies is this buffer, and what was being sent. A visit hands its click
 * over and goes on: nothing here throws or is waited for.
 */

const MAX_CLICKS = 100;
/** A message holds 128 kB. */
const MAX_BYTES = 120_000;
const MAX_AGE_MS = 1_000;
/** Past this age the timer was lost with the request that had set it, and the next click sends. */
const LOST_TIMER_MS = 3_000;

const SEND_ATTEMPTS = 3;
const SEND_DEADLINE_MS = 5_000;
const RETRY_MS = 1_000;

export interface ClickSink {
  send(message: ClickMessage): Promise<unknown>;
  waitUntil(work: Promise<unknown>): void;
}

interface Buffer {
  startedMs: number;
  clicks: Click[];
  /** No fewer than its clicks take as JSON. */
  bytes: number;
}

let open: Buffer | null = null;

/** Takes a click of the request that `sink` belongs to. */
export function collectClick(click: Click, sink: ClickSink): void {
  const nowMs = click[1];
  const bytes = boundOf(click);
  if (open !== null && open.bytes + bytes > MAX_BYTES) close(open, sink);
  const buffer = open ?? begin(nowMs, sink);
  buffer.clicks.push(click);
  buffer.bytes += bytes;
  if (buffer.clicks.length >= MAX_CLICKS || nowMs - buffer.startedMs > LOST_TIMER_MS) close(buffer, sink);
}

/** At most so many bytes of JSON: writing it to know would cost each visit as much as all the rest. */
function boundOf([, , , , referrer, userAgent]: Click): number {
  // A character of a user agent may be written as `\u0001`, a referrer is ASCII.
  return 100 + referrer.length + 6 * userAgent.length;
}

function begin(startedMs: number, sink: ClickSink): Buffer {
  const buffer = { startedMs, clicks: [], bytes: 0 };
  sink.waitUntil(closeLater(buffer, sink));
  open = buffer;
  return buffer;
}

function close(buffer: Buffer, sink: ClickSink): void {
  open = null;
  sink.waitUntil(deliver(buffer, sink));
}

async function closeLater(buffer: Buffer, sink: ClickSink): Promise<void> {
  await sleep(MAX_AGE_MS);
  // One that filled up meanwhile is gone already, and the next one has a timer of its own.
  if (buffer !== open) return;
  open = null;
  await deliver(buffer, sink);
}

async function deliver({ startedMs, clicks }: Buffer, sink: ClickSink): Promise<void> {
  // The same id at each attempt: one that was taken though it seemed to fail is counted once.
  const id = `${batchIdPrefix(startedMs)}-${crypto.randomUUID()}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await withDeadline(sink.send({ kind: "clicks", id, clicks }), SEND_DEADLINE_MS);
      return;
    } catch (error) {
      if (attempt === SEND_ATTEMPTS) {
        console.error(`lost ${clicks.length} clicks: the queue takes no message: ${String(error)}`);
        return;
      }
      await sleep(attempt * RETRY_MS);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
