import { describe, expect, it } from "vitest";
import { listEarlier } from "../../../src/clicks/earlier-destinations.ts";
import { clickOn, deliver, messageOf, totalOf, valuesOf } from "../../support/click.ts";
import { createSite, requireOk } from "../../support/site.ts";

const A = "https://example.com/a";
const B = "https://example.com/b";
const C = "https://example.com/c";

describe("[8.7] a click that is counted after a change", () => {
  it("counts for the destination that the visitor got", async () => {
    const site = await createSite();
    const rules = [{ if: { country: ["DE"] }, destinations: [C], destination_routing: "primary" }];
    const link = { destinations: [A, B], destination_routing: "random", rules };
    const { id } = await site.createLink(link);
    const beforeMs = Date.now() - 1;
    requireOk(await site.call("PUT", `/link/${id}`, { destinations: [B], destination_routing: "primary" }));
    await deliver([
      messageOf(
        clickOn(id, { destination: 0, atMs: beforeMs }),
        clickOn(id, { destination: 1, atMs: beforeMs }),
        clickOn(id, { destination: 2, atMs: beforeMs }),
        clickOn(id, { destination: 0, atMs: Date.now() + 1 }),
        clickOn(id, { destination: 1, atMs: Date.now() + 1 }),
      ),
    ]);
    expect(await valuesOf(id, "destination")).toEqual({ [A]: 1, [B]: 2, [C]: 2 });
  });
});

describe("[8.7] a click that an isolate sends which does not know of a change yet", () => {
  it("counts, for the destination that has its place by then, or for none", async () => {
    const site = await createSite();
    const { id } = await site.createLink({ destinations: [A, B], destination_routing: "random" });
    requireOk(await site.call("PUT", `/link/${id}`, { destinations: [C], destination_routing: "primary" }));
    const atMs = Date.now() + 1;
    await deliver([messageOf(...[0, 1].map((destination) => clickOn(id, { destination, atMs })))]);
    expect(await valuesOf(id, "destination")).toEqual({ [C]: 1 });
    expect(await totalOf(id)).toBe(2);
  });
});

describe("the destinations before some changes", () => {
  it.each<[string, Parameters<typeof listEarlier>, string[][]]>([
    ["none without a change", [[A, B], 2, []], []],
    ["of a record", [[B], 1, [[1, [A, B], null]]], [[A, B]]],
    ["of its rules", [[A, C], 1, [[1, null, [{ destinations: [B] }]]]], [[A, B]]],
    [
      "of several changes, in the order of time",
      [
        [C, B],
        1,
        [
          [1, [A], null],
          [2, null, []],
          [3, [B], [{ destinations: [A, C] }]],
        ],
      ],
      [[A], [B], [B, A, C]],
    ],
    ["of a page, which had none", [[A], 1, [[1, null, null]]], [[A]]],
  ])("%s", (_, parameters, expected) => {
    expect(listEarlier(...parameters).map(({ destinations }) => destinations)).toEqual(expected);
  });
});
