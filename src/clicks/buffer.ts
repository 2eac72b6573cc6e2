import { withDeadline } from "../storage/deadline.ts";
import { batchIdPrefix, type Click, type ClickMessage } from "./click.ts";

/**
 * Clicks of this isolate until they are sent: a hundred of them, or a second's (section 8). What
 * an isolate loses when it dies is this buffer and no more. A visit hands its click over and goes
 * on: nothing here throws or is waited for.
 */

const MAX_CLICKS = 100;
/** In UTF-16 units of the texts, three bytes each at the worst: a message holds 128 kB. */
const MAX_TEXT = 36_000;
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
  text: number;
}

let open: Buffer | null = null;

/** Takes a click of the request that `sink` belongs to. */
export function collectClick(click: Click, sink: ClickSink): void {
  const nowMs = click[1];
  const text = click[4].length + click[5].length;
  if (open !== null && open.text + text > MAX_TEXT) send(takeOpen(), sink);
  if (open === null) {
    open = { startedMs: nowMs, clicks: [], text: 0 };
    sink.waitUntil(sendLater(open, sink));
  }
  open.clicks.push(click);
  open.text += text;
  if (open.clicks.length >= MAX_CLICKS || nowMs - open.startedMs > LOST_TIMER_MS) send(takeOpen(), sink);
}

function takeOpen(): Buffer | null {
  const taken = open;
  open = null;
  return taken;
}

function send(buffer: Buffer | null, sink: ClickSink): void {
  if (buffer !== null) sink.waitUntil(deliver(buffer, sink));
}

async function sendLater(buffer: Buffer, sink: ClickSink): Promise<void> {
  await sleep(MAX_AGE_MS);
  // A buffer that filled up meanwhile is gone already, and the next one has a timer of its own.
  if (buffer === open) await deliver(takeOpen() ?? buffer, sink);
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
