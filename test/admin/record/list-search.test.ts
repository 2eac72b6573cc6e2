import { beforeAll, expect, it } from "vitest";
import { listAll } from "../../support/list.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

let site: Site;
const names = new Map<string, string>();

const RECORDS: Record<string, object> = {
  url: { alias: "Wintersale" },
  title: { title: "Summer 100% off_now" },
  description: { description: 'Say "hello" AND bye, don\'t NOT near* (x)' },
  destination: { destinations: ["https://a.example/one", "https://b.example/Second?q=%41&r=a+b"] },
  tag: { tags: ["Blue Moon", "ÄRGER"] },
  emoji: { title: "🎉🎉 party 👩‍👩‍👧" },
  greek: { title: "ΟΔΟΣΑΜ straße İz" },
  japanese: { description: "東京タワー" },
  backslash: { title: String.raw`a\b ^c: {d} -e +f` },
};

beforeAll(async () => {
  site = await createSite();
  const aliases = "abcdefghijkl";
  for (const [i, [name, fields]] of Object.entries(RECORDS).entries()) {
    const alias = `0${aliases[i]}0`;
    names.set((await site.createLink({ alias, ...fields })).id, name);
  }
  const other = await createSite();
  for (const fields of Object.values(RECORDS)) await other.createLink(fields);
});

it.each<[string, string]>([
  ["z", "greek"],
  ["wi", "url"],
  ["win", "url"],
  ["WINTERSALE", "url"],
  ["summer", "title"],
  ["100%", "title"],
  ["0%", "title"],
  ["%", "title destination"],
  ["%%", ""],
  ["_", "title"],
  ["f_n", "title"],
  ["fxn", ""],
  ['"', "description"],
  ['"hello"', "description"],
  ['hello" and', "description"],
  ["don't", "description"],
  ["n't", "description"],
  ["'", "description"],
  ["AND", "description"],
  ["hello AND bye", ""],
  ["summer OR winter", ""],
  ["NOT near", "description"],
  ["NEAR(say hello)", ""],
  ["near*", "description"],
  ["sum*", ""],
  ["*", "description"],
  ["(x)", "description"],
  ["title:summer", ""],
  ["b.example/second", "destination"],
  ["%41&r=a+b", "destination"],
  ["blue moon", "tag"],
  ["ue mo", "tag"],
  ["ärger", "tag"],
  ["är", "tag"],
  ["Ä", "tag"],
  ["🎉", "emoji"],
  ["🎉🎉", "emoji"],
  ["🎉🎉 PARTY", "emoji"],
  ["👩‍👩‍👧", "emoji"],
  ["ΔΟΣΑ", "greek"],
  ["οδοσαμ", "greek"],
  ["STRAßE", "greek"],
  ["京", "japanese"],
  ["東京", "japanese"],
  ["東京タ", "japanese"],
  ["\\", "backslash"],
  ["a\\b", "backslash"],
  ["^c: {d} -e +f", "backslash"],
  ["nowhere at all", ""],
  ["summer\u0000x", ""],
  ["\u0000", ""],
  ["x".repeat(3000), ""],
])("[13.3] search = %j", async (search, expected) => {
  const found = (await listAll(site, { search })).map(({ id }) => names.get(id) ?? id);
  expect(found.toSorted()).toEqual(expected.split(" ").filter(Boolean).toSorted());
});

it("[13.3] finds a record by its whole url, whichever of http and https it begins with", async () => {
  const record = await site.createLink({ alias: "Pasted" });
  for (const search of [record.url, record.url.replace(/^https?/, "https"), record.url.toUpperCase()]) {
    expect((await listAll(site, { search })).map(({ id }) => id)).toEqual([record.id]);
  }
});

it("finds what a write made of a record, and no longer what it was", async () => {
  const { id } = await site.createLink({
    title: "beforehand",
    tags: ["beforehand"],
    destination: "https://x.example",
  });
  const found = async (search: string) => (await listAll(site, { search })).map((row) => row.id);
  expect(await found("beforehand")).toEqual([id]);
  requireOk(await site.call("PUT", `/links/${id}`, { title: "afterwards", tags: [], description: "b4" }));
  expect(await found("beforehand")).toEqual([]);
  expect(await found("afterwards")).toEqual([id]);
  expect(await found("b4")).toEqual([id]);
  requireOk(await site.call("DELETE", `/links/${id}`));
  expect(await found("afterwards")).toEqual([]);
});
