import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { dnsJson, type DnsQuestion } from "./dns.ts";
import type { WatchMessage } from "../../src/queue-messages.ts";

/** A web for tests: `fetch` reaches the resolver and the sites that a test makes up, and nothing else. */
export interface FakeWeb {
  /** The requests to sites, in order. */
  requests: Request[];
  /** The same as `GET https://a.example/`. */
  lines(): string[];
  questions: DnsQuestion[];
  site: (request: Request) => Response | Promise<Response>;
  resolver: (question: DnsQuestion) => Response | Promise<Response>;
}

/** Every name has a public address, and every site answers 200, until the test says otherwise. */
export function fakeWeb(site: FakeWeb["site"] = () => new Response("")): FakeWeb {
  const web: FakeWeb = {
    requests: [],
    lines: () => web.requests.map(({ method, url }) => `${method} ${url}`),
    questions: [],
    site,
    resolver: publicAddress,
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, searchParams } = new URL(request.url);
    if (origin + pathname === env.DOH_URL) {
      const question = { name: searchParams.get("name") ?? "", type: searchParams.get("type") ?? "" };
      web.questions.push(question);
      return web.resolver(question);
    }
    web.requests.push(request);
    return web.site(request);
  });
  return web;
}

export function publicAddress(question: DnsQuestion): Response {
  return dnsJson(question, { records: question.type === "A" ? [["A", "93.184.215.14"]] : [] });
}

export function redirectTo(location: string, status = 302): Response {
  return new Response(null, { status, headers: { Location: location } });
}

/** A queue that keeps what it is given, batch by batch, and refuses from one batch on. */
export interface FakeQueue extends Queue<WatchMessage> {
  batches: WatchMessage[][];
  refusesFrom: number;
}

export function fakeQueue(): FakeQueue {
  const sendBatch = async (messages: Iterable<MessageSendRequest<WatchMessage>>) => {
    if (queue.batches.length >= queue.refusesFrom) throw new Error("Queue is overloaded");
    queue.batches.push([...messages].map(({ body }) => body));
  };
  const queue = {
    batches: [] as WatchMessage[][],
    refusesFrom: Infinity,
    sendBatch,
    send: (body: WatchMessage) => sendBatch([{ body }]),
  } as unknown as FakeQueue;
  return queue;
}
