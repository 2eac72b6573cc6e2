import { beforeEach, describe, expect, it } from "vitest";
import { OTHER } from "../../../src/clicks/sheet.ts";
import { clickOn, clicksOn, deliver, IPHONE, messageOf, valuesOf } from "../../support/click.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import type { Click } from "../../../src/queue-messages.ts";

let site: Site;
let id: string;

const destinations = ["https://example.com/a", "https://example.com/b"];

beforeEach(async () => {
  site = await createSite();
  id = (await site.createLink({ destinations, destination_routing: "random" })).id;
});

const count = (...clicks: Click[]) => deliver([messageOf(...clicks)]);

describe("the origins and destinations of clicks", () => {
  it("is kept by value, for the record and for the workspace", async () => {
    const { id: second } = await site.createLink({ destination: "https://example.com/a" });
    await count(
      clickOn(id, { destination: 0, country: "DE", referrer: "news.example", agent: IPHONE }),
      clickOn(id, { destination: 1, country: "DE" }),
      clickOn(second, { destination: 0, country: "FR" }),
    );
    expect(await valuesOf(id, "destination")).toEqual({ [destinations[0]!]: 1, [destinations[1]!]: 1 });
    expect(await valuesOf(id, "country")).toEqual({ DE: 2 });
    expect(await valuesOf(id, "device")).toEqual({ mobile: 1, unknown: 1 });
    expect(await valuesOf(id, "browser")).toEqual({ Safari: 1, unknown: 1 });
    expect(await valuesOf(id, "referrer")).toEqual({ "": 1, "news.example": 1 });
    expect(await valuesOf(site.id, "destination")).toEqual({ [destinations[0]!]: 2, [destinations[1]!]: 1 });
    expect(await valuesOf(site.id, "country")).toEqual({ DE: 2, FR: 1 });
  });

  it("adds up over batches", async () => {
    for (const country of ["DE", "FR", "DE"]) await count(...clicksOn(id, 2, { country }));
    expect(await valuesOf(id, "country")).toEqual({ DE: 4, FR: 2 });
  });

  it("names a destination by the URL at its place, and names none if that place is empty", async () => {
    requireOk(await site.call("PUT", `/link/${id}`, { destinations: ["https://example.com/new"] }));
    await count(
      clickOn(id, { destination: 0 }),
      clickOn(id, { destination: 1 }),
      clickOn(id, { destination: -1 }),
    );
    expect(await valuesOf(id, "destination")).toEqual({ "https://example.com/new": 1 });
    expect(await valuesOf(id, "country")).toEqual({ "": 3 });
  });
});

describe("a day keeps 200 values of a dimension, and sums up the rest", () => {
  const name = (index: number) => `host-${String(index).padStart(3, "0")}.example`;
  const referrers = (from: number, to: number, clicks = 1, atMs = Date.now()) =>
    Array.from({ length: to - from }, (_, index) =>
      clicksOn(id, clicks, { referrer: name(from + index), atMs }),
    ).flat();

  it("of one batch, the largest", async () => {
    await count(...referrers(0, 150), ...referrers(150, 300, 2));
    const { [OTHER]: other, ...kept } = await valuesOf(id, "referrer");
    expect(Object.keys(kept)).toEqual(
      Array.from({ length: 200 }, (_, index) => name(index < 50 ? index : index + 100)),
    );
    expect(other).toBe(100);
  });

  it("of several, the first that came, which go on counting", async () => {
    await count(...referrers(0, 199));
    await count(...referrers(199, 210));
    await count(...referrers(0, 1), ...referrers(205, 206), ...referrers(300, 301));
    const { [OTHER]: other, ...kept } = await valuesOf(id, "referrer");
    expect(Object.keys(kept)).toHaveLength(200);
    expect(kept[name(0)]).toBe(2);
    expect(kept[name(199)]).toBe(1);
    expect(other).toBe(12);
  });

  it("of each record separately, and of the workspace", async () => {
    const { id: second } = await site.createLink({ destination: "https://example.com/" });
    await count(...referrers(0, 150));
    await count(
      ...Array.from({ length: 150 }, (_, index) => clickOn(second, { referrer: name(500 + index) })),
    );
    expect(Object.keys(await valuesOf(id, "referrer"))).toHaveLength(150);
    expect(Object.keys(await valuesOf(second, "referrer"))).toHaveLength(150);
    const { [OTHER]: other, ...kept } = await valuesOf(site.id, "referrer");
    expect(Object.keys(kept)).toHaveLength(200);
    expect(other).toBe(100);
  });

  it("of each day separately", async () => {
    const yesterdayMs = Date.now() - 86_400_000;
    await count(...referrers(0, 200, 1, yesterdayMs), ...referrers(200, 400));
    expect(Object.keys(await valuesOf(id, "referrer"))).toHaveLength(400);
  });
});
