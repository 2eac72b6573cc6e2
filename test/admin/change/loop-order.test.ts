import { beforeAll, describe, expect, it } from "vitest";
import { chunk } from "../../../src/runtime/chunk.ts";
import { finishChange, planParts, work } from "../../support/change.ts";
import { seededRandom } from "../../support/random.ts";
import { createSite, requireOk, type RecordBody, type Site } from "../../support/site.ts";

/** Loops through blocks of a plan, which are small here: each part is a block, and a chunk. */

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const inside = (path: string) => `https://${site.host}/${path}`;
/** `a>b` is a row whose source is `a`, and which leads to `b`; `-` is elsewhere. */
const toRow = (text: string) => {
  const [from = "", to = ""] = text.split(">");
  return {
    handler: "redirect",
    url: `${site.host}/${from}`,
    destination: to === "-" ? "https://x.example" : inside(to),
  };
};

async function store(rows: string[], owner?: string): Promise<void> {
  const planned = requireOk(
    await site.call("POST", "/changes", { rows: rows.map(toRow), mode: "upsert", owner }),
  ).body;
  await finishChange(site, planned.id);
  expect(await work(site, planned.id, "apply")).toMatchObject({ counts: { created: rows.length } });
}

async function destinations(): Promise<Record<string, string>> {
  const { data } = requireOk(await site.call("GET", "/redirect?per_page=1000")).body;
  return Object.fromEntries(data.map(({ url, destination }: RecordBody) => [url, destination]));
}

