import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { send } from "../../support/send.ts";

/**
 * A queue that outlives the worker, in a separate process: stores each message on disk before it answers, and
 * delivers messages until they are acknowledged. Arguments are the file, the worker's port and the number of
 * deliveries of each message; it prints its own port.
 */

const DELIVERY_HOST = "deliveries.test";
const BATCH_SIZE = 10;
const RETRY_MS = 50;

const [path = "", workerPort = "", times = "1"] = process.argv.slice(2);
const file = openSync(path, "a");

interface Message {
  text: string;
  deliveriesLeft: number;
}

let waiting: Message[] = [];
const state = { accepted: 0, cutOff: 0, waiting: 0, deliveries: 0, failedDeliveries: 0 };

const server = createServer((incoming, outgoing) => {
  // A message whose sender died in the middle was not sent.
  answer(incoming).then(
    (body) => outgoing.end(body),
    () => {
      state.cutOff++;
      outgoing.destroy();
    },
  );
});

async function answer(incoming: IncomingMessage): Promise<string> {
  if (incoming.method !== "POST") return JSON.stringify({ ...state, waiting: waiting.length });
  const message = await text(incoming);
  writeSync(file, `${message}\n`);
  fsyncSync(file);
  waiting.push({ text: message, deliveriesLeft: Number(times) });
  state.accepted++;
  return "";
}

async function deliverForEver(): Promise<never> {
  for (;;) {
    const batch = waiting.slice(0, BATCH_SIZE);
    const isAcknowledged = batch.length === 0 ? null : await deliver(batch);
    if (isAcknowledged === null) await delay(RETRY_MS);
    for (const [index, message] of batch.entries()) {
      if (isAcknowledged?.[index] === true) message.deliveriesLeft--;
    }
    // Messages to deliver again go to the end, so that they arrive in other batches.
    const others = waiting.slice(batch.length);
    waiting = [...others, ...batch.filter(({ deliveriesLeft }) => deliveriesLeft > 0)];
  }
}

/** Returns whether each message was acknowledged; null if the worker gave no answer. */
async function deliver(batch: Message[]): Promise<boolean[] | null> {
  state.deliveries++;
  try {
    return JSON.parse(await post(`[${batch.map((message) => message.text).join(",")}]`)) as boolean[];
  } catch {
    state.failedDeliveries++;
    return null;
  }
}

async function post(body: string): Promise<string> {
  const sent = { host: DELIVERY_HOST, path: "/", method: "POST", body };
  const { status, body: answered } = await send(Number(workerPort), sent);
  if (status !== 200) throw new Error(answered);
  return answered;
}

process.once("SIGTERM", () => {
  closeSync(file);
  process.exit(0);
});

server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  void deliverForEver();
});
