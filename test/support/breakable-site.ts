import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startBreakableWorker, type BreakableWorker } from "./breakable-worker.ts";

/** The hostname that each breakable site has. */
export const HOST = "go.example.com";

export interface BreakableSite {
  worker: BreakableWorker;
  /** A POST that has to succeed: its body. */
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  post(path: string, body: object): Promise<any>;
  /** A link on HOST: its id. */
  createLink(alias: string, destination: string, fields?: object): Promise<string>;
  /** Status and Location of a visit on HOST. */
  visit(path: string): Promise<[number, string | undefined]>;
}

/**
 * For all tests of a file, a running worker whose bindings break on command. Each test leaves it to be
 * mended, and swept, and then its stores agree.
 */
export function useBreakableSite(): BreakableSite {
  let running: BreakableWorker | undefined;
  const site: BreakableSite = {
    get worker() {
      if (running === undefined) throw new Error("the worker runs from beforeAll on");
      return running;
    },
    async post(path, body) {
      const answer = await site.worker.call("POST", path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
    async createLink(alias, destination, fields = {}) {
      const { data } = await site.post("/link", { host: HOST, alias, destination, ...fields });
      return data[0].id;
    },
    async visit(path) {
      const { status, headers } = await site.worker.visit(HOST, path);
      return [status, headers.get("location")];
    },
  };
  beforeAll(async () => {
    running = await startBreakableWorker();
    await site.post("/host", { host: HOST });
  });
  afterEach(async () => {
    await site.worker.mend();
    await site.worker.sweep();
    expect(await site.worker.audit()).toEqual([]);
  });
  afterAll(() => running?.close());
  return site;
}