describe("[28.19] loops of a plan are those that there are when all of it is applied", () => {
  it.each([
    {
      name: "a record that leads back is changed in a later block",
      stored: ["1a>-", "1b>1a"],
      parts: [["1a>1b"], ["1b>-"]],
      invalid: [],
    },
    {
      name: "a record that leads back through another is changed in a later block",
      stored: ["2a>-", "2b>2c", "2c>-"],
      parts: [["2a>2b"], ["2c>2a"], ["2b>-"]],
      invalid: [],
    },
    {
      name: "a later block makes a narrower record, in front of one that leads back",
      stored: ["3a>-", "3p/*>3a"],
      parts: [["3a>3p/x"], ["3p/x>-"]],
      invalid: [],
    },
    {
      name: "a later block makes a source with captures, in front of one that leads back",
      stored: ["4a>-", "4p/*>4a"],
      parts: [["4a>4p/x"], ["4p/:id>-"]],
      invalid: [],
    },
    {
      name: "a later block closes the circle",
      stored: ["5a>-", "5p/*>-"],
      parts: [["5a>5p/x"], ["5z>-"], ["5p/x>5a"]],
      invalid: [1, 3],
    },
    {
      name: "a row that leads nowhere new stays what it was, and so closes another circle",
      stored: ["6a>-", "6b>6c", "6c>-"],
      parts: [["6a>6b"], ["6b>6a"], ["6c>6b"]],
      invalid: [1, 2, 3],
    },
    {
      name: "a record leads to itself, until a later block makes a narrower one",
      stored: ["7p/*>-"],
      parts: [["7p/*>7p/x"], ["7p/x>-"]],
      invalid: [],
    },
    {
      name: "what its undo deletes leads back to a record that the same commit brings back",
      stored: ["8a>8b"],
      parts: [["8a>-", "8b>8a"]],
      invalid: [],
    },
  ])("$name", async ({ stored, parts, invalid }) => {
    await store(stored);
    const before = await destinations();
    const rows = parts.map((part) => part.map(toRow));
    const plan = await planParts(site, { mode: "upsert" }, rows);
    const listed = requireOk(await site.call("GET", `/changes/${plan.id}/rows`)).body.data;
    const refused = listed.filter(({ result }: RecordBody) => result === "invalid");
    expect(refused.map(({ line }: RecordBody) => line).toSorted()).toEqual(invalid);
    for (const { reasons } of refused) expect(JSON.stringify(reasons)).toContain("leads back");
    expect(listed).toHaveLength(rows.flat().length);
    const writes = rows.flat().length - invalid.length;
    if (writes === 0) return;
    expect(await work(site, plan.id, "apply")).toMatchObject({ state: "applied", counts: { conflicts: 0 } });
    expect(await work(site, plan.id, "undo")).toMatchObject({ state: "undone", undo_conflicts: 0 });
    expect(await destinations()).toEqual(before);
  });

  it("that a mirror deletes what leads back is known before it is deleted", async () => {
    await store(["9a>-", "9b>9a"], "file");
    const plan = await planParts(site, { mode: "mirror", owner: "file" }, [[toRow("9a>9b")]]);
    expect(plan.counts).toMatchObject({ changed: 1, deleted: 1, invalid: 0 });
    expect((await work(site, plan.id, "apply")).counts).toMatchObject({
      changed: 1,
      deleted: 1,
      conflicts: 0,
    });
    expect(await work(site, plan.id, "undo")).toMatchObject({ undo_conflicts: 0 });
  });

  const WORLDS = 12;
  const NODES = 6;
  const ROWS_A_PART = 4;
  const MAX_HOPS = 5;
  type Leads = Map<number, number | "-">;

  function leadsBack(from: number, leads: Leads): boolean {
    let at = leads.get(from);
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      if (at === undefined || at === "-") return false;
      if (at === from) return true;
      at = leads.get(at);
    }
    return false;
  }

  /** Returns the rows that are on a loop at the end: those that are refused leave their records as they are. */
  function expectedLoops(stored: Leads, rows: Leads): Set<number> {
    const refused = new Set<number>();
    for (;;) {
      const end = new Map([...stored, ...[...rows].filter(([from]) => !refused.has(from))]);
      const found = [...rows.keys()].filter((from) => !refused.has(from) && leadsBack(from, end));
      if (found.length === 0) return refused;
      for (const from of found) refused.add(from);
    }
  }

  it("for records that lead anywhere, and rows in any order", async () => {
    site = await createSite();
    const seed = Date.now() % 2 ** 32;
    const random = seededRandom(seed);
    const pick = (count: number) => Math.floor(random() * count);
    const stored: string[] = [];
    const rows: string[] = [];
    const loops = new Set<string>();
    for (let world = 0; world < WORLDS; world++) {
      const toText = ([from, to]: [number, number | "-"]) =>
        `r${world}-${from}>${to === "-" ? "-" : `r${world}-${to}`}`;
      const leads: Leads = new Map();
      const changed: Leads = new Map();
      for (let node = 0; node < NODES; node++) {
        if (random() < 0.7) leads.set(node, node > 0 && random() < 0.7 ? pick(node) : "-");
        const to = random() < 0.75 ? pick(NODES) : "-";
        if (random() < 0.8 && leads.get(node) !== to) changed.set(node, to);
      }
      const refused = expectedLoops(leads, changed);
      stored.push(...[...leads].map(toText));
      rows.push(...[...changed].map(toText));
      for (const row of changed) if (refused.has(row[0])) loops.add(toText(row));
    }
    const places = new Map(rows.map((row) => [row, random()]));
    const shuffled = rows.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    const story = `seed ${seed}: ${stored} then ${shuffled}`;
    await store(stored);
    const before = await destinations();
    const parts = chunk(shuffled, ROWS_A_PART).map((part) => part.map(toRow));
    const plan = await planParts(site, { mode: "upsert" }, parts);
    const found = requireOk(await site.call("GET", `/changes/${plan.id}/rows?filter[result]=invalid`)).body
      .data;
    const refused = found.map(({ line }: RecordBody) => shuffled[line - 1]).toSorted();
    expect(refused, story).toEqual([...loops].toSorted());
    expect((await work(site, plan.id, "apply")).counts, story).toMatchObject({ conflicts: 0 });
    expect(await work(site, plan.id, "undo"), story).toMatchObject({ undo_conflicts: 0 });
    expect(await destinations(), story).toEqual(before);
  });
});
