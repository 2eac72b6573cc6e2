import { afterAll, beforeAll, expect } from "vitest";
import { startWorker, type RunningWorker } from "./running-worker.ts";

/**
 * For all tests of a file, a running worker with two hostnames, `a.example.com` and `b.example.com`, whose alias
 * `x` tells by its destination which of them answered.
 */
export function useTwoHosts(): { readonly worker: RunningWorker } {
  let running: RunningWorker | undefined;
  const site = {
    get worker() {
      if (running === undefined) throw new Error("the worker runs from beforeAll on");
      return running;
    },
  };
  beforeAll(async () => {
    running = await startWorker();
    for (const name of ["a", "b"]) {
      const host = `${name}.example.com`;
      await running.call("POST", "/host", { host });
      const link = { host, alias: "x", destination: `https://${name}-destination.example/` };
      expect((await running.call("POST", "/link", link)).status).toBe(200);
    }
  });
  afterAll(() => running?.close());
  return site;
}
