import { beforeAll, describe, expect, it, vi } from "vitest";
import { createSite, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** How visitors are spread over destinations. */

const ALL = ["https://a.example", "https://b.example", "https://c.example"];

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

interface Visitor {
  address?: string;
  userAgent?: string;
}

async function locationsOf(fields: object, visitors: Visitor[]): Promise<string[]> {
  const { url } = await site.createLink({ destinations: ALL, ...fields });
  const seen: string[] = [];
  for (const { address = "192.0.2.1", userAgent = "Browser" } of visitors) {
    const headers = { "CF-Connecting-IP": address, "User-Agent": userAgent };
    const response = await visit(url, { headers });
    expect(response.headers.has("Set-Cookie")).toBe(false);
    seen.push(response.headers.get("Location") ?? "");
  }
  return seen;
}

const times = (count: number): Visitor[] => Array.from({ length: count }, () => ({}));

describe("destination_routing as visitors see it", () => {
  it.each(["primary", "fastest"])(
    "[6.5] %s leads to the first while nothing is measured",
    async (routing) => {
      const seen = await locationsOf({ destination_routing: routing }, times(6));
      expect(new Set(seen)).toEqual(new Set([ALL[0]]));
    },
  );

  it("[6.5] random leads to each of them", async () => {
    const draws = [0, 0.34, 0.99];
    const chance = vi.spyOn(Math, "random");
    const { url } = await site.createLink({ destinations: ALL, destination_routing: "random" });
    for (const [index, draw] of draws.entries()) {
      chance.mockReturnValue(draw);
      expect((await visit(url)).headers.get("Location")).toBe(ALL[index]);
    }
    chance.mockRestore();
  });

  it("[6.5] weighted leads by its weights, and never to a weight of zero", async () => {
    const seen = await locationsOf({ destination_routing: "weighted:0,1,0" }, times(6));
    expect(new Set(seen)).toEqual(new Set([ALL[1]]));
  });

  it("[6.5] sequential leads to one after the other, from a random start", async () => {
    const starts = new Set<string | undefined>();
    for (const start of [0, 0.000001, 0.000002]) {
      const chance = vi.spyOn(Math, "random").mockReturnValue(start);
      const { url } = await site.createLink({
        alias: `turn-${starts.size}`,
        destinations: ALL,
        destination_routing: "sequential",
      });
      const seen: string[] = [];
      for (let turn = 0; turn < 6; turn++) seen.push((await visit(url)).headers.get("Location") ?? "");
      chance.mockRestore();
      const first = ALL.indexOf(seen[0] ?? "");
      expect(seen).toEqual([0, 1, 2, 3, 4, 5].map((turn) => ALL[(first + turn) % 3]));
      starts.add(seen[0]);
    }
    expect(starts.size).toBe(3);
  });
});

describe("the plugin sticky", () => {
  it.each(["random", "weighted:1,1,1"])("[6.6] keeps a visitor of %s without a cookie", async (routing) => {
    const fields = { destination_routing: routing, plugins: ["sticky"] };
    expect(new Set(await locationsOf(fields, times(10))).size).toBe(1);
  });

  it("[6.6] spreads visitors by address and by user agent", async () => {
    const fields = { destination_routing: "random", plugins: ["sticky"] };
    const addresses = Array.from({ length: 30 }, (_, index) => ({ address: `192.0.2.${index}` }));
    expect(new Set(await locationsOf(fields, addresses)).size).toBe(3);
    const agents = Array.from({ length: 30 }, (_, index) => ({ userAgent: `Browser ${index}` }));
    expect(new Set(await locationsOf(fields, agents)).size).toBe(3);
  });
});
