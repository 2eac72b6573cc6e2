import { expect, test } from "vitest";
import { byShare, limitsOf } from "../../../../../scripts/lab/simulate/databases/limit.ts";
import { planFor } from "../../../../../scripts/lab/simulate/databases/plan.ts";
import { LARGE } from "./installation.ts";

const SMALL = { ...LARGE, links: 100_000, visits: 1_000_000, workspaces: 100, calls: 1 };

test("a small installation needs one database, and exceeds no limit", () => {
  const plan = planFor(SMALL, "one");
  expect(plan.layout).toEqual({ databases: 1, queues: 1 });
  expect(byShare(limitsOf(plan)).map(({ used, allowed }) => used <= allowed)).not.toContain(false);
});

test("a large one needs as many as storage and load ask for", () => {
  const [one, each] = [planFor(LARGE, "one"), planFor(LARGE, "each")];
  expect(one.layout).toEqual({ databases: Math.max(one.byStorage, one.byLoad), queues: 1 });
  expect(each.layout.queues).toBe(each.layout.databases);
  expect(each.byLoad).toBeLessThan(one.byLoad);
});

test.each([
  ["one" as const, "messages of a queue of clicks, a second", 2.22],
  ["each" as const, "messages of a queue of clicks, a second", 0.014],
  ["each" as const, "bytes of all databases of an account", 1.14],
  ["each" as const, "queries of the directory, a second", 0.11],
])("with %s of the queues uses of %s the share %d", (queues, name, share) => {
  const limit = limitsOf(planFor(LARGE, queues)).find((each) => each.name === name);
  expect(limit!.used / limit!.allowed).toBeCloseTo(share, 2);
});

test("what is used most fails first", () => {
  const [a, b] = [
    { name: "a", used: 3, allowed: 10 },
    { name: "b", used: 2, allowed: 1 },
  ];
  expect(byShare([a, b])).toEqual([b, a]);
});

test.each([
  // 30 thousand million requests a month beyond 10 M at 0.30 $.
  ["requests", 8_997],
  // 1.2 keys each beyond 10 M at 0.50 $.
  ["keys read from KV", 17_995],
  // 1,142 GB beyond 5 at 0.75 $.
  ["D1, with clicks", 853.9],
])("[21.2] the bill has %s", (part, dollars) => {
  const { bill } = planFor(LARGE, "each");
  expect(bill.find(([name]) => name.startsWith(part))?.[2]).toBeCloseTo(dollars, 0);
});
