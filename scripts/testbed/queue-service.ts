import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A queue that outlives the worker, in a process of its own: takes messages, each on disk before
 * it answers, and delivers them until they are acknowledged. Run with the file, the worker's port
 * and how often each message is to be delivered; prints its own port.
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
  // A sender that dies in the middle of its message has sent none.
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
    // What is to be delivered again goes to the end, so that it comes in other company.
    const others = waiting.slice(batch.length);
    waiting = [...others, ...batch.filter(({ deliveriesLeft }) => deliveriesLeft > 0)];
  }
}

/** Whether each was acknowledged; null if the worker gave no answer. */
async function deliver(batch: Message[]): Promise<boolean[] | null> {
  state.deliveries++;
  try {
    return JSON.parse(await post(`[${batch.map((message) => message.text).join(",")}]`)) as boolean[];
  } catch {
    state.failedDeliveries++;
    return null;
  }
}

function post(body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: workerPort, method: "POST", headers: { Host: DELIVERY_HOST } };
    const sent = request(options, (response) => resolve(bodyOf(response)));
    sent.on("error", reject);
    sent.end(body);
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return body;
}

process.once("SIGTERM", () => {
  closeSync(file);
  process.exit(0);
});

server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  void deliverForEver();
});
