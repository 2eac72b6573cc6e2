import { expect, it } from "vitest";
import { BackgroundWork } from "../../src/runtime/background-work.ts";

it("waits for all work that was added", async () => {
  const work = new BackgroundWork();
  const { add } = work;
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  add(promise.then(() => done.push("slow")));
  add(Promise.resolve().then(() => done.push("fast")));
  const finished = work.finish().then(() => done.push("finished"));
  await Promise.resolve();
  resolve();
  await finished;
  expect(done).toEqual(["fast", "slow", "finished"]);
});

it("throws what one of them threw", async () => {
  const work = new BackgroundWork();
  work.add(Promise.reject(new Error("no store")));
  await expect(work.finish()).rejects.toThrow("no store");
});
