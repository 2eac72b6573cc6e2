import { expect, it } from "vitest";
import { LookupLimit } from "../../src/visitor/lookup-limit.ts";

it("[19.6] has so many in flight and no more, and takes one up for each that ends", async () => {
  const lookUps = new LookupLimit(2, 1_000);
  const first = Promise.withResolvers<string>();
  const running = lookUps.run(0, () => first.promise);
  void lookUps.run(0, () => new Promise(() => {}));
  expect(lookUps.run(0, async () => "third")).toBeNull();
  first.resolve("done");
  expect(await running).toBe("done");
  expect(await lookUps.run(0, async () => "third")).toBe("third");
});

it("gives a place back though the look-up failed", async () => {
  const lookUps = new LookupLimit(1, 1_000);
  await expect(lookUps.run(0, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(lookUps.run(0, async () => "next")).not.toBeNull();
});

it("forgets look-ups whose visit was cut off once nobody can wait for them", () => {
  const lookUps = new LookupLimit(1, 1_000);
  void lookUps.run(0, () => new Promise(() => {}));
  expect(lookUps.run(999, async () => "early")).toBeNull();
  expect(lookUps.run(1_000, async () => "late")).not.toBeNull();
});
